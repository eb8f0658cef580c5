import { Body, Controller, Param, Query } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import { HouseholdAccounts, HouseholdService } from '@usaha/education';
import type { Context, Language } from '@usaha/shared';
import type { QrQuery } from '../../../render/duitnow-qr/qr-query.js';
import { printedBill, printedHouseholdStatement } from '../../../render/statement/printed-household.js';
import { StatementPrinter } from '../../../render/statement/statement-printer.js';
import type { StatementSheet } from '../../../render/statement/statement-sheet.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Deletes, Lists, Reads, ReadsFile } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  HouseholdBillView,
  HouseholdBody,
  HouseholdListQuery,
  HouseholdPatch,
  HouseholdStatementView,
  HouseholdView,
  householdBillView,
  householdStatementView,
  householdView,
} from './households.wire.js';
import { PrintedBillQuery, PrintedStatementQuery, StatementFromQuery } from './invoices.wire.js';

@ApiTags('invoices')
@OfModule('education')
@Records({ household_id: HouseholdService })
@Controller('api/v1/education/households')
export class ReferenceHouseholdsController {
  constructor(
    private readonly households: HouseholdService,
    private readonly accounts: HouseholdAccounts,
    private readonly tenants: TenantService,
    private readonly printouts: StatementPrinter,
  ) {}

  @Creates('', HouseholdView, {
    summary: 'Create a household',
    description:
      'Only the name is required. The order of students decides who pays in full where sibling_discount_percent is set. A student of another household is refused with 409 (A-362).',
  })
  @Addition()
  async create(@Ctx() ctx: Context, @Body() body: HouseholdBody) {
    return householdView(await this.households.create(ctx, body));
  }

  @Lists('', 'households', HouseholdView, { summary: 'List households', description: 'Newest first.' })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: HouseholdListQuery) {
    return (await this.households.list(ctx, pageOf(query))).map(householdView);
  }

  @Reads(':household_id', HouseholdView, { summary: 'Read a household', description: 'With its students.' })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('household_id') id: string) {
    return householdView(await this.households.get(ctx, id));
  }

  @Changes(':household_id', HouseholdView, {
    summary: 'Change a household',
    description: 'Absent fields are unchanged. A list of students replaces the one before; invoices made before stay.',
  })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('household_id') id: string, @Body() body: HouseholdPatch) {
    return householdView(await this.households.update(ctx, id, body));
  }

  @Deletes(':household_id', DeletedView, {
    summary: 'Delete a household',
    description: 'Its students stay and are in none; name and guardians are blanked.',
  })
  @Addition()
  async remove(@Ctx() ctx: Context, @Param('household_id') id: string) {
    return deleted(await this.households.remove(ctx, id));
  }

  @Reads(':household_id/statement', HouseholdStatementView, {
    summary: 'Read the statement of account of a household',
    description: 'Sums of the accounts of its students in one currency, and of all.',
  })
  @Addition()
  async statement(@Ctx() ctx: Context, @Param('household_id') id: string, @Query() query: PrintedStatementQuery) {
    return householdStatementView(await this.accounts.statement(ctx, id, query.currency));
  }

  @ReadsFile(':household_id/statement/pdf', 'application/pdf', {
    summary: 'Print the statement of account of a household',
    description:
      'All entries of its students in one currency by date, in English or Malay (Accept-Language), from date_from if that is given: at most 1,000. A balance shows the DuitNow QR of the school (A-468).',
  })
  @Addition()
  async printedStatement(
    @Ctx() ctx: Context,
    @Param('household_id') id: string,
    @Query() query: StatementFromQuery,
    @ReadIn() language: Language,
  ) {
    const statement = await this.accounts.printed(ctx, id, query);
    return this.print(ctx, 'statement.pdf', query, (business) =>
      printedHouseholdStatement(statement, business, language),
    );
  }

  @Reads(':household_id/bill', HouseholdBillView, {
    summary: 'Read the bill of a household',
    description: 'All open invoices of its students in one currency, at most 500.',
  })
  @Addition()
  async bill(@Ctx() ctx: Context, @Param('household_id') id: string, @Query() query: PrintedStatementQuery) {
    return householdBillView(ctx.now, await this.accounts.bill(ctx, id, query.currency));
  }

  @ReadsFile(':household_id/bill/pdf', 'application/pdf', {
    summary: 'Print the bill of a household',
    description:
      'All open invoices of its students on one paper, in English or Malay (Accept-Language), with the DuitNow QR of the school for all of them (A-468).',
  })
  @Addition()
  async printedBill(
    @Ctx() ctx: Context,
    @Param('household_id') id: string,
    @Query() query: PrintedBillQuery,
    @ReadIn() language: Language,
  ) {
    const bill = await this.accounts.bill(ctx, id, query.currency);
    return this.print(ctx, 'bill.pdf', query, (business) => printedBill(bill, business, language));
  }

  private async print(ctx: Context, name: string, { qr }: QrQuery, sheetOf: (business: string) => StatementSheet) {
    const [tenant, code] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.printouts.codeFor(ctx, { qr }),
    ]);
    const { logo_file_id } = tenant;
    return this.printouts.print(ctx, name, sheetOf(tenant.name), { code, logo_file_id });
  }
}
