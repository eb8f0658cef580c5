import { Column, Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** The calls of a kind that all instances made by a client id in a window. All rows are of the nil tenant. */
@Entity({ schema: 'einvoice', name: 'client_rates' })
export class ClientRate {
  @columns.primary() tenant_id!: string;
  /** SHA-256 of the client id, in hexadecimal digits. */
  @columns.primary('text') client!: string;
  @columns.primary('text') call!: string;
  /** The start of the window, on the clock of the database. */
  @Column({ type: 'timestamp with time zone', precision: 3 }) started_at!: Date;
  @Column('integer') taken!: number;
  @Column({ type: 'timestamp with time zone', precision: 3 }) taken_at!: Date;
}
