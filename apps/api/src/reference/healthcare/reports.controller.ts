import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthcareReportService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { ReportRenderer } from '../../render/report/report-renderer.js';
import { AlsoAs, Reads } from '../../wire/route.js';
import {
  AppointmentsReportParameters,
  AppointmentsReportView,
  DemographicsReportParameters,
  DemographicsReportView,
  RevenueReportParameters,
  RevenueReportView,
  reportQuery,
} from './reports.wire.js';

const LANGUAGE = 'Titles, and the PDF, are in English, or in Malay where Accept-Language prefers ms.';

@ApiTags('reports')
@OfModule('healthcare')
@Controller('api/v1/healthcare/reports')
export class ReferenceHealthcareReportsController {
  constructor(
    @Inject(HealthcareReportService) private readonly reports: HealthcareReportService,
    @Inject(ReportRenderer) private readonly renderer: ReportRenderer,
  ) {}

  @Reads('patient-demographics', DemographicsReportView, {
    summary: 'Report patients',
    description: `Patients by the age that they have today, by gender or by state; the period is that in which they were entered (A-164). ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  demographics(@Ctx() ctx: Context, @Query() query: DemographicsReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.demographics(ctx, reportQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }

  @Reads('appointment-stats', AppointmentsReportView, {
    summary: 'Report appointments',
    description: `Appointments by the day for which they are scheduled, whatever became of them (A-164). ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  appointments(@Ctx() ctx: Context, @Query() query: AppointmentsReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.appointments(ctx, reportQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }

  @Reads('revenue', RevenueReportView, {
    summary: 'Report revenue',
    description: `Bills by the day on which they were made, whatever their status; type of service and doctor are those of their appointments (A-164). What is overdue is what remains of bills that read so today. ${LANGUAGE}`,
  })
  @AlsoAs('text/csv', 'application/pdf')
  revenue(@Ctx() ctx: Context, @Query() query: RevenueReportParameters, @ReadIn() language: Language) {
    const reading = this.reports.revenue(ctx, reportQuery(query));
    return this.renderer.answer(ctx, reading, query.format ?? 'json', language);
  }
}
