import { Injectable } from '@nestjs/common';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { announceCreated, announceStatus } from '../tracking/shipment-events.js';
import { ShipmentHistory, noteOn } from '../tracking/shipment-history.js';
import { newTrackingNumber, randomCharacters } from '../tracking/tracking-number.js';
import { ScheduleFollowing } from '../schedule/schedule-following.js';
import { Shipment, type ShipmentDetails } from './shipment.entity.js';
import { ShipmentRepository, type ShipmentQuery } from './shipment.repository.js';
import type { ShipmentStatus } from './shipment-statuses.js';

/** What a shipment is created from. */
export type NewShipment = Partial<ShipmentDetails> & Pick<ShipmentDetails, 'origin' | 'destination'>;

/** What may be changed of a shipment in any status; absent fields stay, null clears an optional field. */
export type ShipmentChanges = Partial<ShipmentDetails> & { status?: ShipmentStatus };

/** What the history tells of when it is changed after dispatch: by name, never by value. */
const told: ReadonlySet<string> = new Set([
  'destination',
  'insurance_amount',
  'payment_method',
  'payment_amount',
  'cod',
]);

/** The shipments of the context's tenant. */
@Injectable()
export class ShipmentService {
  /** The random part of tracking numbers. */
  drawCharacters = randomCharacters;

  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly history: ShipmentHistory,
    private readonly schedules: ScheduleFollowing,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Shipment> {
    return this.shipments.get(ctx, id);
  }

  list(ctx: Context, query: ShipmentQuery, page: PageRequest): Promise<Page<Shipment>> {
    return this.shipments.list(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<ShipmentRepository['byKey']> {
    return this.shipments.byKey(ctx, key, texts);
  }

  /** Always pending. @throws invalid for money that cannot be kept, and for one coordinate without the other */
  async create(ctx: Context, data: NewShipment): Promise<Shipment> {
    const shipment = Shipment.of(data, ctx.now);
    const entry = noteOn(shipment, ctx.now);
    this.shipments.add(ctx, shipment, newTrackingNumber(ctx.now, this.drawCharacters));
    this.history.append(ctx, [entry]);
    announceCreated(ctx, shipment);
    return shipment;
  }

  /** In any status. @throws not_found; invalid as at its creation */
  async update(ctx: Context, id: string, { status, ...said }: ShipmentChanges): Promise<Shipment> {
    const shipment = await this.shipments.lock(ctx, id);
    const { status: previous_status, package_details } = shipment;
    shipment.describe(said);
    const changes = previous_status === 'pending' ? [] : this.toldChanges(shipment, package_details.value_myr);
    const entries = changes.length > 0 ? [noteOn(shipment, ctx.now, { changes })] : [];
    if (status !== undefined && status !== previous_status) {
      shipment.reach(status, ctx.now);
      entries.push(noteOn(shipment, ctx.now));
      if (await this.schedules.isOn(ctx)) await this.schedules.follow(ctx, [{ shipment_id: shipment.id, status }]);
    }
    this.shipments.save(ctx, shipment);
    this.history.append(ctx, entries);
    announceStatus(ctx, { shipment, previous_status });
    return shipment;
  }

  private toldChanges(shipment: Shipment, value_myr: unknown): string[] {
    const changes = this.shipments.changedFields(shipment).filter((name) => told.has(name));
    return (shipment.package_details.value_myr ?? null) === (value_myr ?? null)
      ? changes
      : [...changes, 'package_details.value_myr'];
  }
}
