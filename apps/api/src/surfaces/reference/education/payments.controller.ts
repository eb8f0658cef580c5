import { Body, Controller, Param, Query } from '@nestjs/common';
import { EducationPaymentService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  EducationPaymentBody,
  EducationPaymentListQuery,
  EducationPaymentView,
  VoidPaymentBody,
  educationPaymentView,
} from './payments.wire.js';

@ApiTags('fee-payments')
@OfModule('education')
@Records({ payment_id: EducationPaymentService })
@Controller('api/v1/education/payments')
export class ReferenceEducationPaymentsController {
  constructor(private readonly payments: EducationPaymentService) {}

  @Creates('', EducationPaymentView, {
    summary: 'Record a payment',
    description:
      'Student and amount are required. Any amount is accepted (A-232): it settles open invoices of the student in the same currency, those of the named fee first, then the one due first; what remains settles later invoices.',
  })
  async create(@Ctx() ctx: Context, @Body() body: EducationPaymentBody) {
    return educationPaymentView(await this.payments.create(ctx, body));
  }

  @Lists('', 'payments', EducationPaymentView, {
    summary: 'List payments',
    description: 'Newest first. Includes void payments and those of deleted students (A-207).',
  })
  async list(@Ctx() ctx: Context, @Query() query: EducationPaymentListQuery) {
    return (await this.payments.list(ctx, query, pageOf(query))).map(educationPaymentView);
  }

  @Reads(':payment_id', EducationPaymentView, { summary: 'Read a payment', description: 'The payment, void or not.' })
  async get(@Ctx() ctx: Context, @Param('payment_id') id: string) {
    return educationPaymentView(await this.payments.get(ctx, id));
  }

  @Acts(':payment_id/void', EducationPaymentView, {
    summary: 'Make a payment void',
    description:
      'For administrators and managers. The payment stays listed and is in no sum of the account; reports show the void on its own day. The invoices it settled are open again, unless other unallocated payments of the student settle them. A payment that is already void is refused with 409.',
  })
  @Addition()
  @Needs('education_payments.void')
  async void(@Ctx() ctx: Context, @Param('payment_id') id: string, @Body() { reason }: VoidPaymentBody) {
    return educationPaymentView(await this.payments.void(ctx, id, reason));
  }
}
