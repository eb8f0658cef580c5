import { Body, Controller, Param, Query } from '@nestjs/common';
import { verifiedIc } from '@usaha/core';
import { PatientService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { PatientBody, PatientListQuery, PatientPatch, PatientView, patientView } from './patients.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Records({ patient_id: PatientService })
@Controller('api/v1/healthcare/patients')
export class ReferencePatientsController {
  constructor(private readonly patients: PatientService) {}

  @Creates('', PatientView, {
    summary: 'Create a patient',
    description:
      'Only the names are required. An IC number must have the right format and match the date of birth; all other findings are reported in ic_verification and never refused (A-127).',
  })
  async create(@Ctx() ctx: Context, @Body() body: PatientBody) {
    return patientView(ctx)(await this.patients.create(ctx, body, verifiedIc));
  }

  @Lists('', 'patients', PatientView, {
    summary: 'List patients',
    description: 'Created on either surface; newest first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: PatientListQuery) {
    return (await this.patients.list(ctx, query, pageOf(query))).map(patientView(ctx));
  }

  @Reads(':patient_id', PatientView, {
    summary: 'Read a patient',
    description:
      'Recorded in the audit trail with the user who read the patient. Users who may only read see neither health data nor the whole IC number (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return patientView(ctx)(await this.patients.read(ctx, id));
  }

  @Changes(':patient_id', PatientView, {
    summary: 'Change a patient',
    description:
      'Absent fields are unchanged. The IC number is validated if it or the date of birth changes (A-18, A-127).',
  })
  async update(@Ctx() ctx: Context, @Param('patient_id') id: string, @Body() body: PatientPatch) {
    return patientView(ctx)(await this.patients.update(ctx, id, body));
  }

  @Deletes(':patient_id', DeletedView, {
    summary: 'Delete a patient',
    description: 'Deletes the patient on both surfaces. Appointments, records and bills are kept (A-140).',
  })
  @Needs('records.delete')
  async remove(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return deleted(await this.patients.remove(ctx, id));
  }
}
