import { Body, Controller, Param, Query } from '@nestjs/common';
import { BulkScanService, ShipmentService, TrackingService } from '@usaha/logistics';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule, OpenToDrivers } from '../../../wire/permissions.js';
import { Records, notLookedUp } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { ReferencePage, pageOf } from '../reference.js';
import { BulkStatusBody, ScannedView, scannedView } from './bulk-scan.wire.js';
import { shipmentTable } from './shipments.table.js';
import {
  ShipmentBody,
  ShipmentBulkBody,
  ShipmentListQuery,
  ShipmentPatch,
  ShipmentView,
  shipmentView,
} from './shipments.wire.js';
import {
  ReportedShipmentView,
  ShipmentEventView,
  TrackedShipmentView,
  UpdateStatusBody,
  reportedShipmentView,
  shipmentEventView,
  statusReport,
  trackedShipmentView,
} from './tracking.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService, tracking_number: notLookedUp('its one route does nothing else') })
@Controller('api/v1/logistics/shipments')
export class ReferenceShipmentsController {
  constructor(
    private readonly shipments: ShipmentService,
    private readonly tracking: TrackingService,
    private readonly scans: BulkScanService,
    private readonly bulk: BulkWriter,
  ) {}

  @Creates('', ShipmentView, {
    summary: 'Create a shipment',
    description:
      'Pending, also where another status is sent (A-141), with a separate tracking number (A-281). origin and destination are required; each of their fields may be absent. Nothing is charged (A-290).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ShipmentBody) {
    return shipmentView(await this.shipments.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('shipments'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: ShipmentBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, shipmentTable, body), language);
  }

  @Lists('', 'shipments', ShipmentView, {
    summary: 'List shipments',
    description:
      'Newest first. States are found in any known spelling (A-293). To users who are drivers only the shipments assigned to them are listed; on every operation that they may use, all others are unknown (A-373).',
  })
  @OpenToDrivers()
  async list(@Ctx() ctx: Context, @Query() query: ShipmentListQuery) {
    return (await this.shipments.list(ctx, query, pageOf(query))).map(shipmentView);
  }

  @Reads('tracking/:tracking_number', TrackedShipmentView, {
    summary: 'Track a shipment',
    description:
      'Case, spaces and hyphens are ignored; a wrong check character and an unknown number are the same 404 (A-282). With the latest 100 entries of its history (A-283).',
  })
  @OpenToDrivers()
  async track(@Ctx() ctx: Context, @Param('tracking_number') tracking_number: string) {
    return trackedShipmentView(await this.tracking.track(ctx, tracking_number));
  }

  @Reads(':shipment_id', ShipmentView, { summary: 'Read a shipment', description: 'Without its history.' })
  @OpenToDrivers()
  async get(@Ctx() ctx: Context, @Param('shipment_id') id: string) {
    return shipmentView(await this.shipments.get(ctx, id));
  }

  @Changes(':shipment_id', ShipmentView, {
    summary: 'Change a shipment',
    description:
      'Absent fields are unchanged (A-18), in every status (A-289). Another status is a status report without location; after dispatch a change of destination or money is an entry of the history too.',
  })
  async update(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Body() body: ShipmentPatch) {
    return shipmentView(await this.shipments.update(ctx, id, body));
  }

  @Acts(':shipment_id/update-status', ReportedShipmentView, {
    summary: 'Report the status of a shipment',
    description:
      'Any status after any other (A-142); each report is one entry of the history (A-283). Expired documents of driver and vehicle are warnings and refuse nothing (A-295). A driver reports own shipments, names no other driver, and of vehicles only those assigned to that driver (A-373).',
  })
  @OpenToDrivers()
  async updateStatus(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Body() body: UpdateStatusBody) {
    return reportedShipmentView(await this.tracking.report(ctx, id, statusReport(body)));
  }

  @ActsOnMany('bulk-status', ScannedView, {
    summary: 'Report the status of many shipments',
    description:
      'Known shipments are recorded together or not at all; the answer says for each number what came of it, in the order sent (A-320).',
  })
  @Addition()
  @OpenToDrivers()
  async bulkStatus(@Ctx() ctx: Context, @Body() body: BulkStatusBody) {
    return (await this.scans.scan(ctx, statusReport(body))).map(scannedView);
  }

  @Lists(':shipment_id/events', 'events', ShipmentEventView, {
    summary: 'List the history of a shipment',
    description: 'All of it, the last entry first.',
  })
  @Addition()
  @OpenToDrivers()
  async events(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Query() query: ReferencePage) {
    return (await this.tracking.historyOf(ctx, id, pageOf(query))).map(shipmentEventView);
  }
}
