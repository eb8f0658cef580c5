import { Body, Controller, Param, Query } from '@nestjs/common';
import { SalonServices } from '@usaha/beauty';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  SalonServiceBody,
  SalonServiceListQuery,
  SalonServicePatch,
  SalonServiceView,
  salonServiceView,
} from './services.wire.js';

@ApiTags('services')
@OfModule('beauty')
@Records({ service_id: SalonServices })
@Controller('api/v1/beauty/services')
export class ReferenceSalonServicesController {
  constructor(private readonly services: SalonServices) {}

  @Creates('', SalonServiceView, {
    summary: 'Create a service',
    description: 'Name and price are required. Discounts change no price by themselves (A-257).',
  })
  async create(@Ctx() ctx: Context, @Body() body: SalonServiceBody) {
    return salonServiceView(await this.services.create(ctx, body));
  }

  @Lists('', 'services', SalonServiceView, {
    summary: 'List services',
    description: 'Newest first. Inactive services are listed too unless is_active says otherwise (A-258).',
  })
  async list(@Ctx() ctx: Context, @Query() query: SalonServiceListQuery) {
    return (await this.services.list(ctx, query, pageOf(query))).map(salonServiceView);
  }

  @Reads(':service_id', SalonServiceView, { summary: 'Read a service', description: 'The service as it is now.' })
  async get(@Ctx() ctx: Context, @Param('service_id') id: string) {
    return salonServiceView(await this.services.get(ctx, id));
  }

  @Changes(':service_id', SalonServiceView, {
    summary: 'Change a service',
    description: 'Absent fields are unchanged. Booked appointments keep their price (A-18, A-109).',
  })
  async update(@Ctx() ctx: Context, @Param('service_id') id: string, @Body() body: SalonServicePatch) {
    return salonServiceView(await this.services.update(ctx, id, body));
  }

  @Deletes(':service_id', DeletedView, {
    summary: 'Delete a service',
    description: 'It can no longer be booked. Appointments, packages and memberships that name it stay (A-254).',
  })
  async remove(@Ctx() ctx: Context, @Param('service_id') id: string) {
    return deleted(await this.services.remove(ctx, id));
  }

  @Acts(':service_id/restore', SalonServiceView, {
    summary: 'Restore a deleted service',
    description:
      'A service that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('service_id') id: string) {
    return salonServiceView(await this.services.restore(ctx, id));
  }
}
