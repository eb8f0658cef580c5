import { Injectable } from '@nestjs/common';
import { TenantRepository, type Letterhead } from '@usaha/core';
import { invalid, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';

/** How many labels are printed at once. */
const MOST = 100;

/** What labels of parcels are printed from. */
export interface Labelled {
  /** The courier. */
  business: Letterhead;
  shipments: Shipment[];
}

/** Shipments whose labels are to be printed. */
@Injectable()
export class LabelService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly tenants: TenantRepository,
  ) {}

  /** @throws not_found */
  async one(ctx: Context, id: string): Promise<Labelled> {
    const [shipment, business] = await Promise.all([this.shipments.get(ctx, id), this.tenants.get(ctx, ctx.tenant_id)]);
    return { business, shipments: [shipment] };
  }

  /** In the order of the ids; one that is named twice, once. @throws invalid for none, for more than 100, and naming the first that is unknown */
  async several(ctx: Context, ids: readonly string[]): Promise<Labelled> {
    if (ids.length === 0 || ids.length > MOST)
      throw invalid('ids', messages.labelCount({ most: MOST, count: ids.length }));
    const named = ids.map((id) => id.toLowerCase());
    const [shipments, business] = await Promise.all([
      this.shipments.allNamed(ctx, 'ids', named),
      this.tenants.get(ctx, ctx.tenant_id),
    ]);
    return { business, shipments: [...new Set(shipments)] };
  }
}
