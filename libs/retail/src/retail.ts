import type { Core } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { CustomerRepository } from './customer/customer.repository.js';
import { CustomerService } from './customer/customer.service.js';
import { LoyaltyService } from './loyalty/loyalty.service.js';
import { PointsLedger } from './loyalty/points-ledger.js';
import { InventoryService } from './inventory/inventory.service.js';
import { StockAlerts } from './inventory/stock-alerts.js';
import { StockKeeper } from './inventory/stock-keeper.js';
import { StockLedger } from './inventory/stock-ledger.js';
import { StockLocations } from './inventory/stock-locations.js';
import { ProductRepository } from './product/product.repository.js';
import { ProductService } from './product/product.service.js';
import { ReceiptService } from './receipt/receipt.service.js';
import { RefundLedger } from './sale/refund-ledger.js';
import { RefundService } from './sale/refund.service.js';
import { SaleRepository } from './sale/sale.repository.js';
import { SaleService } from './sale/sale.service.js';
import { RetailConfigurations } from './settings.js';

export interface RetailSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
  /** The core context over the same database. */
  core: Core;
}

/** Makes the services of this context over a database. */
export class Retail {
  readonly configurations: RetailConfigurations;
  readonly products: ProductService;
  readonly inventory: InventoryService;
  readonly customers: CustomerService;
  readonly loyalty: LoyaltyService;
  readonly sales: SaleService;
  readonly refunds: RefundService;
  readonly receipts: ReceiptService;

  constructor({ core, database }: RetailSettings) {
    this.configurations = new RetailConfigurations(core.modules);
    const customers = new CustomerRepository(database);
    const points = new PointsLedger(database);
    this.customers = new CustomerService(customers, points);
    this.loyalty = new LoyaltyService(customers, points);
    const { configurations, loyalty } = this;
    const products = new ProductRepository(database);
    const [locations, movements] = [new StockLocations(database), new StockLedger(database)];
    const stock = new StockKeeper(products, locations, movements, configurations);
    this.products = new ProductService(products, stock, configurations);
    this.inventory = new InventoryService(products, stock, locations, movements, new StockAlerts(database));
    const [sales, refunds] = [new SaleRepository(database), new RefundLedger(database)];
    this.sales = new SaleService({ sales, refunds, products, customers, stock, loyalty, configurations });
    this.refunds = new RefundService({ sales, refunds, products, stock, loyalty });
    this.receipts = new ReceiptService(this.sales, this.refunds, customers, core.tenants);
  }
}
