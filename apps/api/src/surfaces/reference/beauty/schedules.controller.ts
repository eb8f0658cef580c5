import { Controller, Param, Query } from '@nestjs/common';
import {
  BeautyAppointmentService,
  ClientService,
  FreeSlotService,
  StaffScheduleService,
  StaffService,
  WaitingListService,
} from '@usaha/beauty';
import { malaysianDay, type Context, type Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Lists, ListsWhole, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import { BeautyAppointmentView, beautyAppointmentView } from './appointments.wire.js';
import {
  ClientHistoryListQuery,
  FreeSlotQuery,
  FreeSlotView,
  StaffScheduleListQuery,
  StaffScheduleView,
  WaitingListQuery,
  WaitingVisitView,
  freeSlotView,
  staffScheduleView,
  waitingVisitView,
} from './schedules.wire.js';

@ApiTags('appointments')
@OfModule('beauty')
@Records({ client_id: ClientService, staff_id: StaffService })
@Controller('api/v1/beauty')
export class ReferenceBeautySchedulesController {
  constructor(
    private readonly appointments: BeautyAppointmentService,
    private readonly schedules: StaffScheduleService,
    private readonly slots: FreeSlotService,
    private readonly waitingList: WaitingListService,
  ) {}

  @Lists('clients/:client_id/history', 'appointments', BeautyAppointmentView, {
    summary: "List a client's appointments",
    description: 'Of every status, the latest day and start first; the dates are those of the appointments (A-250).',
  })
  async history(
    @Ctx() ctx: Context,
    @Param('client_id') id: string,
    @Query() query: ClientHistoryListQuery,
    @ReadIn() language: Language,
  ) {
    const { date_from, date_to } = query;
    const page = await this.appointments.history(ctx, id, { date_from, date_to }, pageOf(query));
    return page.map(beautyAppointmentView(language));
  }

  @Reads('staff/:staff_id/schedule', StaffScheduleView, {
    summary: 'Read the schedule of a member of staff',
    description:
      "Lists the appointments with a service of the member in a range of days, or all of them without a range, with the member's services, public holidays and prayer times of each day (A-251).",
  })
  async schedule(
    @Ctx() ctx: Context,
    @Param('staff_id') id: string,
    @Query() query: StaffScheduleListQuery,
    @ReadIn() language: Language,
  ) {
    return staffScheduleView(language)(await this.schedules.of(ctx, id, query));
  }

  @Lists('waiting-list', 'visits', WaitingVisitView, {
    summary: 'List the clients who wait',
    description:
      'Clients who were checked in on a day (UTC+8; today unless given) and whose visit has not begun: with apply_membership_benefits those first whose membership gives priority, then by their check-in (A-355).',
  })
  @Addition()
  async waiting(@Ctx() ctx: Context, @Query() query: WaitingListQuery) {
    return (await this.waitingList.on(ctx, query.date ?? malaysianDay(ctx.now), pageOf(query))).map(waitingVisitView);
  }

  @ListsWhole('free-slots', FreeSlotView, {
    summary: 'List the free times for a service on a day',
    description:
      'Every quarter of an hour at which the whole service lies within the working hours of a member of staff and nothing else is booked. Those of members without working hours lie within the opening_hours of the configuration; without these such members are free all day. Times on holidays and in prayer times are listed unless the configuration of the module keeps them free (A-273).',
  })
  @Addition()
  async freeSlots(@Ctx() ctx: Context, @Query() { date, ...query }: FreeSlotQuery) {
    const slots = await this.slots.on(ctx, { ...query, date: date ?? malaysianDay(ctx.now) });
    return slots.map(freeSlotView);
  }
}
