import { Body, Controller, Param, Query } from '@nestjs/common';
import { AppointmentService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
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
    summary: 'Create an appointment',
    description:
      'Any time and any of the six statuses are accepted. Overlaps, public holidays and prayer times are refused with 409 only if the configuration of the module has prevent_double_booking, closed_on_public_holidays or avoid_prayer_times (A-129, A-131).',
  })
  async create(@Ctx() ctx: Context, @Body() body: AppointmentBody, @ReadIn() language: Language) {
    return appointmentView(ctx, language)(await this.appointments.create(ctx, newAppointment(body)));
  }

  @Lists('', 'appointments', AppointmentView, {
    summary: 'List appointments',
    description: 'Created on either surface, newest first; the dates are those of the visit (UTC+8).',
  })
  async list(@Ctx() ctx: Context, @Query() query: AppointmentListQuery, @ReadIn() language: Language) {
    return (await this.appointments.list(ctx, query, pageOf(query))).map(appointmentView(ctx, language));
  }

  @Reads(':appointment_id', AppointmentView, {
    summary: 'Read an appointment',
    description:
      'Created on either surface; includes appointments of deleted patients (A-140). Reading it is recorded in the audit trail (A-373).',
  })
  async get(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return appointmentView(ctx, language)(await this.appointments.read(ctx, id));
  }

  @Changes(':appointment_id', AppointmentView, {
    summary: 'Change an appointment',
    description:
      'Absent fields are unchanged; every change of status is allowed. A new time is checked like that of a new appointment. After a change of time or patient the reminder is sent again (A-18).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: AppointmentPatch,
    @ReadIn() language: Language,
  ) {
    return appointmentView(ctx, language)(await this.appointments.update(ctx, id, body));
  }

  @Acts(':appointment_id/cancel', AppointmentView, {
    summary: 'Cancel an appointment',
    description:
      'Cancels the appointment and frees its time. A completed, cancelled or missed appointment is answered with 409.',
  })
  async cancel(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: CancellationBody,
    @ReadIn() language: Language,
  ) {
    return appointmentView(ctx, language)(await this.appointments.cancel(ctx, id, body));
  }

  @Acts(':appointment_id/check-in', AppointmentView, {
    summary: 'Check a patient in',
    description:
      'Checks the patient in and confirms the appointment. An appointment already checked in or started is answered with 409.',
  })
  async checkIn(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return appointmentView(ctx, language)(await this.appointments.checkIn(ctx, id));
  }

  @Acts(':appointment_id/start', AppointmentView, {
    summary: 'Start an appointment',
    description:
      'Starts the visit; a check-in is not required. An appointment already started or over is answered with 409.',
  })
  async start(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return appointmentView(ctx, language)(await this.appointments.start(ctx, id));
  }

  @Acts(':appointment_id/complete', AppointmentView, {
    summary: 'Complete an appointment',
    description:
      "Completes the visit; a start is not required. Creates the prescriptions and, with a diagnosis or treatment plan, a medical record; warnings name the patient's allergies. An appointment that is over is answered with 409 (A-134, A-176).",
  })
  async complete(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: CompletionBody,
    @ReadIn() language: Language,
  ) {
    return appointmentView(ctx, language)(await this.appointments.complete(ctx, id, body));
  }
}
