import { Column, Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** Whether MyInvois knows a TIN with a number of identity, by a fingerprint of both and the environment. */
@Entity({ schema: 'einvoice', name: 'taxpayers' })
export class Taxpayer {
  @columns.primary() tenant_id!: string;
  @columns.primary('text') print!: string;
  @Column('boolean') known!: boolean;
  @Column({ type: 'timestamp with time zone', precision: 3 }) checked_at!: Date;
}
