import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** That another amount was collected than a proof said. It is written once and never changed. */
@Entity({ schema: 'logistics', name: 'proof_corrections' })
export class ProofCorrection extends LedgerEntry {
  @columns.uuid() proof_id!: string;
  /** MYR, before it; null where no amount was recorded. */
  @columns.money({ nullable: true }) from_amount: number | null = null;
  /** Why the amount before it differed from what was to be collected. */
  @columns.text({ nullable: true, personal: true }) from_reason: string | null = null;
  /** MYR, since it. */
  @columns.money() collected_amount!: number;
  @columns.text({ nullable: true, personal: true }) reason: string | null = null;
}
