import { Body, Controller, Param, Query } from '@nestjs/common';
import { AssignmentService, DriverService } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { AssignVehicleBody, AssignmentView, assignmentView } from './assignments.wire.js';
import { driverTable } from './drivers.table.js';
import { DriverBody, DriverBulkBody, DriverListQuery, DriverPatch, DriverView, driverView } from './drivers.wire.js';

@ApiTags('drivers')
@OfModule('logistics')
@Records({ driver_id: DriverService })
@Controller('api/v1/logistics/drivers')
export class ReferenceDriversController {
  constructor(
    private readonly drivers: DriverService,
    private readonly assignments: AssignmentService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', DriverView, {
    summary: 'Create a driver',
    description: 'Only the names are required. IC number, numbers of licences and pay are stored encrypted (A-298).',
  })
  async create(@Ctx() ctx: Context, @Body() body: DriverBody) {
    return driverView(ctx)(await this.drivers.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('drivers'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: DriverBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, driverTable, body), language);
  }

  @Lists('', 'drivers', DriverView, {
    summary: 'List drivers',
    description: 'Newest first. Texts are compared whole, ignoring case.',
  })
  async list(@Ctx() ctx: Context, @Query() query: DriverListQuery) {
    return (await this.drivers.list(ctx, query, pageOf(query))).map(driverView(ctx));
  }

  @Reads(':driver_id', DriverView, {
    summary: 'Read a driver',
    description:
      'Pay and whole numbers are for administrators and managers; staff and users see no pay, and of numbers the last four characters (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('driver_id') id: string) {
    return driverView(ctx)(await this.drivers.get(ctx, id));
  }

  @Changes(':driver_id', DriverView, {
    summary: 'Change a driver',
    description:
      'Absent fields are unchanged (A-18). Pay is changed by administrators and managers. For staff a masked number, or pay as null, changes nothing; another masked number is refused (A-373).',
  })
  async update(@Ctx() ctx: Context, @Param('driver_id') id: string, @Body() body: DriverPatch) {
    return driverView(ctx)(await this.drivers.update(ctx, id, body));
  }

  @Deletes(':driver_id', DeletedView, {
    summary: 'Delete a driver',
    description: "Never refused. The driver's vehicles are taken back; records that name the driver are kept (A-297).",
  })
  @Needs('records.delete')
  async remove(@Ctx() ctx: Context, @Param('driver_id') id: string) {
    return deleted(await this.drivers.remove(ctx, id));
  }

  @Acts(':driver_id/restore', DriverView, {
    summary: 'Restore a deleted driver',
    description:
      'For administrators and managers. Vehicles that were taken back stay so. A driver that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Needs('records.delete')
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('driver_id') id: string) {
    return driverView(ctx)(await this.drivers.restore(ctx, id));
  }

  @Acts(':driver_id/assign-vehicle', AssignmentView, {
    summary: 'Assign a vehicle to a driver',
    description:
      'Takes effect at once, for any date, and ends the assignment before. The same pair again adds nothing. Expired documents and statuses are warnings, and refused only if configuration.logistics.require_valid_documents is true; a retired vehicle is refused (A-145, A-295, A-296).',
  })
  async assignVehicle(@Ctx() ctx: Context, @Param('driver_id') id: string, @Body() body: AssignVehicleBody) {
    return assignmentView(await this.assignments.assign(ctx, id, body));
  }
}
