import { Body, Controller, Query } from '@nestjs/common';
import { twelveDigits } from '@usaha/core';
import { PatientService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  PatientCreate,
  PatientListQuery,
  PatientView,
  newPatient,
  patientQuery,
  patientView,
} from './patients.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Controller('v1/healthcare/patients')
export class ContractPatientsController {
  constructor(private readonly patients: PatientService) {}

  @Lists('', 'patients', PatientView, {
    summary: 'List patients',
    description:
      'Created on either surface; newest first. Viewers see neither health data nor the whole IC number (A-373).',
  })
  async list(@Ctx() ctx: Context, @Query() query: PatientListQuery) {
    return (await this.patients.list(ctx, patientQuery(query), pageOf(query))).map(patientView(ctx));
  }

  @Creates('', PatientView, {
    summary: 'Create a patient',
    description:
      'The service assigns the medical record number. The IC number must have 12 digits or be a passport number; nothing else about it is validated (A-127, A-372).',
  })
  async create(@Ctx() ctx: Context, @Body() body: PatientCreate) {
    return patientView(ctx)(await this.patients.create(ctx, newPatient(body), twelveDigits));
  }
}
