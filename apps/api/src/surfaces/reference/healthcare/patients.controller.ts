import { Body, Controller, Param, Query } from '@nestjs/common';
import { PatientMergeService, PatientService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { patientTable } from './patients.table.js';
import {
  MergedPatientView,
  PatientBody,
  PatientBulkBody,
  PatientListQuery,
  PatientMergeBody,
  PatientPatch,
  PatientView,
  SavedPatientView,
  mergedPatientView,
  patientView,
  savedPatientView,
} from './patients.wire.js';

@ApiTags('patients')
@OfModule('healthcare')
@Records({ patient_id: PatientService })
@Controller('api/v1/healthcare/patients')
export class ReferencePatientsController {
  constructor(
    private readonly patients: PatientService,
    private readonly merges: PatientMergeService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', SavedPatientView, {
    summary: 'Create a patient',
    description:
      'Only the names are required. An IC number must have the right format and match the date of birth; all other findings are reported in ic_verification and never refused (A-127). A second patient with the same IC or passport number is created with a warning that names the first (A-372).',
  })
  async create(@Ctx() ctx: Context, @Body() body: PatientBody, @ReadIn() language: Language) {
    return savedPatientView(ctx, await this.patients.createWarned(ctx, body), language);
  }

  @ActsOnMany('bulk', BulkResultView, bulk('patients'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: PatientBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, patientTable, body), language);
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

  @Changes(':patient_id', SavedPatientView, {
    summary: 'Change a patient',
    description:
      'Absent fields are unchanged. The IC number is validated if it or the date of birth changes (A-18, A-127).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('patient_id') id: string,
    @Body() body: PatientPatch,
    @ReadIn() language: Language,
  ) {
    return savedPatientView(ctx, await this.patients.update(ctx, id, body), language);
  }

  @Acts(':patient_id/merge', MergedPatientView, {
    summary: 'Merge a patient into another',
    description:
      'For administrators. Moves all records of this patient to the one that into names, in one transaction. That one keeps its data and takes over those that it lacks; allergies, conditions and medications are added up, and values that differ stand in the notes. This patient is deleted: its id answers 404, its medical record number finds the other. The same or an unknown patient is refused with 400 (A-372).',
  })
  @Addition()
  @Needs('persons.administer')
  async merge(
    @Ctx() ctx: Context,
    @Param('patient_id') id: string,
    @Body() { into }: PatientMergeBody,
    @ReadIn() language: Language,
  ) {
    return mergedPatientView(ctx, await this.merges.merge(ctx, id, into), language);
  }

  @Deletes(':patient_id', DeletedView, {
    summary: 'Delete a patient',
    description: 'Deletes the patient on both surfaces. Appointments, records and bills are kept (A-140).',
  })
  @Needs('records.delete')
  async remove(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return deleted(await this.patients.remove(ctx, id));
  }

  @Acts(':patient_id/restore', PatientView, {
    summary: 'Restore a deleted patient',
    description:
      'For administrators and managers. A patient that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Needs('records.delete')
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('patient_id') id: string) {
    return patientView(ctx)(await this.patients.restore(ctx, id));
  }
}
