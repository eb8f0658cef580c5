import { Injectable } from '@nestjs/common';
import { overlaps, type Span } from '@usaha/core';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  equals,
  equalsId,
  isUuid,
  oneDay,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { narrowed, ownDriver, schedulesOfDriver } from '../driver/own-deliveries.js';
import { nouns } from '../messages.js';
import { DeliverySchedule, openStatuses, type ScheduleStatus } from './delivery-schedule.entity.js';
import { scheduleEvents } from './delivery-schedule.events.js';

/** Filters of a list of delivery schedules. */
export interface ScheduleQuery {
  driver_id?: string;
  vehicle_id?: string;
  /** Of the scheduled date, both included (A-24). */
  date_from?: string;
  date_to?: string;
  /** A single day. */
  date?: string;
  status?: ScheduleStatus;
  shipment_id?: string;
}

type Conditions = ScheduleQuery & { assigned_to?: string };

const filters: Filters<Conditions> = {
  driver_id: equalsId('driver_id'),
  vehicle_id: equalsId('vehicle_id'),
  date_from: atLeast('scheduled_date'),
  date_to: atMost('scheduled_date'),
  date: equals('scheduled_date'),
  status: equals('status'),
  shipment_id: equalsId('shipment_id'),
  assigned_to: schedulesOfDriver,
};

declareReferences({
  schedules_tenant: 'tenant_id',
  schedules_shipment: 'shipment_id',
  schedules_driver: 'driver_id',
  schedules_vehicle: 'vehicle_id',
  schedules_route: 'route_id',
});

const OPEN = `r.status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`;

/** The newest open schedule of each of some shipments. */
const NEWEST = `
  select distinct on (r.shipment_id) r.id from logistics.schedules r
  where r.tenant_id = $1 and r.shipment_id = any($2) and ${OPEN} and r.deleted_at is null
  order by r.shipment_id, r.id desc`;

const OF_DRIVER = `from logistics.schedules r where r.tenant_id = $1 and r.driver_id = $2 and r.deleted_at is null`;

/** Whose time a schedule takes. */
export type Busy = 'driver_id' | 'vehicle_id';

/** The delivery schedules of a tenant. Users who are drivers find none but those assigned to them (A-373). */
@Injectable()
export class ScheduleRepository extends Repository<DeliverySchedule, Conditions> {
  constructor(database: Database) {
    const narrowing = ['assigned_to'] as const;
    super(database, DeliverySchedule, { noun: nouns.delivery_schedule, filters, events: scheduleEvents, narrowing });
  }

  override list(ctx: Context, query: ScheduleQuery, page: PageRequest): Promise<Page<DeliverySchedule>> {
    const own = ownDriver(ctx.actor);
    return super.list(ctx, { ...oneDay(query), ...(own === null ? {} : { assigned_to: own }) }, page);
  }

  /**
   * An open schedule that takes the time of a driver or a vehicle within a span.
   * @param except one that is not in its own way
   */
  overlapping(
    ctx: Context,
    whose: Busy,
    id: string,
    span: Span,
    except: string | null,
  ): Promise<DeliverySchedule | null> {
    const condition = [
      this.mine,
      `r.${whose} = $2`,
      OPEN,
      overlaps({ from: 'r.starts_at', to: 'r.ends_at' }, { from: '$3', to: '$4' }),
      'r.id is distinct from $5',
    ].join(' and ');
    return super.first(ctx, `${condition} order by r.ends_at limit 1`, [ctx.tenant_id, id, span.from, span.to, except]);
  }

  /** The newest open schedule of a shipment, if it has any. */
  newestOpen(ctx: Context, shipment_id: string): Promise<DeliverySchedule | null> {
    const condition = `${this.mine} and r.shipment_id = $2 and ${OPEN} order by r.id desc limit 1`;
    return super.first(ctx, condition, [ctx.tenant_id, shipment_id]);
  }

  /** The newest open schedule of each of these shipments, locked in the order of their ids; those without any are left out. */
  lockNewestOpen(ctx: Context, shipment_ids: readonly string[]): Promise<DeliverySchedule[]> {
    return this.lockWhere(ctx, `${OPEN} and r.id in (${NEWEST})`, [shipment_ids]);
  }

  /** Locks those that name a driver, in the order of their ids. @param driver_id a text that is no id names no driver @returns how many */
  async lockOfDriver(ctx: Context, driver_id: string): Promise<number> {
    if (!isUuid(driver_id)) return 0;
    const held = await ctx.db.lock(`select 1 ${OF_DRIVER} order by r.id for no key update`, [ctx.tenant_id, driver_id]);
    return held.length;
  }

  /** How many name a driver. */
  async countOfDriver(ctx: Context, driver_id: string): Promise<number> {
    const [row] = await ctx.db.read(`select count(*) ${OF_DRIVER}`, [ctx.tenant_id, driver_id]);
    return row?.[0] as number;
  }

  protected override first(
    ctx: Context,
    condition: string,
    values: unknown[],
    way?: 'read' | 'lock',
  ): Promise<DeliverySchedule | null> {
    return super.first(ctx, ...narrowed(ctx.actor, schedulesOfDriver, [condition, values]), way);
  }
}
