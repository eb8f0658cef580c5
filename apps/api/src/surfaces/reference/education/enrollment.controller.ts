import { Body, Controller, Param, Query } from '@nestjs/common';
import { EnrollmentService } from '@usaha/education';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  EnrollmentBody,
  EnrollmentListQuery,
  EnrollmentPatch,
  EnrollmentView,
  WithdrawalBody,
  enrollmentView,
} from './enrollment.wire.js';

@ApiTags('enrollment')
@OfModule('education')
@Records({ enrollment_id: EnrollmentService })
@Controller('api/v1/education/enrollment')
export class ReferenceEnrollmentController {
  constructor(private readonly enrollments: EnrollmentService) {}

  @Creates('', EnrollmentView, {
    summary: 'Enroll a student in a class',
    description:
      'Only student and class are required. A full class is refused, and so is a student who has an active enrollment in it (A-121).',
  })
  async create(@Ctx() ctx: Context, @Body() body: EnrollmentBody) {
    return enrollmentView(await this.enrollments.create(ctx, body));
  }

  @Lists('', 'enrollments', EnrollmentView, {
    summary: 'List enrollments',
    description: 'Newest first. Includes enrollments of deleted students and classes (A-207, A-213).',
  })
  async list(@Ctx() ctx: Context, @Query() query: EnrollmentListQuery) {
    return (await this.enrollments.list(ctx, query, pageOf(query))).map(enrollmentView);
  }

  @Reads(':enrollment_id', EnrollmentView, {
    summary: 'Read an enrollment',
    description: 'With its last withdrawal, if there was one.',
  })
  async get(@Ctx() ctx: Context, @Param('enrollment_id') id: string) {
    return enrollmentView(await this.enrollments.get(ctx, id));
  }

  @Changes(':enrollment_id', EnrollmentView, {
    summary: 'Change an enrollment',
    description:
      'Absent fields are unchanged; fees are replaced as a whole (A-218). Another status, class or student takes and frees seats; student and class that are sent back unchanged are not checked (A-216).',
  })
  async update(@Ctx() ctx: Context, @Param('enrollment_id') id: string, @Body() body: EnrollmentPatch) {
    return enrollmentView(await this.enrollments.update(ctx, id, body));
  }

  @Acts(':enrollment_id/withdraw', EnrollmentView, {
    summary: 'Withdraw a student',
    description: 'The enrollment becomes inactive and its seat is free. Refused unless it is active (A-122, A-217).',
  })
  async withdraw(@Ctx() ctx: Context, @Param('enrollment_id') id: string, @Body() body: WithdrawalBody) {
    return enrollmentView(await this.enrollments.withdraw(ctx, id, body));
  }
}
