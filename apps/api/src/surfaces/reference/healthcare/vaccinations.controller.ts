import { Body, Controller, Query } from '@nestjs/common';
import { VaccinationService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { VaccinationBody, VaccinationListQuery, VaccinationView, vaccinationView } from './vaccinations.wire.js';

@ApiTags('vaccinations')
@OfModule('healthcare')
@Controller('api/v1/healthcare/vaccinations')
export class ReferenceVaccinationsController {
  constructor(private readonly vaccinations: VaccinationService) {}

  @Creates('', VaccinationView, {
    summary: 'Record a vaccination',
    description:
      'Patient and vaccine, by type or name, are required. An absent next_due_date is calculated for vaccines of the National Immunisation Programme that have another dose (A-137).',
  })
  async create(@Ctx() ctx: Context, @Body() body: VaccinationBody) {
    return vaccinationView(ctx)(await this.vaccinations.create(ctx, body));
  }

  @Lists('', 'vaccinations', VaccinationView, {
    summary: 'List vaccinations',
    description: 'Most recently recorded first; the dates are those of administration (A-24).',
  })
  async list(@Ctx() ctx: Context, @Query() query: VaccinationListQuery) {
    return (await this.vaccinations.list(ctx, query, pageOf(query))).map(vaccinationView(ctx));
  }
}
