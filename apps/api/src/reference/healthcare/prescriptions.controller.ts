import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PrescriptionService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../wire/route.js';
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
    summary: 'Write a prescription',
    description:
      'Patient and medication are needed. A medication that names one of the patient’s allergies is accepted and carries warnings (A-176). A patient or an appointment that is not known is refused (A-166).',
  })
  async create(@Ctx() ctx: Context, @Body() body: PrescriptionBody) {
    return prescriptionView(await this.prescriptions.create(ctx, body));
  }

  @Lists('', 'prescriptions', PrescriptionView, {
    summary: 'List prescriptions',
    description: 'Newest first. Those of a deleted patient stay (A-140).',
  })
  async list(@Ctx() ctx: Context, @Query() query: PrescriptionListQuery) {
    return (await this.prescriptions.list(ctx, query, pageOf(query))).map(prescriptionView);
  }

  @Reads(':prescription_id', PrescriptionView, {
    summary: 'Read a prescription',
    description: 'With the warnings that there were when it was written.',
  })
  async get(@Ctx() ctx: Context, @Param('prescription_id') id: string) {
    return prescriptionView(await this.prescriptions.get(ctx, id));
  }

  @Changes(':prescription_id', PrescriptionView, {
    summary: 'Change a prescription',
    description:
      'What is absent stays (A-18). Another medication is compared with the patient’s allergies again (A-176).',
  })
  async update(@Ctx() ctx: Context, @Param('prescription_id') id: string, @Body() body: PrescriptionPatch) {
    return prescriptionView(await this.prescriptions.update(ctx, id, body));
  }

  @Acts(':prescription_id/refill', PrescriptionView, {
    summary: 'Hand a prescription out once more',
    description:
      'Counts the refill. One that is not active, or of which every refill is used, is refused (409); the last refill leaves the status alone (A-135).',
  })
  async refill(@Ctx() ctx: Context, @Param('prescription_id') id: string) {
    return prescriptionView(await this.prescriptions.refill(ctx, id));
  }
}
