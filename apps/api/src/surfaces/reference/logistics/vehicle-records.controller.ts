import { Body, Controller, Param, Query } from '@nestjs/common';
import { MaintenanceService, PositionService, VehicleService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Creates, Lists } from '../../../wire/route.js';
import { ReferencePage, pageOf } from '../reference.js';
import { MaintenanceRecordBody, MaintenanceRecordView, maintenanceRecordView } from './maintenance.wire.js';
import { PositionView, positionView } from './positions.wire.js';

@ApiTags('vehicles')
@OfModule('logistics')
@Records({ vehicle_id: VehicleService })
@Controller('api/v1/logistics/vehicles')
export class ReferenceVehicleRecordsController {
  constructor(
    private readonly positions: PositionService,
    private readonly maintenance: MaintenanceService,
  ) {}

  @Lists(':vehicle_id/positions', 'positions', PositionView, {
    summary: 'List the reported positions of a vehicle',
    description:
      'For administrators and managers. Newest first, by the time that a report counts for. Kept for configuration.logistics.position_retention_days, 90 unless set (A-302).',
  })
  @Addition()
  @Needs('positions.read')
  async positionsOf(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Query() query: ReferencePage) {
    return (await this.positions.historyOf(ctx, id, pageOf(query))).map(positionView);
  }

  @Creates(':vehicle_id/maintenance-records', MaintenanceRecordView, {
    summary: 'Record a service of a vehicle',
    description:
      'Also listed in maintenance-history. The mileage and the schedule of the vehicle are unchanged (A-321).',
  })
  @Addition()
  async record(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Body() body: MaintenanceRecordBody) {
    return maintenanceRecordView(await this.maintenance.record(ctx, id, body));
  }

  @Lists(':vehicle_id/maintenance-records', 'maintenance_records', MaintenanceRecordView, {
    summary: 'List the services of a vehicle',
    description: 'The last recorded first (A-321).',
  })
  @Addition()
  async records(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Query() query: ReferencePage) {
    return (await this.maintenance.servicesOf(ctx, id, pageOf(query))).map(maintenanceRecordView);
  }
}
