import { Body, Controller, Param, Query } from '@nestjs/common';
import { StaffService } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { staffTable } from './staff.table.js';
import { StaffBody, StaffBulkBody, StaffListQuery, StaffPatch, StaffView, staffView } from './staff.wire.js';

@ApiTags('staff')
@OfModule('beauty')
@Records({ staff_id: StaffService })
@Controller('api/v1/beauty/staff')
export class ReferenceStaffController {
  constructor(
    private readonly staff: StaffService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', StaffView, {
    summary: 'Create a member of staff',
    description:
      'Only the names are required. Pay and IC number may be given by everybody who may create a member, and are shown to administrators and managers (A-253).',
  })
  async create(@Ctx() ctx: Context, @Body() body: StaffBody) {
    return staffView(ctx.actor)(await this.staff.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('members of staff'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: StaffBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, staffTable, body), language);
  }

  @Lists('', 'staff', StaffView, {
    summary: 'List staff',
    description: 'Newest first. Texts are compared whole, ignoring case.',
  })
  async list(@Ctx() ctx: Context, @Query() query: StaffListQuery) {
    return (await this.staff.list(ctx, query, pageOf(query))).map(staffView(ctx.actor));
  }

  @Reads(':staff_id', StaffView, {
    summary: 'Read a member of staff',
    description:
      'Administrators and managers see pay and the whole IC number, others no pay and the last four characters of the IC number (A-253).',
  })
  async get(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffView(ctx.actor)(await this.staff.get(ctx, id));
  }

  @Changes(':staff_id', StaffView, {
    summary: 'Change a member of staff',
    description:
      'Absent fields are unchanged. A caller that does not see pay and IC number may send back what was shown; another value is answered with 403 (A-18, A-253).',
  })
  async update(@Ctx() ctx: Context, @Param('staff_id') id: string, @Body() body: StaffPatch) {
    return staffView(ctx.actor)(await this.staff.update(ctx, id, body));
  }

  @Deletes(':staff_id', DeletedView, {
    summary: 'Delete a member of staff',
    description: 'Appointments that name the member are kept (A-254).',
  })
  async remove(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return deleted(await this.staff.remove(ctx, id));
  }

  @Acts(':staff_id/restore', StaffView, {
    summary: 'Restore a deleted member of staff',
    description:
      'A member of staff that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffView(ctx.actor)(await this.staff.restore(ctx, id));
  }
}
