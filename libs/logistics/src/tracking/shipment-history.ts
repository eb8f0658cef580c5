import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { ShipmentEvent } from './shipment-event.entity.js';

/** What happened to the shipments of a tenant. */
@Injectable()
export class ShipmentHistory extends Ledger<ShipmentEvent> {
  constructor(database: Database) {
    super(database, ShipmentEvent, 'shipment_id');
  }
}
