import { Body, Controller, Param, Query } from '@nestjs/common';
import { FeeService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { FeeBody, FeeListQuery, FeePatch, FeeView, feeView } from './fees.wire.js';

@ApiTags('fees')
@OfModule('education')
@Records({ fee_id: FeeService })
@Controller('api/v1/education/fees')
export class ReferenceFeesController {
  constructor(private readonly fees: FeeService) {}

  @Creates('', FeeView, {
    summary: 'Create a fee',
    description: 'Type and amount are required. Equal fees may be entered twice (A-230).',
  })
  async create(@Ctx() ctx: Context, @Body() body: FeeBody) {
    return feeView(await this.fees.create(ctx, body));
  }

  @Lists('', 'fees', FeeView, { summary: 'List fees', description: 'Newest first. Texts are compared ignoring case.' })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: FeeListQuery) {
    return (await this.fees.list(ctx, query, pageOf(query))).map(feeView);
  }

  @Reads(':fee_id', FeeView, { summary: 'Read a fee', description: 'The fee as it is now.' })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('fee_id') id: string) {
    return feeView(await this.fees.get(ctx, id));
  }

  @Changes(':fee_id', FeeView, {
    summary: 'Change a fee',
    description: 'Absent fields are unchanged. Payments and invoices made before keep their figures (A-230).',
  })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('fee_id') id: string, @Body() body: FeePatch) {
    return feeView(await this.fees.update(ctx, id, body));
  }

  @Deletes(':fee_id', DeletedView, {
    summary: 'Delete a fee',
    description: 'No new payment or invoice can name it; those that exist are kept.',
  })
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('fee_id') id: string) {
    return deleted(await this.fees.remove(ctx, id));
  }

  @Acts(':fee_id/restore', FeeView, {
    summary: 'Restore a deleted fee',
    description:
      'A fee that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('fee_id') id: string) {
    return feeView(await this.fees.restore(ctx, id));
  }
}
