import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

export const clientPointsKinds = ['opening', 'correction'] as const;
export type ClientPointsKind = (typeof clientPointsKinds)[number];

/** One change of a client's points: who, why, and what was left. A client's balance is the sum of these. */
@Entity({ schema: 'beauty', name: 'points_movements' })
export class PointsMovement extends LedgerEntry {
  @columns.uuid() client_id!: string;
  @columns.choice(clientPointsKinds) kind!: ClientPointsKind;
  /** In points, negative when they went; never 0. */
  @columns.count() points_changed!: number;
  /** The points after it. */
  @columns.count() balance!: number;
}
