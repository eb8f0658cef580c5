import { Controller, Param, Query } from '@nestjs/common';
import { TenantService } from '@usaha/core';
import { CustomerService, CustomerStatements } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { printedCustomerStatement } from '../../../render/statement/printed-customer-statement.js';
import { StatementPrinter } from '../../../render/statement/statement-printer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Reads, ReadsFile } from '../../../wire/route.js';
import {
  CustomerStatementQuery,
  CustomerStatementView,
  PrintedCustomerStatementQuery,
  customerStatementView,
  linesOf,
} from './statements.wire.js';

@ApiTags('customers')
@OfModule('retail')
@Records({ customer_id: CustomerService })
@Controller('api/v1/retail/customers')
export class ReferenceCustomerStatementsController {
  constructor(
    private readonly statements: CustomerStatements,
    private readonly tenants: TenantService,
    private readonly printouts: StatementPrinter,
  ) {}

  @Reads(':customer_id/statement', CustomerStatementView, {
    summary: "Read a customer's statement of account",
    description:
      'Sales on account, what was paid of them and taken off, and what is owed (A-345). Lines come in pages; sums are of the whole period.',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('customer_id') id: string, @Query() query: CustomerStatementQuery) {
    return customerStatementView(await this.statements.of(ctx, id, query, linesOf(query)));
  }

  @ReadsFile(':customer_id/statement/pdf', 'application/pdf', {
    summary: "Print a customer's statement of account",
    description:
      'Returns the statement as PDF, in English or Malay (Accept-Language). A period of more than 1,000 lines is answered with 400 for date_from. A balance of today shows the DuitNow QR of the business (A-468).',
  })
  @Addition()
  async print(
    @Ctx() ctx: Context,
    @Param('customer_id') id: string,
    @Query() query: PrintedCustomerStatementQuery,
    @ReadIn() language: Language,
  ) {
    const [statement, { name, logo_file_id }, code] = await Promise.all([
      this.statements.whole(ctx, id, query),
      this.tenants.get(ctx, ctx.tenant_id),
      this.printouts.codeFor(ctx, { qr: query.qr, until: query.date_to }),
    ]);
    const sheet = printedCustomerStatement(statement, name, language);
    return this.printouts.print(ctx, 'statement.pdf', sheet, { code, logo_file_id });
  }
}
