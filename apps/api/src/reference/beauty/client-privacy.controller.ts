import { Controller, Param } from '@nestjs/common';
import { ClientService, clientData } from '@usaha/beauty';
import { PersonExport } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import { ClientErasureView, ClientExportView, clientErasureView, clientExportView } from './client-privacy.wire.js';

@ApiTags('clients')
@OfModule('beauty')
@Records({ client_id: ClientService })
@Controller('api/v1/beauty/clients')
export class ReferenceClientPrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly clients: ClientService,
  ) {}

  @Reads(':client_id/export', ClientExportView, {
    summary: "Export a client's data",
    description:
      "For administrators. Exports the client's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async export(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientExportView(ctx.now, await this.exports.of(ctx, clientData, id));
  }

  @Acts(':client_id/erase', ClientErasureView, {
    summary: "Erase a client's data",
    description:
      'For administrators. Erases names, identity documents, contact, health data and notes of the client permanently, in appointments too; the client can no longer be found. A deleted client can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async erase(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientErasureView(await this.clients.erase(ctx, id));
  }
}
