import { Controller, Param } from '@nestjs/common';
import { EinvoiceDocumentService, TenantRepository, type PrintedEinvoice } from '@usaha/core';
import { includesRole, type Context, type Language } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Records } from '../../../wire/records.js';
import { Addition, ReadsFile } from '../../../wire/route.js';
import { StreamedFile } from '../../../wire/streamed-file.js';

@ApiTags('einvoices')
@Records({ einvoice_id: EinvoiceDocumentService })
@Controller('api/v1/einvoices')
export class ReferenceEinvoicePrintsController {
  constructor(
    private readonly einvoices: EinvoiceDocumentService,
    private readonly tenants: TenantRepository,
    private readonly pdf: PdfRenderer,
  ) {}

  @ReadsFile(':einvoice_id/pdf', 'application/pdf', {
    summary: 'Print an e-invoice',
    description:
      'Returns the e-invoice as PDF (A4), in English or Malay (Accept-Language): parties, lines and sums as its text has them, and once it is valid its page at MyInvois as QR code. One of the simulator says SIMULATION. Roles below manager see the last four characters of TIN and number of the buyer (A-528, A-531).',
  })
  @Addition()
  async print(@Ctx() ctx: Context, @Param('einvoice_id') id: string, @ReadIn() language: Language) {
    const [printed, tenant] = await Promise.all([
      this.einvoices.printed(ctx, id),
      this.tenants.get(ctx, ctx.tenant_id),
    ]);
    const seesAll = ctx.actor !== null && includesRole(ctx.actor.role, 'manager');
    const einvoice = seesAll ? printed : withMaskedBuyer(printed);
    const filename = `${printed.number.replace(/[^\w.-]+/g, '-')}.pdf`;
    return new StreamedFile('application/pdf', filename, async () => {
      // Drawing needs the database no more.
      await ctx.db.commitAndContinue();
      return this.pdf.render(ctx, 'einvoice', { einvoice, business: tenant.name, language }, tenant.logo_file_id);
    });
  }
}

/** A text is everybody's who has the document; numbers of its buyer are not. */
function withMaskedBuyer(einvoice: PrintedEinvoice): PrintedEinvoice {
  const { text } = einvoice;
  if (text === null) return einvoice;
  const { buyer } = text;
  const masked = { ...buyer, tin: maskedIc(buyer.tin), id_value: buyer.id_value && maskedIc(buyer.id_value) };
  return { ...einvoice, text: { ...text, buyer: masked } };
}
