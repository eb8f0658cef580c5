import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { forbidden, type Context, type Page, type PageRequest } from '@usaha/shared';
import { DriverRepository } from '../driver/driver.repository.js';
import { ownDriver } from '../driver/own-deliveries.js';
import { messages } from '../messages.js';
import { namedBy } from '../named-by.js';
import { RouteRepository } from '../route/route.repository.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { VehicleRepository } from '../vehicle/vehicle.repository.js';
import { DeliverySchedule, type ScheduleDetails } from './delivery-schedule.entity.js';
import { SchedulePolicy } from './schedule-policy.js';
import { ScheduleRepository, type ScheduleQuery } from './schedule.repository.js';

/** Whom and what a schedule names. */
type References = Pick<DeliverySchedule, 'shipment_id' | 'driver_id' | 'vehicle_id' | 'route_id'>;

/** What may be changed of a schedule; absent fields stay, null clears an optional field. */
export type ScheduleChanges = Partial<ScheduleDetails & References>;

/** What a schedule is created from. */
export type NewSchedule = ScheduleChanges & Pick<DeliverySchedule, 'shipment_id' | 'scheduled_date'>;

/** By what it is decided whether a schedule may be refused; other changes ask no policy. */
const decisive: ReadonlySet<string> = new Set(['driver_id', 'vehicle_id', 'scheduled_date', 'starts_at', 'ends_at']);

/** The delivery schedules of the context's tenant. Schedules are locked before drivers, and drivers before vehicles. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly shipments: ShipmentRepository,
    private readonly drivers: DriverRepository,
    private readonly vehicles: VehicleRepository,
    private readonly routes: RouteRepository,
    private readonly policy: SchedulePolicy,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<DeliverySchedule> {
    return this.schedules.get(ctx, id);
  }

  list(ctx: Context, query: ScheduleQuery, page: PageRequest): Promise<Page<DeliverySchedule>> {
    return this.schedules.list(ctx, query, page);
  }

  /** @throws invalid for a reference that is unknown; conflict where the tenant refuses what else is warned of */
  create(ctx: Context, data: NewSchedule): Promise<DeliverySchedule> {
    return this.write(ctx, new DeliverySchedule(), data);
  }

  /** Of users who are drivers the status alone. @throws not_found; forbidden; invalid and conflict as at its creation */
  async update(ctx: Context, id: string, changes: ScheduleChanges): Promise<DeliverySchedule> {
    const schedule = await this.schedules.lock(ctx, id);
    if (ownDriver(ctx.actor) !== null) refuseBeyondStatus(schedule, changes);
    return this.write(ctx, schedule, changes);
  }

  private async write(
    ctx: Context,
    schedule: DeliverySchedule,
    { shipment_id, driver_id, vehicle_id, route_id, ...details }: ScheduleChanges,
  ): Promise<DeliverySchedule> {
    const { schedules } = this;
    const isNew = (schedule.shipment_id as string | undefined) === undefined;
    const wasOpen = !isNew && schedule.is_open;
    const [shipment, , driver, vehicle] = await Promise.all([
      this.shipmentOf(ctx, schedule, shipment_id),
      this.lead(ctx, schedule, route_id),
      namedBy(ctx, this.drivers, { field: 'driver_id', sent: driver_id, stored: schedule.driver_id }),
      namedBy(ctx, this.vehicles, { field: 'vehicle_id', sent: vehicle_id, stored: schedule.vehicle_id }),
    ]);
    if (shipment) schedule.deliver(shipment.id);
    if (isOther(driver_id, schedule.driver_id)) schedule.giveTo(driver);
    if (isOther(vehicle_id, schedule.vehicle_id)) schedule.loadOn(vehicle);
    schedule.describe(details);
    const changed = isNew ? [] : schedules.changedFields(schedule);
    if (!isNew && changed.length === 0) return schedule;
    const refuses = schedule.is_open && (!wasOpen || changed.some((field) => decisive.has(field)));
    schedule.warn(await this.policy.warningsOf(ctx, { schedule, shipment, driver, vehicle }, refuses));
    return isNew ? schedules.insert(ctx, schedule) : schedules.save(ctx, schedule);
  }

  /** No operation deletes a shipment: it need not be locked. */
  private shipmentOf(ctx: Context, { shipment_id: stored }: DeliverySchedule, sent: string | undefined) {
    return sent === undefined || !isOther(sent, stored)
      ? this.shipments.ofSchedule(ctx, stored)
      : this.shipments.named(ctx, 'shipment_id', sent);
  }

  /** Nor a route. */
  private async lead(ctx: Context, schedule: DeliverySchedule, sent: string | null | undefined): Promise<void> {
    if (!isOther(sent, schedule.route_id)) return;
    schedule.takeRoute(typeof sent === 'string' ? (await this.routes.named(ctx, 'route_id', sent)).id : null);
  }
}

/** @throws forbidden naming what else would change; what is sent back as it was read changes nothing */
function refuseBeyondStatus(schedule: DeliverySchedule, { status: _status, ...changes }: ScheduleChanges): void {
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (field) =>
      changes[field] !== undefined && !isDeepStrictEqual(plain(field, changes[field]), plain(field, schedule[field])),
  );
  if (fields.length > 0) throw forbidden(messages.beyondOwnDeliveries({ fields }));
}

/** As it is stored: ids in lower case, objects without their class. */
const plain = (field: string, value: unknown): unknown =>
  typeof value === 'string' && field.endsWith('_id') ? value.toLowerCase() : structuredClone(value);

/** Whether what was sent names another one than before; what is equal is not looked up again. */
const isOther = (sent: string | null | undefined, stored: string | null | undefined): boolean =>
  sent !== undefined && (sent?.toLowerCase() ?? null) !== (stored ?? null);
