import { Body, Controller, Query } from '@nestjs/common';
import { DuitNowQrService, assertSen } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { PdfRenderer } from '../../../render/pdf/pdf-renderer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Addition, Changes, Deletes, Reads } from '../../../wire/route.js';
import { DeletedView, deleted } from '../reference.js';
import {
  AskedDuitNowQrView,
  DuitNowQrBody,
  DuitNowQrQuery,
  DuitNowQrView,
  askedDuitNowQrView,
  duitNowQrView,
} from './duitnow-qr.wire.js';

@ApiTags('payment-account')
@Controller('api/v1/payment-account/duitnow-qr')
export class ReferenceDuitNowQrController {
  constructor(
    private readonly codes: DuitNowQrService,
    private readonly drawings: PdfRenderer,
  ) {}

  @Reads('', AskedDuitNowQrView, {
    summary: 'Read your DuitNow QR',
    description:
      'For administrators. Tells what the static DuitNow QR of the business says. With `amount` the answer has the code for that amount: `payload`, `qr_svg` and `amount_included`. A code with a hash or an amount of its bank stays as it is. 404 without a code (A-468).',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context, @Query() { amount }: DuitNowQrQuery) {
    if (amount !== undefined) assertSen('amount', amount);
    const stored = await this.codes.get(ctx);
    if (amount === undefined) return askedDuitNowQrView(stored, null);
    const asked = stored.payload.asking(amount);
    // The thread that draws may have others before: no connection waits with it.
    await ctx.db.commitAndContinue();
    const svg = await this.drawings.render(ctx, 'qrCode', { text: asked.payload });
    return askedDuitNowQrView(stored, { ...asked, qr_svg: Buffer.from(svg).toString('utf8') });
  }

  @Changes('', DuitNowQrView, {
    summary: 'Set your DuitNow QR',
    description:
      'For administrators. Takes the text of the static DuitNow QR that the bank gave to the business. It is printed, with the amount, on documents that are still to be paid. The service is not told of payments by it. 400 names `payload` for a text that is cut off, has a wrong CRC, or is not a static DuitNow QR in ringgit (A-468).',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async set(@Ctx() ctx: Context, @Body() { payload }: DuitNowQrBody) {
    return duitNowQrView(await this.codes.set(ctx, payload));
  }

  @Deletes('', DeletedView, {
    summary: 'Remove your DuitNow QR',
    description: 'For administrators. No document shows it any more. 404 without a code (A-468).',
  })
  @Needs('payment_account.administer')
  @SessionOnly()
  @Addition()
  async remove(@Ctx() ctx: Context) {
    return deleted(await this.codes.remove(ctx));
  }
}
