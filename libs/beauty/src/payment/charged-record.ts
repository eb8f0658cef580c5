import { ErasableRecord } from '@usaha/core';
import { columns, given } from '@usaha/shared';

/** What is asked, paid and given back for an appointment, in MYR; the tax is within the prices. */
export abstract class ChargedRecord extends ErasableRecord {
  /** The sum of the lines' prices (A-109). */
  @columns.money() total_price = 0;
  /** What was charged at completion; null until then, and the total price counts. */
  @columns.money({ nullable: true }) total_amount: number | null = null;
  /** What policies of the tenant took off at completion. */
  @columns.money() discount_amount = 0;
  /** Received less given back: the sum of the payments' ledger (A-245). */
  @columns.money() amount_paid = 0;
  @columns.money() amount_refunded = 0;
  /** What was given back when it was cancelled, as sent. */
  @columns.money({ nullable: true }) refund_amount: number | null = null;
  /** pending, partially_paid, paid and refunded are ours; any other text is kept as sent. */
  @columns.text() payment_status = 'pending';
  /** Any text, without numbers of cards. */
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** `true`, `false` or an amount in MYR, as it was sent when it was completed. */
  @columns.object({ nullable: true }) payment_received: boolean | number | null = null;
  /** How many entries its ledger of payments has. */
  @columns.count() payment_entries = 0;

  /** What was said of the money, as it was sent. */
  noteMoney(said: Partial<SaidOfMoney>): void {
    given(this, said, ['payment_status', 'total_amount', 'payment_received', 'refund_amount']);
  }
}

type SaidOfMoney = Pick<ChargedRecord, 'payment_status' | 'total_amount' | 'payment_received' | 'refund_amount'>;
