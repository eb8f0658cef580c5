import { Injectable } from '@nestjs/common';
import { ModuleService, TenantRepository } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Party } from '../shipment/party.js';
import type { Shipment, TimeWindow } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { ShipmentStatus } from '../shipment/shipment-statuses.js';
import type { ShipmentEvent } from '../tracking/shipment-event.entity.js';
import { ShipmentHistory } from '../tracking/shipment-history.js';
import type { TrackedLink } from './tracking-token.js';

/** So long after the delivery its link ends, and as long after a shipment was cancelled or came back. */
const SHOWN_AFTERWARDS_MS = 30 * 86_400_000;
const OVER: ReadonlySet<ShipmentStatus> = new Set(['cancelled', 'returned']);
/** How many of the last entries of its history are shown. */
const SHOWN = 100;

/** As much of an address as everybody may know who has the link. */
export interface PublicPlace {
  city: string | null;
  state: string | null;
}

/**
 * All that a link shows of a shipment: written out here, so that nothing else of it comes to a page that needs no
 * account. Where it was scanned is not shown: that is a free text, or the address of a person.
 */
export interface PublicShipment {
  tracking_number: string;
  status: ShipmentStatus;
  origin: PublicPlace;
  destination: PublicPlace;
  /** YYYY-MM-DD. */
  delivery_date: string | null;
  delivery_time_window: TimeWindow | null;
  estimated_delivery_time: Date;
  actual_delivery_time: Date | null;
  /** In the order of recording. */
  history: { status: ShipmentStatus; at: Date }[];
}

/** When the present link of a shipment ends; null while it is under way. @param entries the last of its history */
function linkEndsAt({ actual_delivery_time, status }: Shipment, entries: readonly ShipmentEvent[]): Date | null {
  const last = OVER.has(status) ? entries.findLast(({ changes }) => changes.length === 0) : undefined;
  // Whose clock was ahead was told so now.
  const ended = last && Math.min(last.happened_at.getTime(), last.created_at.getTime());
  const over = actual_delivery_time?.getTime() ?? ended;
  return over === undefined ? null : new Date(over + SHOWN_AFTERWARDS_MS);
}

/** The view of shipments for holders of their links. */
@Injectable()
export class PublicTracking {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly history: ShipmentHistory,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
  ) {}

  /**
   * In the tenant that the link names. @returns null where the link has ended or was renewed, and where the business is
   * suspended or does without logistics
   */
  async shown(ctx: Context, { shipment_id, generation }: TrackedLink): Promise<PublicShipment | null> {
    const [tenant, usage, shipment, entries] = await Promise.all([
      this.tenants.find(ctx, ctx.tenant_id),
      this.modules.usage(ctx, 'logistics'),
      this.shipments.find(ctx, shipment_id),
      this.history.latest(ctx, shipment_id, SHOWN),
    ]);
    if (!tenant?.is_active || usage.status === 'disabled') return null;
    if (shipment?.link_generation !== generation) return null;
    const ends = linkEndsAt(shipment, entries);
    if (ends !== null && ends <= ctx.now) return null;
    // Entries since the shipment was read are no part of it; what was corrected is not for the holder of a link.
    const told = entries.filter(({ position, changes }) => position <= shipment.events && changes.length === 0);
    return {
      tracking_number: shipment.tracking_number,
      status: shipment.status,
      origin: placeOf(shipment.origin),
      destination: placeOf(shipment.destination),
      delivery_date: shipment.delivery_date,
      delivery_time_window: shipment.delivery_time_window,
      estimated_delivery_time: shipment.estimated_delivery_time,
      actual_delivery_time: shipment.actual_delivery_time,
      history: told.map(({ status, happened_at: at }) => ({ status, at })),
    };
  }

  /** When the present link of a shipment ends; null while it is under way. */
  async endsAt(ctx: Context, shipment: Shipment): Promise<Date | null> {
    const entries = OVER.has(shipment.status) ? await this.history.latest(ctx, shipment.id, SHOWN) : [];
    return linkEndsAt(shipment, entries);
  }

  /** The link of before shows nothing any more: the shipment has another one. @throws not_found */
  async renew(ctx: Context, shipment_id: string): Promise<Shipment> {
    const shipment = await this.shipments.lock(ctx, shipment_id);
    shipment.link_generation += 1;
    return this.shipments.save(ctx, shipment, 'renew_tracking_link');
  }
}

const placeOf = ({ address }: Party): PublicPlace => ({ city: address?.city ?? null, state: address?.state ?? null });
