import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** What the status of a sale takes out of what was sold: nothing while it is completed. MYR. */
export interface Reversed {
  /** Of the total, what had not been given back. */
  amount: number;
  /** Of the rounding to five sen of what was paid in cash, what goes with it. */
  rounding: number;
}

/**
 * A change of what the status of a sale takes out, above 0 when it is cancelled and below when it is completed again, or
 * refunded while it is not completed. It counts on the day on which it happened, not on the day of the sale.
 */
@Entity({ schema: 'retail', name: 'sale_reversals' })
export class SaleReversal extends LedgerEntry implements Reversed {
  @columns.uuid() sale_id!: string;
  @columns.money() amount!: number;
  @columns.money() rounding!: number;
}
