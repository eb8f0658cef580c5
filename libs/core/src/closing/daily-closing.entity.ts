import { Entity } from 'typeorm';
import { TenantRecord, columns, invalid, money } from '@usaha/shared';
import { messages } from '../messages.js';
import { moduleKeys, type ModuleKey } from '../module/catalogue.js';

/** A count of a till, as it is stated. */
export interface CountedTill {
  /** YYYY-MM-DD in Malaysia. */
  date: string;
  /** MYR. */
  counted_cash: number;
  /** What lay in the till before the first payment, MYR. */
  float: number;
  note: string | null;
}

/**
 * The cash of a day, counted and kept. It is never changed: a later count of the same day and cashier is a further record, and
 * the latest one counts.
 */
@Entity({ schema: 'core', name: 'daily_closings' })
export class DailyClosing extends TenantRecord {
  /** The industry whose takings were counted. */
  @columns.choice(moduleKeys) context!: ModuleKey;
  @columns.day() date!: string;
  /** The user whose till was counted; null where it is the till of all. */
  @columns.uuid({ nullable: true }) cashier_id: string | null = null;
  @columns.money() float!: number;
  @columns.money() counted_cash!: number;
  /** The float and what was taken in cash less what was given back in cash, when it was counted. */
  @columns.money() expected_cash!: number;
  /** Counted less expected: below 0 where cash is missing. */
  @columns.money() difference!: number;
  @columns.text({ nullable: true }) note: string | null = null;
  @columns.uuid({ nullable: true }) counted_by: string | null = null;

  /**
   * @param today YYYY-MM-DD in Malaysia
   * @throws invalid for a day that has not begun, and for amounts that cannot be kept
   */
  static of(context: ModuleKey, { date, counted_cash, float, note }: CountedTill, today: string): DailyClosing {
    if (date > today) throw invalid('date', messages.dayNotBegun({ date }));
    const closing = new DailyClosing();
    closing.context = context;
    closing.date = date;
    closing.counted_cash = money.within('counted_cash', counted_cash);
    closing.float = money.within('float', float);
    closing.note = note;
    return closing;
  }

  /** Whose till it is, null for the till of all, and who counted it. */
  assign(cashier_id: string | null, counted_by: string | null): void {
    this.cashier_id = cashier_id;
    this.counted_by = counted_by;
  }

  /**
   * Compares the count with the books.
   * @param cash net takings in cash, MYR; below 0 where more was given back
   * @throws invalid where float or count come to more than can be kept
   */
  compare(cash: number): void {
    this.expected_cash = money.add(this.float, cash);
    this.difference = money.add(this.counted_cash, -this.expected_cash);
    money.within('float', Math.abs(this.expected_cash));
    money.within('counted_cash', Math.abs(this.difference));
  }
}
