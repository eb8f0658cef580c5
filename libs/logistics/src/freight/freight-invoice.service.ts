import { Injectable } from '@nestjs/common';
import { TenantService, sellerOf } from '@usaha/core';
import { conflict, malaysianDay, type Context } from '@usaha/shared';
import { sstPercent } from '@usaha/shared/malaysia';
import { messages } from '../messages.js';
import { collectsCash } from '../shipment/cash-on-delivery.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { Charge } from './charges.js';
import { FreightInvoice } from './freight-invoice.entity.js';
import { tellInvoiced } from './freight-invoice.events.js';
import { FreightInvoiceRepository } from './freight-invoice.repository.js';

/** What the carriage of shipments costs, as it is asked for. */
@Injectable()
export class FreightInvoiceService {
  constructor(
    private readonly invoices: FreightInvoiceRepository,
    private readonly shipments: ShipmentRepository,
    private readonly tenants: TenantService,
  ) {}

  /**
   * Issues the invoice of a shipment; where there is one that is not cancelled, that is the answer.
   * @param sent none: the shipment's payment_amount is the one charge
   * @throws not_found; conflict where charges have to be sent, and for other charges than those it was issued for; invalid for charges that come to more than can be kept
   */
  async issue(ctx: Context, shipment_id: string, sent: readonly Charge[]): Promise<FreightInvoice> {
    // A parallel request waits here, and finds it afterwards: the number is drawn once.
    const shipment = await this.shipments.lock(ctx, shipment_id);
    const issued = await this.invoices.ofShipment(ctx, shipment.id);
    if (issued) {
      issued.assertOf(sent);
      return issued;
    }
    const charges = sent.length > 0 ? sent : [carriageOf(shipment)];
    const seller = sellerOf(await this.tenants.get(ctx, ctx.tenant_id));
    const tax_rate = seller.sst_registration_number ? sstPercent('logistics', malaysianDay(ctx.now)) : null;
    const made = FreightInvoice.of(shipment, { charges, seller, tax_rate });
    const invoice = await this.invoices.insertNumbered(ctx, made, 'issue');
    tellInvoiced(ctx, invoice);
    return invoice;
  }
}

/** The amount collected for the sender is no charge of ours. @throws conflict where nothing tells what carriage costs */
function carriageOf(shipment: Shipment): Charge {
  const { payment_amount } = shipment;
  if (collectsCash(shipment)) throw conflict('charges', messages.chargesForCashOnDelivery());
  if (payment_amount === null) throw conflict('charges', messages.chargesWithoutAmount());
  return { description: null, amount: payment_amount };
}
