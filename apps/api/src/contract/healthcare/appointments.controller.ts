import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppointmentService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Creates, Lists } from '../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  AppointmentCreate,
  AppointmentListQuery,
  AppointmentView,
  appointmentQuery,
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
    description: 'Those of both surfaces, of every status, the last made first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: AppointmentListQuery) {
    return (await this.appointments.list(ctx, appointmentQuery(query), pageOf(query))).map(appointmentView);
  }

  @Creates('', AppointmentView, {
    summary: 'Make an appointment',
    description:
      'It is SCHEDULED, at any time: overlaps, public holidays and prayer times are a 400 only where the business has asked for that in the configuration of its module (A-131).',
  })
  async create(@Ctx() ctx: Context, @Body() body: AppointmentCreate) {
    return appointmentView(await inWordsOfBody(this.appointments.create(ctx, newAppointment(body))));
  }
}
