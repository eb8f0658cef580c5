import { Body, Controller, Query } from '@nestjs/common';
import { SimulatorService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Addition, Changes, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  SimulatorBody,
  SimulatorDocumentListQuery,
  SimulatorDocumentView,
  SimulatorView,
  simulatorDocumentView,
  simulatorView,
} from './einvoice-simulator.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/simulator')
export class ReferenceEinvoiceSimulatorController {
  constructor(private readonly simulator: SimulatorService) {}

  @Reads('', SimulatorView, {
    summary: 'Read how the simulator plays MyInvois',
    description:
      'For administrators: the faults with what is left of their times, and how many calls of each kind have come. 409 where e-invoices do not go to the simulator (A-530).',
  })
  @Needs('einvoice_settings.administer')
  @Addition()
  async get(@Ctx() ctx: Context) {
    return simulatorView(await this.simulator.get(ctx));
  }

  @Changes('', SimulatorView, {
    summary: 'Set how the simulator plays MyInvois',
    description:
      'For administrators. Takes the place of what was set before: what is absent has its first value. Counts of calls stay. reject and invalid are faults of submit alone: otherwise 400 names them. 409 where e-invoices do not go to the simulator (A-530).',
  })
  @Needs('einvoice_settings.administer')
  @Addition()
  async replace(@Ctx() ctx: Context, @Body() body: SimulatorBody) {
    return simulatorView(await this.simulator.replace(ctx, body));
  }

  @Lists('documents', 'documents', SimulatorDocumentView, {
    summary: 'List the documents that the simulator has received',
    description: 'For administrators, newest first. 409 where e-invoices do not go to the simulator (A-530).',
  })
  @Needs('einvoice_settings.administer')
  @Addition()
  async documents(@Ctx() ctx: Context, @Query() query: SimulatorDocumentListQuery) {
    return (await this.simulator.received(ctx, query, pageOf(query))).map(simulatorDocumentView);
  }
}
