import { Body, Controller, Param, Query } from '@nestjs/common';
import { VaccinationService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { CorrectionReasonBody } from './bill-corrections.wire.js';
import {
  SavedVaccinationView,
  VaccinationBody,
  VaccinationListQuery,
  VaccinationView,
  savedVaccinationView,
  vaccinationView,
} from './vaccinations.wire.js';

@ApiTags('vaccinations')
@OfModule('healthcare')
@Records({ vaccination_id: VaccinationService })
@Controller('api/v1/healthcare/vaccinations')
export class ReferenceVaccinationsController {
  constructor(private readonly vaccinations: VaccinationService) {}

  @Creates('', SavedVaccinationView, {
    summary: 'Record a vaccination',
    description:
      'Patient and vaccine, by type or name, are required. An absent next_due_date is calculated for vaccines of the National Immunisation Programme that have another dose (A-137); warnings say where it is not known.',
  })
  async create(@Ctx() ctx: Context, @Body() body: VaccinationBody, @ReadIn() language: Language) {
    return savedVaccinationView(ctx, await this.vaccinations.create(ctx, body), language);
  }

  @Lists('', 'vaccinations', VaccinationView, {
    summary: 'List vaccinations',
    description: 'Most recently recorded first; the dates are those of administration (A-24).',
  })
  async list(@Ctx() ctx: Context, @Query() query: VaccinationListQuery) {
    return (await this.vaccinations.list(ctx, query, pageOf(query))).map(vaccinationView(ctx));
  }

  @Acts(':vaccination_id/void', VaccinationView, {
    summary: 'Make a vaccination void',
    description:
      'For administrators and managers. The vaccination was recorded by mistake; it stays listed, with the reason. One that is void already is refused with 409 (A-371).',
  })
  @Addition()
  @Needs('records.delete')
  async void(@Ctx() ctx: Context, @Param('vaccination_id') id: string, @Body() { reason }: CorrectionReasonBody) {
    return vaccinationView(ctx)(await this.vaccinations.void(ctx, id, reason));
  }
}
