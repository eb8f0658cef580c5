import { Body, Controller, Param, Query } from '@nestjs/common';
import { MaintenanceService, PositionService, VehicleService } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, ReferencePage, deleted, pageOf } from '../reference.js';
import { MaintenanceEntryView, maintenanceEntryView } from './maintenance.wire.js';
import { UpdateLocationBody, sentReport } from './positions.wire.js';
import { vehicleTable } from './vehicles.table.js';
import {
  VehicleBody,
  VehicleBulkBody,
  VehicleChangedView,
  VehicleListQuery,
  VehiclePatch,
  VehicleView,
  sentVehicle,
  vehicleChangedView,
  vehicleView,
} from './vehicles.wire.js';

@ApiTags('vehicles')
@OfModule('logistics')
@Records({ vehicle_id: VehicleService })
@Controller('api/v1/logistics/vehicles')
export class ReferenceVehiclesController {
  constructor(
    private readonly vehicles: VehicleService,
    private readonly positions: PositionService,
    private readonly maintenance: MaintenanceService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', VehicleView, {
    summary: 'Create a vehicle',
    description:
      'Only the registration number is required; its form is reported in plate_verification and never refused, and it may repeat (A-149, A-300). With assigned_driver_id the vehicle is assigned as well (A-296).',
  })
  async create(@Ctx() ctx: Context, @Body() body: VehicleBody) {
    return vehicleView(ctx)(await this.vehicles.create(ctx, sentVehicle(body)));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('vehicles'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: VehicleBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, vehicleTable, body), language);
  }

  @Lists('', 'vehicles', VehicleView, {
    summary: 'List vehicles',
    description:
      'Newest first. Texts are compared whole, ignoring case. Users who may only read are shown no positions (A-373).',
  })
  async list(@Ctx() ctx: Context, @Query() query: VehicleListQuery) {
    return (await this.vehicles.list(ctx, query, pageOf(query))).map(vehicleView(ctx));
  }

  @Reads(':vehicle_id', VehicleView, {
    summary: 'Read a vehicle',
    description: 'With its last position, which users who may only read are not shown (A-302, A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('vehicle_id') id: string) {
    return vehicleView(ctx)(await this.vehicles.get(ctx, id));
  }

  @Changes(':vehicle_id', VehicleChangedView, {
    summary: 'Change a vehicle',
    description:
      'Absent fields are unchanged (A-18). Another assigned_driver_id assigns the vehicle, null takes it back; a retired vehicle is not assigned (A-296). Expired documents are warnings (A-295).',
  })
  async update(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Body() body: VehiclePatch) {
    return vehicleChangedView(await this.vehicles.update(ctx, id, sentVehicle(body)));
  }

  @Deletes(':vehicle_id', DeletedView, {
    summary: 'Delete a vehicle',
    description: 'Never refused. Its assignment ends; records that name the vehicle are kept (A-297).',
  })
  @Needs('records.delete')
  async remove(@Ctx() ctx: Context, @Param('vehicle_id') id: string) {
    return deleted(await this.vehicles.remove(ctx, id));
  }

  @Acts(':vehicle_id/restore', VehicleView, {
    summary: 'Restore a deleted vehicle',
    description:
      'For administrators and managers. Its assignment stays ended. A vehicle that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Needs('records.delete')
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('vehicle_id') id: string) {
    return vehicleView(ctx)(await this.vehicles.restore(ctx, id));
  }

  @Acts(':vehicle_id/update-location', VehicleView, {
    summary: 'Report the position of a vehicle',
    description:
      'A report older than the stored position is kept in the history and changes nothing; a timestamp ahead of the clock counts as now. A mileage below that at or before its time is refused (A-146, A-301).',
  })
  async updateLocation(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Body() body: UpdateLocationBody) {
    return vehicleView(ctx)(await this.positions.report(ctx, id, sentReport(body)));
  }

  @Lists(':vehicle_id/maintenance-history', 'maintenance_history', MaintenanceEntryView, {
    summary: 'List the maintenance history of a vehicle',
    description: 'Newest first: changes of the status and of maintenance_schedule, and recorded services (A-303).',
  })
  async maintenanceHistory(@Ctx() ctx: Context, @Param('vehicle_id') id: string, @Query() query: ReferencePage) {
    return (await this.maintenance.historyOf(ctx, id, pageOf(query))).map(maintenanceEntryView);
  }
}
