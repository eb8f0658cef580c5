import { Body, Controller, Param, Query } from '@nestjs/common';
import { ClientService } from '@usaha/beauty';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import { clientTable } from './clients.table.js';
import { ClientBody, ClientBulkBody, ClientListQuery, ClientPatch, ClientView, clientView } from './clients.wire.js';

@ApiTags('clients')
@OfModule('beauty')
@Records({ client_id: ClientService })
@Controller('api/v1/beauty/clients')
export class ReferenceClientsController {
  constructor(
    private readonly clients: ClientService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', ClientView, {
    summary: 'Create a client',
    description: 'Only the names are required. Points given here are the first movement of the ledger (A-265).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ClientBody) {
    return clientView(await this.clients.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('clients'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: ClientBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, clientTable, body), language);
  }

  @Lists('', 'clients', ClientView, {
    summary: 'List clients',
    description: 'Newest first. Texts are compared whole, ignoring case; the search finds a part.',
  })
  async list(@Ctx() ctx: Context, @Query() query: ClientListQuery) {
    return (await this.clients.list(ctx, query, pageOf(query))).map(clientView);
  }

  @Reads(':client_id', ClientView, {
    summary: 'Read a client',
    description: 'Recorded in the audit trail with the user who read the client.',
  })
  async get(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientView(await this.clients.read(ctx, id));
  }

  @Changes(':client_id', ClientView, {
    summary: 'Change a client',
    description: 'Absent fields are unchanged. A change of loyalty_points is a movement of the ledger (A-18, A-265).',
  })
  async update(@Ctx() ctx: Context, @Param('client_id') id: string, @Body() body: ClientPatch) {
    return clientView(await this.clients.update(ctx, id, body));
  }

  @Deletes(':client_id', DeletedView, {
    summary: 'Delete a client',
    description: 'Appointments, memberships and packages of the client are kept (A-254).',
  })
  async remove(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return deleted(await this.clients.remove(ctx, id));
  }

  @Acts(':client_id/restore', ClientView, {
    summary: 'Restore a deleted client',
    description:
      'A client that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('client_id') id: string) {
    return clientView(await this.clients.restore(ctx, id));
  }
}
