import { Body, Controller, Param, Query } from '@nestjs/common';
import { CodRemittanceRepository, CodRemittanceService, DriverService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists } from '../../../wire/route.js';
import { EntryPage, pageOf } from '../reference.js';
import {
  CodRemittanceBody,
  CodRemittanceView,
  RemittedView,
  VoidEntryBody,
  codRemittanceView,
  remittedView,
} from './cod.wire.js';

@ApiTags('drivers')
@OfModule('logistics')
@Records({ driver_id: DriverService, remittance_id: CodRemittanceRepository })
@Controller('api/v1/logistics/drivers')
export class ReferenceCodRemittancesController {
  constructor(private readonly remittances: CodRemittanceService) {}

  @Creates(':driver_id/cod-remittances', RemittedView, {
    summary: 'Record cash on delivery that a driver hands in',
    description:
      'It is taken off what the driver holds; the answer says what is left of it. More than is recorded as collected is taken too: parcels without a recorded amount bring cash (A-381). Of a driver whose data were erased a note is refused with 409.',
  })
  @Addition()
  async record(@Ctx() ctx: Context, @Param('driver_id') id: string, @Body() body: CodRemittanceBody) {
    return remittedView(await this.remittances.record(ctx, id, body));
  }

  @Lists(':driver_id/cod-remittances', 'cod_remittances', CodRemittanceView, {
    summary: 'List what a driver handed in',
    description: 'The last recorded first, void remittances too.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Param('driver_id') id: string, @Query() query: EntryPage) {
    return (await this.remittances.list(ctx, id, pageOf(query))).map(codRemittanceView);
  }

  @Acts(':driver_id/cod-remittances/:remittance_id/void', RemittedView, {
    summary: 'Make a remittance void',
    description:
      'For administrators and managers. It stays listed and counts on no day; the driver holds its amount again. One that is void already is refused with 409. The reason is not kept where the data of the driver were erased.',
  })
  @Addition()
  @Needs('cod.correct')
  async void(
    @Ctx() ctx: Context,
    @Param('driver_id') driver_id: string,
    @Param('remittance_id') id: string,
    @Body() { reason }: VoidEntryBody,
  ) {
    return remittedView(await this.remittances.void(ctx, driver_id, id, reason));
  }
}
