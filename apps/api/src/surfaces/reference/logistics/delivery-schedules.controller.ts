import { Body, Controller, Param, Query } from '@nestjs/common';
import { ScheduleService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule, OpenToDrivers } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  DeliveryScheduleBody,
  DeliveryScheduleListQuery,
  DeliverySchedulePatch,
  DeliveryScheduleView,
  scheduleView,
} from './delivery-schedules.wire.js';

@ApiTags('delivery schedules')
@OfModule('logistics')
@Records({ schedule_id: ScheduleService })
@Controller('api/v1/logistics/schedules')
export class ReferenceDeliverySchedulesController {
  constructor(private readonly schedules: ScheduleService) {}

  @Creates('', DeliveryScheduleView, {
    summary: 'Create a delivery schedule',
    description:
      'A shipment and a date are required. Expired documents, statuses, double bookings and public holidays are warnings; they are refused only if configuration.logistics.require_valid_documents or prevent_double_booking is true (A-295, A-306). The shipment stays as it is (A-305).',
  })
  async create(@Ctx() ctx: Context, @Body() body: DeliveryScheduleBody) {
    return scheduleView(await this.schedules.create(ctx, body));
  }

  @Lists('', 'schedules', DeliveryScheduleView, {
    summary: 'List delivery schedules',
    description:
      'Newest first. Dates are those for which deliveries are scheduled, both included (A-24). To users who are drivers only the schedules that name them are listed, and all others are unknown (A-373).',
  })
  @OpenToDrivers()
  async list(@Ctx() ctx: Context, @Query() query: DeliveryScheduleListQuery) {
    return (await this.schedules.list(ctx, query, pageOf(query))).map(scheduleView);
  }

  @Reads(':schedule_id', DeliveryScheduleView, {
    summary: 'Read a delivery schedule',
    description: 'Warnings are those of when it was last written.',
  })
  @OpenToDrivers()
  async get(@Ctx() ctx: Context, @Param('schedule_id') id: string) {
    return scheduleView(await this.schedules.get(ctx, id));
  }

  @Changes(':schedule_id', DeliveryScheduleView, {
    summary: 'Change a delivery schedule',
    description:
      'Absent fields are unchanged (A-18). Any status may follow any other. What refuses a new one refuses another driver, vehicle or time. Users who are drivers change the status alone (A-373).',
  })
  @OpenToDrivers()
  async update(@Ctx() ctx: Context, @Param('schedule_id') id: string, @Body() body: DeliverySchedulePatch) {
    return scheduleView(await this.schedules.update(ctx, id, body));
  }
}
