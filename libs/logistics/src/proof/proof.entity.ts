import { TenantRecord, columns, conflict } from '@usaha/shared';
import { Entity } from 'typeorm';
import { messages } from '../messages.js';
import type { ReportedLocation } from '../tracking/shipment-event.entity.js';
import { collectionOf, isAsOwed, type Owed } from './collection.js';

/**
 * That a shipment was handed over, to whom, and what was collected for its sender. Signature and pictures are separate
 * rows. The amounts stay, regardless of what becomes of the shipment; only corrections change them.
 */
@Entity({ schema: 'logistics', name: 'proofs' })
export class Proof extends TenantRecord {
  @columns.uuid() shipment_id!: string;
  /** YYYY-MM-DD in Malaysia, when it was recorded: by it is reckoned what has to be handed in. */
  @columns.day() day!: string;
  /** The driver of the shipment at that time, and the name then. */
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  @columns.text({ nullable: true, personal: true }) driver_name: string | null = null;
  @columns.uuid({ nullable: true }) recorded_by: string | null = null;
  @columns.object({ nullable: true, personal: true }) location: ReportedLocation | null = null;
  @columns.sealedTogether() particulars!: Record<string, unknown>;
  /** Null once it was blanked. */
  @columns.sealedWithin<string | null>('particulars', () => null) received_by!: string | null;
  @columns.sealedWithin<string | null>('particulars', () => null) notes!: string | null;
  /** Ids of photographs that are files of the shipment, in their order; none once they were thrown away. */
  @columns.list({ default: () => "'{}'::text[]" }) picture_ids: string[] = [];
  /** MYR; what was to be collected, and what was. Both are null where nothing is paid on delivery. */
  @columns.money({ nullable: true }) expected_amount: number | null = null;
  @columns.money({ nullable: true }) collected_amount: number | null = null;
  /** The sender to whom what was collected is owed; null where nothing is paid on delivery. */
  @columns.uuid({ nullable: true }) sender_id: string | null = null;
  /** Why they differ. */
  @columns.text({ nullable: true, personal: true }) difference_reason: string | null = null;

  /** @param sender_id of the sender to whom what was collected is owed */
  owe(sender_id: string): void {
    this.sender_id = sender_id;
  }

  /**
   * Says that another amount was collected. A proof without an amount gets one where the shipment is paid on delivery by now.
   * @throws conflict where nothing is paid on delivery; invalid for an amount that cannot be kept
   */
  correct(owed: Owed, collected_amount: number, reason: string): void {
    const is_cod = owed.is_cod || this.collected_amount !== null;
    if (!is_cod) throw conflict('collected_amount', messages.nothingToCollect());
    const payment_amount = this.expected_amount ?? owed.payment_amount;
    const corrected = collectionOf({ is_cod, payment_amount }, { collected_amount, difference_reason: reason });
    Object.assign(this, corrected);
    this.difference_reason = isAsOwed(collected_amount, corrected.expected_amount ?? 0) ? null : reason;
  }
}
