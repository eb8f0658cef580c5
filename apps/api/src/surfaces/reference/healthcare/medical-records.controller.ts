import { Body, Controller, Param, Query } from '@nestjs/common';
import { MedicalRecordService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  MedicalRecordBody,
  MedicalRecordListQuery,
  MedicalRecordPatch,
  MedicalRecordView,
  medicalRecordView,
} from './medical-records.wire.js';

@ApiTags('medical-records')
@OfModule('healthcare')
@Records({ record_id: MedicalRecordService })
@Controller('api/v1/healthcare/medical-records')
export class ReferenceMedicalRecordsController {
  constructor(private readonly records: MedicalRecordService) {}

  @Creates('', MedicalRecordView, {
    summary: 'Create a medical record',
    description:
      'Only the patient is required. An unknown patient or appointment is refused; the doctor is not validated (A-166, A-132).',
  })
  async create(@Ctx() ctx: Context, @Body() body: MedicalRecordBody) {
    return medicalRecordView(ctx)(await this.records.create(ctx, body));
  }

  @Lists('', 'medical_records', MedicalRecordView, {
    summary: 'List medical records',
    description: 'Newest first. Includes records of deleted patients (A-140).',
  })
  async list(@Ctx() ctx: Context, @Query() query: MedicalRecordListQuery) {
    return (await this.records.list(ctx, query, pageOf(query))).map(medicalRecordView(ctx));
  }

  @Reads(':record_id', MedicalRecordView, {
    summary: 'Read a medical record',
    description:
      'Reading it is recorded in the audit trail. Users who may only read see neither diagnosis nor notes nor what else was found (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('record_id') id: string) {
    return medicalRecordView(ctx)(await this.records.read(ctx, id));
  }

  @Changes(':record_id', MedicalRecordView, {
    summary: 'Change a medical record',
    description: 'Absent fields are unchanged; lists and vitals are replaced as a whole (A-18).',
  })
  async update(@Ctx() ctx: Context, @Param('record_id') id: string, @Body() body: MedicalRecordPatch) {
    return medicalRecordView(ctx)(await this.records.update(ctx, id, body));
  }
}
