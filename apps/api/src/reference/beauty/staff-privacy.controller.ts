import { Controller, Param } from '@nestjs/common';
import { StaffService, staffData } from '@usaha/beauty';
import { PersonExport } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import { StaffErasureView, StaffExportView, staffErasureView, staffExportView } from './staff-privacy.wire.js';

@ApiTags('staff')
@OfModule('beauty')
@Records({ staff_id: StaffService })
@Controller('api/v1/beauty/staff')
export class ReferenceStaffPrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly staff: StaffService,
  ) {}

  @Reads(':staff_id/export', StaffExportView, {
    summary: "Export a staff member's data",
    description:
      "For administrators. Exports the member's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async export(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffExportView(ctx.now, ctx.actor, await this.exports.of(ctx, staffData, id));
  }

  @Acts(':staff_id/erase', StaffErasureView, {
    summary: "Erase a staff member's data",
    description:
      'For administrators. Erases names, identity documents, contact, pay and notes of the member permanently, and the name in appointments; the member can no longer be found. A deleted member can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async erase(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffErasureView(await this.staff.erase(ctx, id));
  }
}
