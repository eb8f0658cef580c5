import { Injectable } from '@nestjs/common';
import { Page, offsetOf, type Context, type PageRequest, type Row } from '@usaha/shared';
import { BeautyConfigurations } from '../settings.js';

/** A client who was checked in and whose visit has not begun. */
export interface WaitingVisit {
  appointment_id: string;
  /** null of a walk-in without a client. */
  client_id: string | null;
  /** First and last name; null of a walk-in, and of a client who was deleted. */
  client_name: string | null;
  /** Whether a membership in force on the day gives priority, and the salon applies benefits. */
  priority: boolean;
  checked_in_at: Date;
  starts_at: Date | null;
  /** Names, in the order of the visit. */
  services: string[];
}

/** SQL: whether a membership of the client of `r` gives priority on its day. */
const HAS_PRIORITY = `exists (
  select 1 from beauty.memberships m
   where m.tenant_id = $1 and m.client_id = r.client_id and m.deleted_at is null and m.status_key = 'active'
     and coalesce(m.start_date, (m.created_at at time zone interval '8 hours')::date) <= r.day
     and coalesce(m.end_date, r.day) >= r.day and m.benefits @> '[{"type": "priority"}]')`;
const WAITING = `beauty.appointments r
  where r.tenant_id = $1 and r.deleted_at is null and r.day = $2 and r.status = 'confirmed' and r.checked_in_at is not null`;

/** The order of the clients who wait: those with priority first, then by their check-in. */
@Injectable()
export class WaitingListService {
  constructor(private readonly configurations: BeautyConfigurations) {}

  /** @param day YYYY-MM-DD in UTC+8 */
  async on(ctx: Context, day: string, page: PageRequest): Promise<Page<WaitingVisit>> {
    const { apply_membership_benefits } = await this.configurations.of(ctx);
    const [rows, [counted]] = await Promise.all([
      ctx.db.read(
        `select w.id, w.client_id, c.first_name || ' ' || c.last_name, w.priority, w.checked_in_at, w.starts_at,
                (select array_agg(l.service_name order by l.position) from beauty.appointment_lines l
                  where l.tenant_id = $1 and l.appointment_id = w.id)
           from (select r.id, r.client_id, r.checked_in_at, r.starts_at, ${apply_membership_benefits ? HAS_PRIORITY : 'false'} as priority
                   from ${WAITING}
                  order by priority desc, r.checked_in_at, r.id limit $3 offset $4) w
           left join beauty.clients c on c.tenant_id = $1 and c.id = w.client_id and c.deleted_at is null
          order by w.priority desc, w.checked_in_at, w.id`,
        [ctx.tenant_id, day, page.size, offsetOf(page)],
      ),
      ctx.db.read(`select count(*) from ${WAITING}`, [ctx.tenant_id, day]),
    ]);
    return new Page(rows.map(waitingOf), counted?.[0] as number, page);
  }
}

const waitingOf = ([
  appointment_id,
  client_id,
  client_name,
  priority,
  checked_in_at,
  starts_at,
  services,
]: Row): WaitingVisit =>
  ({
    appointment_id,
    client_id,
    client_name,
    priority,
    checked_in_at,
    starts_at,
    services: services ?? [],
  }) as WaitingVisit;
