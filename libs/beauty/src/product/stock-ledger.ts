import { Injectable } from '@nestjs/common';
import { Database, Ledger } from '@usaha/shared';
import { BeautyStockMovement } from './stock-movement.entity.js';

/** The movements of products' stock. */
@Injectable()
export class BeautyStockLedger extends Ledger<BeautyStockMovement> {
  constructor(database: Database) {
    super(database, BeautyStockMovement, 'product_id');
  }
}
