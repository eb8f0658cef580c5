import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  DeliveryOrderService,
  FreightCorrectionService,
  FreightInvoiceService,
  ShipmentService,
} from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';
import { FreightInvoiceBody, FreightInvoiceQuery, FreightInvoiceView, freightInvoiceView } from './freight.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService })
@Controller('api/v1/logistics/shipments')
export class ReferenceFreightController {
  constructor(
    private readonly orders: DeliveryOrderService,
    private readonly invoices: FreightInvoiceService,
    private readonly corrections: FreightCorrectionService,
    private readonly pdf: PdfRenderer,
    private readonly printer: ReceiptPrinter,
  ) {}

  @ReadsFile(':shipment_id/delivery-order', 'application/pdf', {
    summary: 'Print the delivery order of a shipment',
    description:
      'Returns the delivery order as PDF (A4), in English or Malay (Accept-Language), under the tracking number and as the shipment is now: parties, package, instructions, promised time, driver and vehicle, and lines to be signed. Driver, vehicle and instructions of the newest open delivery schedule stand in. No prices, save what is to be collected on delivery.',
  })
  @Addition()
  async deliveryOrder(@Ctx() ctx: Context, @Param('shipment_id') id: string, @ReadIn() language: Language) {
    const order = await this.orders.of(ctx, id);
    // Drawing takes its time, and needs the database no more.
    await ctx.db.commitAndContinue();
    const sheet = { order, printed_at: ctx.now, language };
    const bytes = await this.pdf.render(ctx, 'deliveryOrder', sheet, order.business.logo_file_id);
    return new StreamedFile('application/pdf', `delivery-order-${order.tracking_number}.pdf`, bytes);
  }

  @Acts(':shipment_id/invoice', FreightInvoiceView, {
    summary: 'Issue the freight invoice of a shipment',
    description:
      'One invoice per shipment: one that exists is the answer, and other charges than it was issued for are refused with 409, until it is cancelled (A-371). Parties, business and money stay as they are now, also when they are changed afterwards. The tax is within the amounts, where the settings of the business have an sst_registration_number (A-318).',
  })
  @Addition()
  async issue(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Body() { charges = [] }: FreightInvoiceBody,
    @ReadIn() language: Language,
  ) {
    return freightInvoiceView(language)(await this.invoices.issue(ctx, id, charges));
  }

  @ReadsFile(':shipment_id/invoice', 'application/pdf', {
    summary: 'Print the freight invoice of a shipment',
    description:
      'Returns the last invoice, or the one of a number, as PDF (A4), in English or Malay (Accept-Language). Before it was issued it is not found. It lists its credit notes, and shows the DuitNow QR of the business for what is open (A-468).',
  })
  @Addition()
  async invoice(
    @Ctx() ctx: Context,
    @Param('shipment_id') id: string,
    @Query() { invoice_number, qr }: FreightInvoiceQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.corrections.document(ctx, id, invoice_number, language), {
      language,
      qr,
    });
  }
}
