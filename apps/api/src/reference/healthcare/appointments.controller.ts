import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppointmentService } from '@usaha/healthcare';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  AppointmentBody,
  AppointmentListQuery,
  AppointmentPatch,
  AppointmentView,
  CancellationBody,
  CompletionBody,
  appointmentView,
  newAppointment,
} from './appointments.wire.js';

@ApiTags('appointments')
@OfModule('healthcare')
@Records({ appointment_id: AppointmentService })
@Controller('api/v1/healthcare/appointments')
export class ReferenceAppointmentsController {
  constructor(private readonly appointments: AppointmentService) {}

  @Creates('', AppointmentView, {
    summary: 'Make an appointment',
    description:
      'At any time, in any of the six statuses (A-129). Overlaps, public holidays and prayer times are refused with 409 only where the business has set prevent_double_booking, closed_on_public_holidays or avoid_prayer_times in the configuration of its module (A-131).',
  })
  async create(@Ctx() ctx: Context, @Body() body: AppointmentBody) {
    return appointmentView(await this.appointments.create(ctx, newAppointment(body)));
  }

  @Lists('', 'appointments', AppointmentView, {
    summary: 'List appointments',
    description: 'Those of both surfaces, the last made first; dates are days of the visit in Malaysia.',
  })
  async list(@Ctx() ctx: Context, @Query() query: AppointmentListQuery) {
    return (await this.appointments.list(ctx, query, pageOf(query))).map(appointmentView);
  }

  @Reads(':appointment_id', AppointmentView, {
    summary: 'Read an appointment',
    description: 'Made on either surface; also one of a patient who was deleted (A-140).',
  })
  async get(@Ctx() ctx: Context, @Param('appointment_id') id: string) {
    return appointmentView(await this.appointments.get(ctx, id));
  }

  @Changes(':appointment_id', AppointmentView, {
    summary: 'Change an appointment',
    description:
      'What is absent stays (A-18), and any status may follow any other. One that moves is looked at like a new one, and its patient is reminded again.',
  })
  async update(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: AppointmentPatch) {
    return appointmentView(await this.appointments.update(ctx, id, body));
  }

  @Acts(':appointment_id/cancel', AppointmentView, {
    summary: 'Cancel an appointment',
    description: 'One that is completed, cancelled or missed is a 409. Its time is free again.',
  })
  async cancel(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: CancellationBody) {
    return appointmentView(await this.appointments.cancel(ctx, id, body));
  }

  @Acts(':appointment_id/check-in', AppointmentView, {
    summary: 'Check a patient in',
    description:
      'The appointment is confirmed. A patient who is here already is a 409, and so is a visit that has begun.',
  })
  async checkIn(@Ctx() ctx: Context, @Param('appointment_id') id: string) {
    return appointmentView(await this.appointments.checkIn(ctx, id));
  }

  @Acts(':appointment_id/start', AppointmentView, {
    summary: 'Start a visit',
    description: 'The patient need not have been checked in. A visit that has begun or is over is a 409.',
  })
  async start(@Ctx() ctx: Context, @Param('appointment_id') id: string) {
    return appointmentView(await this.appointments.start(ctx, id));
  }

  @Acts(':appointment_id/complete', AppointmentView, {
    summary: 'Complete a visit',
    description:
      'It need not have been started. Prescriptions and, with a diagnosis or treatment plan, a medical record are written with it (A-134); warnings say what the patient is allergic to (A-176). A visit that is over is a 409.',
  })
  async complete(@Ctx() ctx: Context, @Param('appointment_id') id: string, @Body() body: CompletionBody) {
    return appointmentView(await this.appointments.complete(ctx, id, body));
  }
}
