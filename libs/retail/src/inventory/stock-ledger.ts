import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { StockMovement } from './stock-movement.entity.js';

/** The movements of products' stock. */
@Injectable()
export class StockLedger extends Ledger<StockMovement> {
  constructor(database: Database) {
    super(database, StockMovement, 'product_id');
  }
}
