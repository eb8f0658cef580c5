import { Injectable } from '@nestjs/common';
import { Page, isUuid, malaysianDay, offsetOf, type Context, type PageRequest, type Row } from '@usaha/shared';
import { driverPapers, vehiclePapers } from '../warning/papers.js';
import type { AlertKind } from './alert-kinds.js';
import { KM_AHEAD, asOf, lastDayWatched, type Due, type FleetAlert } from './alert.js';

/** What alerts are narrowed by. */
export interface AlertQuery {
  kind?: AlertKind;
  driver_id?: string;
  vehicle_id?: string;
  overdue?: boolean;
}

const columns = 'kind, driver_id, vehicle_id, name, service_type, due_date, due_mileage, current_mileage';

const rowsOf = (papers: Readonly<Record<string, string>>): string =>
  Object.entries(papers)
    .map(([kind, column]) => `('${kind}', r.${column})`)
    .join(', ');

/**
 * A row for everything that is watched and due by $3: a fleet is small, so all of it is looked at. Inactive drivers
 * and retired vehicles are left out; a driver may be suspended for the very document.
 */
const ALERTS = `
  select p.kind, r.id as driver_id, null::uuid as vehicle_id, r.first_name || ' ' || r.last_name as name,
      null::text as service_type, p.due_date, null::integer as due_mileage, null::integer as current_mileage
    from logistics.drivers r cross join lateral (values ${rowsOf(driverPapers)}) p(kind, due_date)
    where r.tenant_id = $1 and r.deleted_at is null and r.status <> 'inactive' and p.due_date <= $3::date
  union all
  select p.kind, null, r.id, r.registration_number, null, p.due_date, null, null
    from logistics.vehicles r cross join lateral (values ${rowsOf(vehiclePapers)}) p(kind, due_date)
    where r.tenant_id = $1 and r.deleted_at is null and r.status <> 'retired' and p.due_date <= $3::date
  union all
  select 'service_date', null, r.id, r.registration_number, r.maintenance_schedule ->> 'service_type',
      (r.maintenance_schedule ->> 'next_service_date')::date, null, null
    from logistics.vehicles r
    where r.tenant_id = $1 and r.deleted_at is null and r.status <> 'retired'
      and (r.maintenance_schedule ->> 'next_service_date')::date <= $3::date
  union all
  select 'service_mileage', null, r.id, r.registration_number, r.maintenance_schedule ->> 'service_type', null,
      (r.maintenance_schedule ->> 'next_service_mileage')::integer, r.current_mileage
    from logistics.vehicles r
    where r.tenant_id = $1 and r.deleted_at is null and r.status <> 'retired'
      and (r.maintenance_schedule ->> 'next_service_mileage')::bigint - r.current_mileage <= ${KM_AHEAD}`;

/** $2 is today: a mileage counts as today's. */
const isOverdue = '(a.due_date < $2::date or a.due_mileage < a.current_mileage) is true';
const URGENT_FIRST = `${isOverdue} desc, coalesce(a.due_date, $2::date), a.kind, a.driver_id, a.vehicle_id`;

const narrowed = `
  from (${ALERTS}) a
  where ($4::text is null or a.kind = $4) and ($5::uuid is null or a.driver_id = $5)
    and ($6::uuid is null or a.vehicle_id = $6) and ($7::boolean is null or $7 = (${isOverdue}))`;

/** Looks for documents and services of the fleet that are due within 30 days or 1,000 km, or past (UTC+8). */
@Injectable()
export class FleetAlerts {
  /** One page, the most urgent first: what is past the longest, then what is due the soonest. */
  async list(ctx: Context, query: AlertQuery, page: PageRequest): Promise<Page<FleetAlert>> {
    const { kind = null, driver_id = null, vehicle_id = null, overdue = null } = query;
    if ([driver_id, vehicle_id].some((id) => id !== null && !isUuid(id))) return new Page<FleetAlert>([], 0, page);
    const values = [...this.values(ctx), kind, driver_id, vehicle_id, overdue];
    const [rows, [count]] = await Promise.all([
      ctx.db.read(`select ${columns} ${narrowed} order by ${URGENT_FIRST} limit $8 offset $9`, [
        ...values,
        page.size,
        offsetOf(page),
      ]),
      ctx.db.read(`select count(*) ${narrowed}`, values),
    ]);
    return new Page(rows.map(alertOn(malaysianDay(ctx.now))), count?.[0] as number, page);
  }

  /** All of them, the most urgent first. */
  async all(ctx: Context): Promise<FleetAlert[]> {
    const rows = await ctx.db.read(`select ${columns} from (${ALERTS}) a order by ${URGENT_FIRST}`, this.values(ctx));
    return rows.map(alertOn(malaysianDay(ctx.now)));
  }

  private values(ctx: Context): unknown[] {
    return [ctx.tenant_id, malaysianDay(ctx.now), lastDayWatched(ctx.now)];
  }
}

const alertOn =
  (today: string) =>
  (row: Row): FleetAlert => {
    const [kind, driver_id, vehicle_id, name, service_type, due_date, due_mileage, current_mileage] = row;
    const due = { kind, driver_id, vehicle_id, name, service_type, due_date, due_mileage, current_mileage } as Due;
    return asOf(due, today);
  };
