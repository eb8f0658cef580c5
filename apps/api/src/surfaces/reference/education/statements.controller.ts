import { Controller, Param, Query } from '@nestjs/common';
import { StatementService, StudentService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Reads } from '../../../wire/route.js';
import { StatementQuery, StatementView, statementView } from './invoices.wire.js';

@ApiTags('invoices')
@OfModule('education')
@Records({ student_id: StudentService })
@Controller('api/v1/education/students')
export class ReferenceStatementsController {
  constructor(private readonly statements: StatementService) {}

  @Reads(':student_id/statement', StatementView, {
    summary: "Read a student's statement of account",
    description: 'Invoices and payments in one currency, with the balance due and what is not allocated yet.',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('student_id') id: string, @Query() query: StatementQuery) {
    return statementView(ctx.now, await this.statements.of(ctx, id, query.currency), query);
  }
}
