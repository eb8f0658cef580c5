import { Body, Controller, Param, Query } from '@nestjs/common';
import { AppointmentDocumentService, ClientService, SoldPackageService } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, ReadsFile } from '../../../wire/route.js';
import { EntryPage, RecordPage, pageOf } from '../reference.js';
import { PaperQuery, ReceiptPrinter } from '../../../render/receipt/receipt-printer.js';
import {
  PackageRefundBody,
  PackageSessionView,
  PackageVoidBody,
  RedemptionBody,
  RefundedPackageView,
  SoldPackageBody,
  SoldPackageView,
  packageSessionView,
  refundedPackageView,
  soldPackageView,
} from './sold-packages.wire.js';

@ApiTags('client-packages')
@OfModule('beauty')
@Records({ client_id: ClientService, client_package_id: SoldPackageService })
@Controller('api/v1/beauty')
export class ReferenceSoldPackagesController {
  constructor(
    private readonly packages: SoldPackageService,
    private readonly documents: AppointmentDocumentService,
    private readonly printer: ReceiptPrinter,
  ) {}

  @Creates('clients/:client_id/packages', SoldPackageView, {
    summary: 'Sell a package to a client',
    description:
      'Copies name, price, services and expiry, and is paid at once. Sessions are those of the package, otherwise frequency × months: weekly 4, fortnightly 2, monthly 1, once 1 in all; a package that does not say is refused (A-271).',
  })
  @Addition()
  async sell(@Ctx() ctx: Context, @Param('client_id') id: string, @Body() body: SoldPackageBody) {
    return soldPackageView(await this.packages.sell(ctx, id, body));
  }

  @Lists('clients/:client_id/packages', 'packages', SoldPackageView, {
    summary: 'List the packages of a client',
    description: 'Newest first, also those that are used up or have expired.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Param('client_id') id: string, @Query() query: RecordPage) {
    return (await this.packages.list(ctx, id, pageOf(query))).map(soldPackageView);
  }

  @Acts('client-packages/:client_package_id/redeem', SoldPackageView, {
    summary: 'Redeem a session of a package',
    description:
      'Takes one session for one line of that service, which then costs nothing. No session left, a package that has expired, a line that is redeemed and an appointment that is over are refused with 409. Cancelling the appointment or removing the line gives the session back (A-271).',
  })
  @Addition()
  async redeem(@Ctx() ctx: Context, @Param('client_package_id') id: string, @Body() body: RedemptionBody) {
    return soldPackageView(await this.packages.redeem(ctx, id, body));
  }

  @Acts('client-packages/:client_package_id/void', RefundedPackageView, {
    summary: 'Make the sale of a package void',
    description:
      'For administrators and managers. Gives all money back with a credit note; no session is left, and the number stays. A package that is void already, or was used or refunded in part, is refused with 409 (A-353).',
  })
  @Addition()
  @Needs('beauty_payments.correct')
  async void(@Ctx() ctx: Context, @Param('client_package_id') id: string, @Body() { reason }: PackageVoidBody) {
    return refundedPackageView(await this.packages.void(ctx, id, reason));
  }

  @Acts('client-packages/:client_package_id/refund', RefundedPackageView, {
    summary: 'Refund what is left of a package',
    description:
      'For administrators and managers. Gives back the worth of the sessions that are left, with a credit note: no session is left then. Less than that leaves the sessions, which are worth the less. Nothing left, or a void package, is refused with 409, more than is left with 400 (A-353).',
  })
  @Addition()
  @Needs('beauty_payments.correct')
  async refund(@Ctx() ctx: Context, @Param('client_package_id') id: string, @Body() body: PackageRefundBody) {
    return refundedPackageView(await this.packages.refund(ctx, id, body));
  }

  @Lists('client-packages/:client_package_id/sessions', 'movements', PackageSessionView, {
    summary: "List the movements of a package's sessions",
    description: 'Newest first. Their sum per service is what remains (A-271).',
  })
  @Addition()
  async sessions(@Ctx() ctx: Context, @Param('client_package_id') id: string, @Query() query: EntryPage) {
    return (await this.packages.sessions(ctx, id, pageOf(query))).map(packageSessionView);
  }

  @ReadsFile('client-packages/:client_package_id/receipt', 'application/pdf', {
    summary: 'Print the receipt of a package',
    description: 'Returns the receipt of the sale as PDF, in English or Malay (Accept-Language).',
  })
  @Addition()
  async receipt(
    @Ctx() ctx: Context,
    @Param('client_package_id') id: string,
    @Query() { paper }: PaperQuery,
    @ReadIn() language: Language,
  ) {
    return this.printer.print(ctx, await this.documents.ofPackage(ctx, id), { language, paper });
  }
}
