import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** That a student left a class. Each is kept, also when the student comes back. */
@Entity({ schema: 'education', name: 'withdrawals' })
export class Withdrawal extends LedgerEntry {
  @columns.uuid() enrollment_id!: string;
  /** Whose account the refund is an entry of: the student of the enrollment on that day. */
  @columns.uuid() student_id!: string;
  /** YYYY-MM-DD. */
  @columns.day() withdrawal_date!: string;
  @columns.sealedTogether() protected readonly remarks!: object;
  @columns.sealedWithin('remarks') reason!: string | null;
  @columns.sealedWithin('remarks') notes!: string | null;
  @columns.text({ nullable: true, personal: true }) destination_school: string | null = null;
  /** MYR; taken from the student's unallocated payments as far as these go. */
  @columns.money({ nullable: true }) refund_amount: number | null = null;
  /** Any text; null where it was not said. */
  @columns.text({ nullable: true }) refund_method: string | null = null;
}
