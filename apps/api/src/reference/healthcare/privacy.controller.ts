import { Controller, Param, Query } from '@nestjs/common';
import { PersonAccesses, PersonErasure, PersonExport } from '@usaha/core';
import { PatientService, patientData } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Lists, Reads } from '../../wire/route.js';
import { ReferencePage, pageOf } from '../reference.js';
import { PersonAccessView, personAccessView } from '../person-privacy.wire.js';
import { ErasureView, PatientExportView, erasureView, patientExportView } from './privacy.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Records({ patient_id: PatientService })
@Controller('api/v1/healthcare/patients')
export class ReferencePrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly erasures: PersonErasure,
    private readonly accesses: PersonAccesses,
  ) {}

  @Reads(':patient_id/export', PatientExportView, {
    summary: "Export a patient's data",
    description:
      "For administrators. Exports the patient's data, health records, bills and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async export(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return patientExportView(ctx, await this.exports.of(ctx, patientData, id));
  }

  @Lists(':patient_id/accesses', 'accesses', PersonAccessView, {
    summary: "List who read a patient's data",
    description:
      "For administrators. Each reading of the patient, the patient's medical history, vaccinations, medical records, appointments and prescriptions, and each export, newest first (A-373). Pages of lists are not recorded.",
  })
  @Addition()
  @Needs('persons.administer')
  async readings(@Ctx() ctx: Context, @Param('patient_id') id: string, @Query() query: ReferencePage) {
    return (await this.accesses.of(ctx, patientData, id, pageOf(query))).map(personAccessView);
  }

  @Acts(':patient_id/erase', ErasureView, {
    summary: "Erase a patient's data",
    description:
      'For administrators. Erases names, identity documents, contact and health data of the patient permanently, in appointments and records too; the patient can no longer be found. A deleted patient can be erased as well. Dates and status of appointments are kept; bills are kept unchanged for seven years (Income Tax Act 1967, s.82).',
  })
  @Addition()
  @Needs('persons.administer')
  async erase(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return erasureView(await this.erasures.erase(ctx, patientData, id));
  }
}
