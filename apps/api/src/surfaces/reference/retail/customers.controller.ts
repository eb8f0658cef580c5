import { Body, Controller, Param, Query } from '@nestjs/common';
import { CustomerService, LoyaltyService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { replayedIf } from '../../../wire/present.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads, Replays } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, EntryPage, deleted, pageOf } from '../reference.js';
import { customerTable } from './customers.table.js';
import {
  CustomerBody,
  CustomerBulkBody,
  CustomerListQuery,
  CustomerPatch,
  CustomerView,
  customerView,
} from './customers.wire.js';
import { PointsMovementView, pointsMovementView } from './loyalty.wire.js';

@ApiTags('customers')
@OfModule('retail')
@Records({ customer_id: CustomerService })
@Controller('api/v1/retail/customers')
export class ReferenceCustomersController {
  constructor(
    private readonly customers: CustomerService,
    private readonly loyalty: LoyaltyService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', CustomerView, {
    summary: 'Create a customer',
    description:
      'Only the names are required. Initial points are the first entry of the points ledger; without a tier, the tier for the points is set (A-167, A-103). With a client_reference it is created once (A-509).',
  })
  @Replays()
  async create(@Ctx() ctx: Context, @Body() body: CustomerBody) {
    const { made, is_replayed } = await this.customers.createOnce(ctx, body);
    return replayedIf(is_replayed, customerView(made));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('customers'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: CustomerBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, customerTable, body), language);
  }

  @Lists('', 'customers', CustomerView, { summary: 'List customers', description: 'Newest first.' })
  async list(@Ctx() ctx: Context, @Query() query: CustomerListQuery) {
    return (await this.customers.list(ctx, query, pageOf(query))).map(customerView);
  }

  @Reads(':customer_id', CustomerView, {
    summary: 'Read a customer',
    description: 'Includes the current points and tier.',
  })
  async get(@Ctx() ctx: Context, @Param('customer_id') id: string) {
    return customerView(await this.customers.get(ctx, id));
  }

  @Changes(':customer_id', CustomerView, {
    summary: 'Change a customer',
    description:
      'Absent fields are unchanged. A changed points balance is recorded as a correction in the ledger. A tier set here is kept until the points next change (A-18, A-167, A-103).',
  })
  async update(@Ctx() ctx: Context, @Param('customer_id') id: string, @Body() body: CustomerPatch) {
    return customerView(await this.customers.update(ctx, id, body));
  }

  @Deletes(':customer_id', DeletedView, {
    summary: 'Delete a customer',
    description: "Deletes the customer. Past sales keep the customer's id.",
  })
  async remove(@Ctx() ctx: Context, @Param('customer_id') id: string) {
    return deleted(await this.customers.remove(ctx, id));
  }

  @Acts(':customer_id/restore', CustomerView, {
    summary: 'Restore a deleted customer',
    description:
      'A customer that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('customer_id') id: string) {
    return customerView(await this.customers.restore(ctx, id));
  }

  @Lists(':customer_id/points', 'movements', PointsMovementView, {
    summary: "Read a customer's points ledger",
    description: 'Lists every change of the points, newest first. The balance is their sum (A-167).',
  })
  @Addition()
  async points(@Ctx() ctx: Context, @Param('customer_id') id: string, @Query() query: EntryPage) {
    return (await this.loyalty.movements(ctx, id, pageOf(query))).map(pointsMovementView);
  }
}
