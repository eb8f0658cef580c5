import { Controller, Param, Query } from '@nestjs/common';
import { MedicalHistoryService, VaccinationService, PatientService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Lists, Reads } from '../../../wire/route.js';
import { RecordPage, pageOf } from '../reference.js';
import { MedicalHistoryQuery, MedicalHistoryView, historyPage, medicalHistoryView } from './medical-history.wire.js';
import { VaccinationView, vaccinationView } from './vaccinations.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Records({ patient_id: PatientService })
@Controller('api/v1/healthcare/patients')
export class ReferenceMedicalHistoryController {
  constructor(
    private readonly histories: MedicalHistoryService,
    private readonly vaccinations: VaccinationService,
  ) {}

  @Reads(':patient_id/medical-history', MedicalHistoryView, {
    summary: "Read a patient's medical history",
    description:
      'Medical records, appointments, prescriptions and vaccinations, each newest first and in pages of up to 100; totals has their numbers. Reading it is recorded in the audit trail (A-159).',
  })
  async history(
    @Ctx() ctx: Context,
    @Param('patient_id') id: string,
    @Query() query: MedicalHistoryQuery,
    @ReadIn() language: Language,
  ) {
    return medicalHistoryView(ctx, await this.histories.of(ctx, id, historyPage(query)), language);
  }

  @Lists(':patient_id/vaccinations', 'vaccinations', VaccinationView, {
    summary: "List a patient's vaccinations",
    description:
      'Most recently recorded first. Reading them is recorded in the audit trail as a reading of the patient (A-159, A-373).',
  })
  async ofPatient(@Ctx() ctx: Context, @Param('patient_id') id: string, @Query() query: RecordPage) {
    return (await this.vaccinations.ofPatient(ctx, id, pageOf(query))).map(vaccinationView(ctx));
  }
}
