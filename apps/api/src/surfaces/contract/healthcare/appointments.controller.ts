import { Body, Controller, Query } from '@nestjs/common';
import { AppointmentService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  AppointmentCreate,
  AppointmentListQuery,
  AppointmentView,
  appointmentView,
  inWordsOfBody,
  newAppointment,
} from './appointments.wire.js';

@ApiTags('appointments')
@OfModule('healthcare')
@Controller('v1/healthcare/appointments')
export class ContractAppointmentsController {
  constructor(private readonly appointments: AppointmentService) {}

  @Lists('', 'appointments', AppointmentView, {
    summary: 'List appointments',
    description:
      'Created on either surface, with any status; newest first, those of a date in the order of their times (A-337).',
  })
  async list(@Ctx() ctx: Context, @Query() query: AppointmentListQuery) {
    const page = pageOf(query);
    const { date } = query;
    const found = date === undefined ? this.appointments.list(ctx, {}, page) : this.appointments.ofDay(ctx, date, page);
    return (await found).map(appointmentView(ctx));
  }

  @Creates('', AppointmentView, {
    summary: 'Create an appointment',
    description:
      'Creates an appointment with the status SCHEDULED, at any time. Overlaps, public holidays and prayer times are refused with 400 only if the configuration of the module says so (A-131).',
  })
  async create(@Ctx() ctx: Context, @Body() body: AppointmentCreate) {
    return appointmentView(ctx)(await inWordsOfBody(this.appointments.create(ctx, newAppointment(body))));
  }
}
