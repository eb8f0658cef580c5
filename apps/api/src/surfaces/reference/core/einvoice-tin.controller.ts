import { Body, Controller } from '@nestjs/common';
import { TinCheckService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Acts, Addition } from '../../../wire/route.js';
import { TinCheckBody, TinCheckView, tinCheckView } from './einvoice-check.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/tin')
export class ReferenceEinvoiceTinController {
  constructor(private readonly tins: TinCheckService) {}

  @Acts('validate', TinCheckView, {
    summary: 'Check a TIN',
    description:
      'Asks MyInvois whether a TIN and a number of identity belong together. known is null where no answer comes. An answer is repeated for 30 days, for one day where the TIN is unknown. 429 for the 21st question of the business in a minute (A-517).',
  })
  @Addition()
  async validate(@Ctx() ctx: Context, @Body() body: TinCheckBody) {
    return tinCheckView(await this.tins.check(ctx, body));
  }
}
