import { Injectable } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { ScheduleRepository } from '../schedule/schedule.repository.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { deliveryOrderOf, type DeliveryOrder } from './delivery-order.js';

/**
 * The document that drivers carry along. It has no separate number: it is asked for by GET, which must write nothing, is printed again when
 * address, driver or amount have changed, and no law counts it; the tracking number names it, once and permanently.
 */
@Injectable()
export class DeliveryOrderService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly schedules: ScheduleRepository,
    private readonly tenants: TenantService,
  ) {}

  /** @throws not_found */
  async of(ctx: Context, shipment_id: string): Promise<DeliveryOrder> {
    const shipment = await this.shipments.get(ctx, shipment_id);
    const [schedule, tenant] = await Promise.all([
      this.schedules.newestOpen(ctx, shipment.id),
      this.tenants.get(ctx, ctx.tenant_id),
    ]);
    return deliveryOrderOf(shipment, schedule, tenant);
  }
}
