import { TenantRecord, columns, conflict, invalid, malaysianDay, money } from '@usaha/shared';
import { Entity } from 'typeorm';
import { messages } from '../messages.js';
import type { CodSender } from './cod-sender.entity.js';

/** Of an entry, what its maker says. */
export interface SaidEntry {
  /** YYYY-MM-DD in Malaysia; today where none is told. */
  date: string | null | undefined;
  /** MYR, above 0. */
  amount: number;
  note: string | null | undefined;
  recorded_by: string | null;
}

/** Money of cash on delivery that changed hands. The amount never changes: an entry that was made by mistake is made void. */
abstract class CodEntry extends TenantRecord {
  /** When the money changed hands. */
  @columns.day() date!: string;
  /** MYR. */
  @columns.money() amount!: number;
  @columns.text({ nullable: true, personal: true }) note: string | null = null;
  @columns.uuid({ nullable: true }) recorded_by: string | null = null;
  @columns.instant({ nullable: true }) voided_at: Date | null = null;
  @columns.text({ nullable: true, personal: true }) void_reason: string | null = null;

  /** @throws invalid for an amount that cannot be kept, and for a day that has not come: its money would be in no report yet */
  say({ date, amount, note = null, recorded_by }: SaidEntry, now: Date): this {
    const today = malaysianDay(now);
    const day = date ?? today;
    if (day > today) throw invalid('date', messages.dayNotCome({ date: day }));
    return Object.assign(this, { date: day, amount: money.within('amount', amount), note, recorded_by });
  }

  /** The entry counts no more, on any day. @throws conflict when it is void already */
  void(reason: string | null, now: Date): void {
    if (this.voided_at) throw conflict('voided_at', messages.entryVoid({ at: this.voided_at }));
    this.voided_at = now;
    this.void_reason = reason;
  }
}

/** Cash that a driver handed in of what was collected on delivery. */
@Entity({ schema: 'logistics', name: 'cod_remittances' })
export class CodRemittance extends CodEntry {
  @columns.uuid() driver_id!: string;

  /** @throws invalid for an amount that cannot be kept, and for a day that has not come */
  static of(driver_id: string, said: SaidEntry, now: Date): CodRemittance {
    return Object.assign(new CodRemittance(), { driver_id }).say(said, now);
  }
}

/** What a sender was paid of the cash that was collected. */
@Entity({ schema: 'logistics', name: 'cod_payouts' })
export class CodPayout extends CodEntry {
  @columns.uuid() sender_id!: string;
  /** That of the sender; null once it was blanked. */
  sender_name: string | null = null;

  /** @throws invalid for an amount that cannot be kept, and for a day that has not come */
  static of({ id: sender_id, name: sender_name }: CodSender, said: SaidEntry, now: Date): CodPayout {
    return Object.assign(new CodPayout(), { sender_id, sender_name }).say(said, now);
  }
}
