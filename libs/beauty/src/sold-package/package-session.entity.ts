import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const sessionKinds = ['sold', 'redeemed', 'returned', 'refunded', 'voided'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** One change of the sessions of a client's package: a package's sessions of a service are the sum of these. */
@Entity({ schema: 'beauty', name: 'package_sessions' })
export class PackageSession extends LedgerEntry {
  @columns.uuid() sold_package_id!: string;
  @columns.uuid() service_id!: string;
  @columns.choice(sessionKinds) kind!: SessionKind;
  /** Below 0 when they were redeemed. */
  @columns.count() sessions_changed!: number;
  /** What there is of that service after it. */
  @columns.count() balance!: number;
  /** The appointment that they were redeemed for, or came back from. */
  @columns.uuid({ nullable: true }) appointment_id: string | null = null;
}
