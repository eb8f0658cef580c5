import { Injectable } from '@nestjs/common';
import { isUuid, type Context, type Row } from '@usaha/shared';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { benefitOf } from './membership-benefits.js';

const COMMISSIONS = 'select r.id, r.commission_rate from beauty.staff r where r.tenant_id = $1';
const STAFF_OF_LINES =
  'select l.staff_id from beauty.appointment_lines l where l.tenant_id = $1 and l.appointment_id = $2';

function ratesOf(rows: readonly Row[]): (staff_id: string) => number {
  const rates = new Map(rows.map(([id, rate]) => [id as string, rate as number | null]));
  return (staff_id) => rates.get(staff_id) ?? 0;
}

/** Percent that people and services stand for when an appointment is completed; of those that were deleted, too. */
@Injectable()
export class CompletionRates {
  constructor(private readonly memberships: MembershipRepository) {}

  /** What members of staff earn by their lines; one without a rate 0. */
  async commissions(ctx: Context, staff_ids: readonly string[]): Promise<(staff_id: string) => number> {
    if (staff_ids.length === 0) return () => 0;
    return ratesOf(await ctx.db.read(`${COMMISSIONS} and r.id = any($2)`, [ctx.tenant_id, staff_ids]));
  }

  /** The same of all that have a line of an appointment. */
  async commissionsOf(ctx: Context, appointment_id: string): Promise<(staff_id: string) => number> {
    if (!isUuid(appointment_id)) return () => 0;
    return ratesOf(
      await ctx.db.read(`${COMMISSIONS} and r.id in (${STAFF_OF_LINES})`, [ctx.tenant_id, appointment_id]),
    );
  }

  /** What promotions, and the client's memberships in force on the day of the visit, take off a line. */
  async benefits(
    ctx: Context,
    { client_id, day }: Pick<BeautyAppointment, 'client_id' | 'day'>,
    lines: readonly Pick<AppointmentLine, 'service_id'>[],
  ): Promise<(service_id: string) => number> {
    const [memberships, rows] = await Promise.all([
      client_id === null ? [] : this.memberships.currentOf(ctx, client_id, day),
      ctx.db.read(
        'select r.id, r.membership_discount, r.promotion_discount from beauty.services r where r.tenant_id = $1 and r.id = any($2)',
        [ctx.tenant_id, [...new Set(lines.map(({ service_id }) => service_id))]],
      ),
    ]);
    const percents = new Map(
      (rows as [string, number | null, number | null][]).map(([id, membership_discount, promotion_discount]) => [
        id,
        benefitOf(memberships, { id, membership_discount, promotion_discount }),
      ]),
    );
    return (service_id) => percents.get(service_id) ?? 0;
  }
}
