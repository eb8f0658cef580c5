import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClientService, StaffService, clientData, staffData } from '@usaha/beauty';
import { PersonExport } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import {
  ClientErasureView,
  ClientExportView,
  StaffErasureView,
  StaffExportView,
  clientErasureView,
  clientExportView,
  staffErasureView,
  staffExportView,
} from './privacy.wire.js';

@OfModule('beauty')
@Records({ client_id: ClientService, staff_id: StaffService })
@Controller('api/v1/beauty')
export class ReferenceBeautyPrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly clients: ClientService,
    private readonly staff: StaffService,
  ) {}

  @ApiTags('clients')
  @Reads('clients/:client_id/export', ClientExportView, {
    summary: "Export a client's data",
    description:
      "For administrators. Exports the client's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async exportClient(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientExportView(ctx.now, await this.exports.of(ctx, clientData, id));
  }

  @ApiTags('clients')
  @Acts('clients/:client_id/erase', ClientErasureView, {
    summary: "Erase a client's data",
    description:
      'For administrators. Erases names, identity documents, contact, health data and notes of the client permanently, in appointments too; the client can no longer be found. A deleted client can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async eraseClient(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientErasureView(await this.clients.erase(ctx, id));
  }

  @ApiTags('staff')
  @Reads('staff/:staff_id/export', StaffExportView, {
    summary: "Export a staff member's data",
    description:
      "For administrators. Exports the member's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async exportMember(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffExportView(ctx.now, ctx.actor, await this.exports.of(ctx, staffData, id));
  }

  @ApiTags('staff')
  @Acts('staff/:staff_id/erase', StaffErasureView, {
    summary: "Erase a staff member's data",
    description:
      'For administrators. Erases names, identity documents, contact, pay and notes of the member permanently, and the name in appointments; the member can no longer be found. A deleted member can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async eraseMember(@Ctx() ctx: Context, @Param('staff_id') id: string) {
    return staffErasureView(await this.staff.erase(ctx, id));
  }
}
