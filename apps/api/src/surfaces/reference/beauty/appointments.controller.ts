import { Body, Controller, Param, Query } from '@nestjs/common';
import { BeautyAppointmentService } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  BeautyAppointmentBody,
  BeautyAppointmentListQuery,
  BeautyAppointmentPatch,
  BeautyAppointmentView,
  BeautyCancellationBody,
  TreatmentCompletionBody,
  beautyAppointmentView,
} from './appointments.wire.js';

@ApiTags('appointments')
@OfModule('beauty')
@Records({ appointment_id: BeautyAppointmentService })
@Controller('api/v1/beauty/appointments')
export class ReferenceBeautyAppointmentsController {
  constructor(private readonly appointments: BeautyAppointmentService) {}

  @Creates('', BeautyAppointmentView, {
    summary: 'Create an appointment',
    description:
      'Services are required, and a client or walk_in. Names and prices are those of today and stay. Overlaps, closed hours, holidays and prayer times are refused with 409 only if the configuration of the module says so (A-109, A-111, A-270).',
  })
  async create(@Ctx() ctx: Context, @Body() body: BeautyAppointmentBody, @ReadIn() language: Language) {
    return beautyAppointmentView(language)(await this.appointments.create(ctx, body));
  }

  @Lists('', 'appointments', BeautyAppointmentView, {
    summary: 'List appointments',
    description:
      'Newest first; the dates are those of the first start, without one those of the creation (UTC+8) (A-242).',
  })
  async list(@Ctx() ctx: Context, @Query() query: BeautyAppointmentListQuery, @ReadIn() language: Language) {
    return (await this.appointments.list(ctx, query, pageOf(query))).map(beautyAppointmentView(language));
  }

  @Reads(':appointment_id', BeautyAppointmentView, {
    summary: 'Read an appointment',
    description: 'Includes appointments of deleted clients, staff and services (A-254).',
  })
  async get(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return beautyAppointmentView(language)(await this.appointments.get(ctx, id));
  }

  @Changes(':appointment_id', BeautyAppointmentView, {
    summary: 'Change an appointment',
    description:
      'Absent fields are unchanged; services replaces all services, of which those already booked keep name and price. Every change of status is allowed (A-18, A-243, A-249).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: BeautyAppointmentPatch,
    @ReadIn() language: Language,
  ) {
    return beautyAppointmentView(language)(await this.appointments.update(ctx, id, body));
  }

  @Acts(':appointment_id/cancel', BeautyAppointmentView, {
    summary: 'Cancel an appointment',
    description:
      'Cancels the appointment and frees its time. A completed, cancelled or missed appointment is answered with 409.',
  })
  async cancel(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: BeautyCancellationBody,
    @ReadIn() language: Language,
  ) {
    return beautyAppointmentView(language)(await this.appointments.cancel(ctx, id, body));
  }

  @Acts(':appointment_id/check-in', BeautyAppointmentView, {
    summary: 'Check a client in',
    description:
      'Confirms the appointment. A second check-in changes nothing; one that has started or is over is answered with 409 (A-249).',
  })
  async checkIn(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return beautyAppointmentView(language)(await this.appointments.checkIn(ctx, id));
  }

  @Acts(':appointment_id/start', BeautyAppointmentView, {
    summary: 'Start an appointment',
    description: 'A check-in is not required. An appointment already started or over is answered with 409.',
  })
  async start(@Ctx() ctx: Context, @Param('appointment_id') id: string, @ReadIn() language: Language) {
    return beautyAppointmentView(language)(await this.appointments.start(ctx, id));
  }

  @Acts(':appointment_id/complete', BeautyAppointmentView, {
    summary: 'Complete an appointment',
    description:
      'All fields are optional and a start is not required. An appointment that is over is answered with 409 (A-246, A-247).',
  })
  async complete(
    @Ctx() ctx: Context,
    @Param('appointment_id') id: string,
    @Body() body: TreatmentCompletionBody,
    @ReadIn() language: Language,
  ) {
    return beautyAppointmentView(language)(
      await this.appointments.complete(ctx, id, { ...body, follow_up_required: body.follow_up_required ?? false }),
    );
  }
}
