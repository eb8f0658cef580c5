import { Entity } from 'typeorm';
import { ErasableRecord } from '@usaha/core';
import { columns, assignDefined, conflict, invalid, money } from '@usaha/shared';
import { messages } from '../messages.js';
import { expiryOf } from '../sold-package/package-terms.js';

export const benefitTypes = ['percentage_discount', 'free_service', 'priority'] as const;
export type BenefitType = (typeof benefitTypes)[number];

/** What a membership brings. */
export interface MembershipBenefit {
  /** In words. */
  benefit: string | null;
  type: BenefitType | null;
  /** Percent of a percentage_discount. */
  value: number | null;
  /** Of a free_service; null where none was named. */
  service_id: string | null;
}

/** What may be said of a membership and follows no rule. */
const details = ['membership_type', 'benefits', 'auto_renew'] as const satisfies (keyof Membership)[];
export type MembershipDetails = Pick<
  Membership,
  (typeof details)[number] | 'start_date' | 'end_date' | 'annual_fee' | 'payment_method'
> & {
  /** Any text; active when null. */
  status: string | null;
};

const ACTIVE = 'active';
const MONTHS = 12;
/** More than a person lives. */
const MOST_YEARS = 150;

/** What a client joined. Nothing is charged or prolonged by it, and it stays when the client is deleted. */
@Entity({ schema: 'beauty', name: 'memberships' })
export class Membership extends ErasableRecord {
  @columns.uuid() client_id!: string;
  /** Any text: Gold. */
  @columns.text() membership_type!: string;
  /** YYYY-MM-DD; null is since it was created. */
  @columns.day({ nullable: true }) start_date: string | null = null;
  /** YYYY-MM-DD, the last day; null is open. */
  @columns.day({ nullable: true }) end_date: string | null = null;
  /** MYR. */
  @columns.money({ nullable: true }) annual_fee: number | null = null;
  @columns.object({ personal: true }) benefits: MembershipBenefit[] = [];
  /** Any text, without card numbers. */
  @columns.text({ nullable: true, personal: true }) payment_method: string | null = null;
  /** A note: no client is charged because of it. */
  @columns.flag() auto_renew = false;
  /** As it was sent; it never changes by itself. */
  @columns.text() status = ACTIVE;
  @columns.derived('lower(btrim(status))') readonly status_key?: string;

  /** How many entries its ledger of payments has: each pays the fee of a year. */
  @columns.count({ default: 0 }) fee_payments = 0;

  /** Says whose it is. @param client_id of a client who is there */
  joinedBy(client_id: string): void {
    this.client_id = client_id;
  }

  /** Absent fields stay. @throws invalid for an end before the start, a fee that cannot be kept, and a discount beyond 100 % */
  describe({ start_date, end_date, annual_fee, payment_method, status, ...changes }: Partial<MembershipDetails>): void {
    for (const [i, { type, value }] of changes.benefits?.entries() ?? [])
      if (type === 'percentage_discount' && value !== null && (value < 0 || value > 100))
        throw invalid(`benefits.${i}.value`, messages.noPercentage({ field: `benefits.${i}.value` }));
    assignDefined(this, changes, details);
    if (status !== undefined) this.status = status ?? ACTIVE;
    assignDefined(this, { start_date, end_date }, ['start_date', 'end_date']);
    if (this.start_date !== null && this.end_date !== null && this.end_date < this.start_date)
      throw invalid('end_date', messages.endBeforeStart({ field: 'end_date', other: 'start_date' }));
    if (annual_fee !== undefined) this.annual_fee = annual_fee === null ? null : money.within('annual_fee', annual_fee);
    if (payment_method !== undefined) this.payment_method = payment_method;
  }

  /**
   * Takes in the fee of a year. @param since the day of its start where none is stated @param today YYYY-MM-DD in UTC+8
   * @returns MYR
   * @throws conflict where it has no fee, and where as many years are paid as it has, or as have begun where it has no end
   */
  payFee(since: string, today: string): number {
    const fee = this.annual_fee ?? 0;
    if (fee === 0) throw conflict('annual_fee', messages.noFee());
    const from = this.start_date ?? since;
    // A year that begins on the last day is none.
    const begins = (day: string): boolean => (this.end_date === null ? day <= today : day < this.end_date);
    let years = 1;
    for (let next = expiryOf(from, MONTHS); next !== null && begins(next) && years < MOST_YEARS; years += 1)
      next = expiryOf(from, (years + 1) * MONTHS);
    if (this.fee_payments >= years) throw conflict('membership_id', messages.feePaid({ years }));
    this.fee_payments += 1;
    return fee;
  }

  /** Whether it is active on a day. @param day YYYY-MM-DD in UTC+8 */
  isCurrentOn(day: string): boolean {
    const isActive = this.status.trim().toLowerCase() === ACTIVE;
    return isActive && (this.start_date ?? day) <= day && (this.end_date ?? day) >= day;
  }
}
