import { Body, Controller, Param } from '@nestjs/common';
import { ClientService, MembershipService } from '@usaha/beauty';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates } from '../../../wire/route.js';
import { MembershipFeeBody, MembershipFeeView, membershipFeeView } from './memberships.wire.js';

@ApiTags('memberships')
@OfModule('beauty')
@Records({ client_id: ClientService })
@Controller('api/v1/beauty/clients')
export class ReferenceMembershipFeesController {
  constructor(private readonly memberships: MembershipService) {}

  @Creates(':client_id/memberships', MembershipFeeView, {
    summary: 'Take the fee of a membership',
    description:
      'Takes the annual_fee of one year: it is revenue of the day (A-352). A membership without a fee, and one of which all years are paid, or as many as have begun where it has no end, are refused with 409.',
  })
  @Addition()
  async pay(@Ctx() ctx: Context, @Param('client_id') id: string, @Body() body: MembershipFeeBody) {
    return membershipFeeView(await this.memberships.pay(ctx, id, body));
  }
}
