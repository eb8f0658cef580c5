import { Controller, Query } from '@nestjs/common';
import { FleetAlerts } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition, Lists } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { FleetAlertListQuery, FleetAlertView, fleetAlertView } from './alerts.wire.js';

@ApiTags('logistics alerts')
@OfModule('logistics')
@Controller('api/v1/logistics/alerts')
export class ReferenceLogisticsAlertsController {
  constructor(private readonly alerts: FleetAlerts) {}

  @Lists('', 'alerts', FleetAlertView, {
    summary: 'List documents and services that are due',
    description:
      'Licences and medical check-ups of drivers, road tax, insurance and both inspections of vehicles, and services by date or mileage: due within 30 days (UTC+8) or 1,000 km, or past. The most urgent first; retired vehicles and inactive drivers are left out.',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: FleetAlertListQuery, @ReadIn() language: Language) {
    return (await this.alerts.list(ctx, query, pageOf(query))).map(fleetAlertView(language));
  }
}
