import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ErasureService, ExportService, PatientService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import { ErasureView, PatientExportView, erasureView, patientExportView } from './privacy.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Records({ patient_id: PatientService })
@Controller('api/v1/healthcare/patients')
export class ReferencePrivacyController {
  constructor(
    private readonly exports: ExportService,
    private readonly erasures: ErasureService,
  ) {}

  @Reads(':patient_id/export', PatientExportView, {
    summary: 'Export everything held on a patient',
    description:
      'For administrators: the patient, what he was treated for, his bills, and the audit trail about him. The export itself is on the trail.',
  })
  @Addition()
  @Needs('patients.administer')
  async export(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return patientExportView(ctx.now, await this.exports.of(ctx, id));
  }

  @Acts(':patient_id/erase', ErasureView, {
    summary: "Erase a patient's data",
    description:
      'For administrators, and for good: names, papers, contact and whatever tells of his health are blanked, in his appointments and records too, and he is not found any more. A patient who was deleted before can be erased as well. Dates and status of appointments stay; bills stay whole for seven years (Income Tax Act 1967, s.82).',
  })
  @Addition()
  @Needs('patients.administer')
  async erase(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return erasureView(await this.erasures.erase(ctx, id));
  }
}
