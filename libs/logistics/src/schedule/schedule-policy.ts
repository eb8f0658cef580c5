import { Injectable } from '@nestjs/common';
import { Calendar, type Bookings, type Clash, type WantedTime } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { publicHolidays } from '@usaha/shared/malaysia';
import type { Driver } from '../driver/driver.entity.js';
import { messages } from '../messages.js';
import { locate } from '../place/locate.js';
import { LogisticsConfigurations } from '../settings.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { DocumentPolicy } from '../warning/document-policy.js';
import { judgeDocuments } from '../warning/judge-documents.js';
import type { DocumentWarning, WarningCode } from '../warning/warning-codes.js';
import type { DeliverySchedule } from './delivery-schedule.entity.js';
import { ScheduleRepository, type Busy } from './schedule.repository.js';

/** Owners of calendars among drivers and vehicles. */
const kinds: Readonly<Record<Busy, string>> = { driver_id: 'logistics.driver', vehicle_id: 'logistics.vehicle' };
const fieldOf = (kind: string): Busy => (kind === kinds.driver_id ? 'driver_id' : 'vehicle_id');

/** A schedule as it is to be written, with whom and what it names; null where none is, or it was deleted since. */
export interface Judged {
  schedule: DeliverySchedule;
  shipment: Shipment | null;
  driver: Driver | null;
  vehicle: Vehicle | null;
}

/** The warnings of a delivery schedule. Nothing is refused unless the tenant has asked for that. */
@Injectable()
export class SchedulePolicy {
  private readonly bookings: Bookings<WantedTime>;

  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly documents: DocumentPolicy,
    private readonly configurations: LogisticsConfigurations,
    private readonly calendar: Calendar,
  ) {
    this.bookings = { clash: (ctx, wanted, except) => this.clash(ctx, wanted, except) };
  }

  /**
   * @param refuses whether it may be refused: what is over, and what only stays as it was, is warned of alone
   * @throws conflict where valid documents are required, or double bookings are prevented
   */
  async warningsOf(ctx: Context, judged: Judged, refuses: boolean): Promise<WarningCode[]> {
    const documents = await this.ofDocuments(ctx, judged, refuses);
    const isBusy = await this.isBusy(ctx, judged.schedule, refuses);
    return [
      ...documents,
      ...(isBusy ? (['double_booked'] as const) : []),
      ...(isHoliday(judged) ? (['public_holiday'] as const) : []),
    ];
  }

  private ofDocuments(
    ctx: Context,
    { schedule, driver, vehicle }: Judged,
    refuses: boolean,
  ): Promise<DocumentWarning[]> {
    const day = schedule.scheduled_date;
    if (!refuses) return Promise.resolve(judgeDocuments({ driver, vehicle }, day));
    const isOfDriver = judgeDocuments({ driver, vehicle: null }, day).length > 0;
    return this.documents.warningsOf(ctx, { driver, vehicle, day, field: isOfDriver ? 'driver_id' : 'vehicle_id' });
  }

  /** Whether its driver or its vehicle is on another delivery at that time. */
  private async isBusy(ctx: Context, schedule: DeliverySchedule, refuses: boolean): Promise<boolean> {
    const wanted = wantedBy(schedule);
    if (wanted.length === 0) return false;
    const except = schedule.id ?? null;
    if (refuses && (await this.configurations.of(ctx)).prevent_double_booking) {
      await this.calendar.reserve(ctx, wanted, this.bookings, except);
      return false;
    }
    return (await this.clash(ctx, wanted, except)) !== null;
  }

  private async clash(ctx: Context, wanted: readonly WantedTime[], except: string | null): Promise<Clash | null> {
    const clashes = await Promise.all(
      wanted.map(async ({ owner, field, ...span }) => {
        const other = await this.schedules.overlapping(ctx, fieldOf(owner.kind), owner.id, span, except);
        return other && { field, message: busy(fieldOf(owner.kind), other) };
      }),
    );
    return clashes.find((clash) => clash !== null) ?? null;
  }
}

/** The driver and the vehicle whose time it takes. */
function wantedBy({ is_open, starts_at: from, ends_at: to, driver_id, vehicle_id }: DeliverySchedule): WantedTime[] {
  if (!is_open || !from || !to) return [];
  const owners = Object.entries({ driver_id, vehicle_id }) as [Busy, string | null][];
  return owners.flatMap(([field, id]) => (id === null ? [] : [{ owner: { kind: kinds[field], id }, field, from, to }]));
}

/** By the holidays of the state that the shipment goes to, as its promise is worked out. */
const isHoliday = ({ schedule, shipment }: Judged): boolean =>
  publicHolidays(schedule.scheduled_date, shipment && locate(shipment.destination).state).length > 0;

function busy(whose: Busy, { scheduled_date: date, scheduled_time: time, ...other }: DeliverySchedule) {
  if (whose === 'driver_id') return messages.driverBusy({ name: other.driver_name ?? '', date, time: time ?? '' });
  return messages.vehicleBusy({ name: other.registration_number ?? '', date, time: time ?? '' });
}
