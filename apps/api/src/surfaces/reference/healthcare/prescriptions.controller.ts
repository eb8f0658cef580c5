import { Body, Controller, Param, Query } from '@nestjs/common';
import { PrescriptionService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  PrescriptionBody,
  PrescriptionListQuery,
  PrescriptionPatch,
  PrescriptionView,
  prescriptionView,
} from './prescriptions.wire.js';

@ApiTags('prescriptions')
@OfModule('healthcare')
@Records({ prescription_id: PrescriptionService })
@Controller('api/v1/healthcare/prescriptions')
export class ReferencePrescriptionsController {
  constructor(private readonly prescriptions: PrescriptionService) {}

  @Creates('', PrescriptionView, {
    summary: 'Create a prescription',
    description:
      'Patient and medication are required. A medication that matches one of the patient’s allergies is accepted with warnings. An unknown patient or appointment is refused (A-176, A-166).',
  })
  async create(@Ctx() ctx: Context, @Body() body: PrescriptionBody, @ReadIn() language: Language) {
    return prescriptionView(ctx, language)(await this.prescriptions.create(ctx, body));
  }

  @Lists('', 'prescriptions', PrescriptionView, {
    summary: 'List prescriptions',
    description: 'Newest first. Includes records of deleted patients (A-140).',
  })
  async list(@Ctx() ctx: Context, @Query() query: PrescriptionListQuery, @ReadIn() language: Language) {
    return (await this.prescriptions.list(ctx, query, pageOf(query))).map(prescriptionView(ctx, language));
  }

  @Reads(':prescription_id', PrescriptionView, {
    summary: 'Read a prescription',
    description:
      'Includes the warnings found when it was prescribed. Reading it is recorded in the audit trail (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('prescription_id') id: string, @ReadIn() language: Language) {
    return prescriptionView(ctx, language)(await this.prescriptions.read(ctx, id));
  }

  @Changes(':prescription_id', PrescriptionView, {
    summary: 'Change a prescription',
    description:
      'Absent fields are unchanged. A new medication is compared with the patient’s allergies (A-18, A-176).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('prescription_id') id: string,
    @Body() body: PrescriptionPatch,
    @ReadIn() language: Language,
  ) {
    return prescriptionView(ctx, language)(await this.prescriptions.update(ctx, id, body));
  }

  @Acts(':prescription_id/refill', PrescriptionView, {
    summary: 'Refill a prescription',
    description:
      'Counts a refill. A prescription that is not active or has no refill left is refused with 409. The last refill does not change the status (A-135).',
  })
  async refill(@Ctx() ctx: Context, @Param('prescription_id') id: string, @ReadIn() language: Language) {
    return prescriptionView(ctx, language)(await this.prescriptions.refill(ctx, id));
  }
}
