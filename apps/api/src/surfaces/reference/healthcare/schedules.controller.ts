import { Controller, Param, Query } from '@nestjs/common';
import { ScheduleService } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Reads } from '../../../wire/route.js';
import { ScheduleListQuery, ScheduleView, scheduleView } from './schedules.wire.js';

@ApiTags('appointments')
@OfModule('healthcare')
@Records({ doctor_id: notLookedUp('doctors have no records: any text names one, as appointments do') })
@Controller('api/v1/healthcare/doctors')
export class ReferenceSchedulesController {
  constructor(private readonly schedules: ScheduleService) {}

  @Reads(':doctor_id/schedule', ScheduleView, {
    summary: "Read a doctor's schedule",
    description:
      "Lists the doctor's appointments in a range of days, or all of them without a range, with the public holidays and prayer times of those days. An unknown doctor has no appointments (A-132).",
  })
  async get(
    @Ctx() ctx: Context,
    @Param('doctor_id') doctor_id: string,
    @Query() query: ScheduleListQuery,
    @ReadIn() language: Language,
  ) {
    return scheduleView({ ctx, language })(await this.schedules.of(ctx, doctor_id, query));
  }
}
