import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { Core } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { CustomerService } from './customer/customer.service.js';
import { InventoryService } from './inventory/inventory.service.js';
import { LoyaltyService } from './loyalty/loyalty.service.js';
import { ProductService } from './product/product.service.js';
import { ReceiptService } from './receipt/receipt.service.js';
import { RefundService } from './sale/refund.service.js';
import { SaleService } from './sale/sale.service.js';
import { Retail } from './retail.js';

/** A service of the context, as Nest gives it to controllers. */
const service = (token: abstract new (...args: never[]) => unknown, of: (retail: Retail) => unknown): Provider => ({
  provide: token,
  useFactory: of,
  inject: [Retail],
});

/** The retail context as a Nest module; it takes the core from the application. It knows nothing of HTTP. */
@Module({})
export class RetailModule {
  static forRoot({ database }: { database: Database }): DynamicModule {
    const providers: Provider[] = [
      { provide: Retail, useFactory: (core: Core) => new Retail({ database, core }), inject: [Core] },
      service(ProductService, ({ products }) => products),
      service(InventoryService, ({ inventory }) => inventory),
      service(SaleService, ({ sales }) => sales),
      service(ReceiptService, ({ receipts }) => receipts),
      service(RefundService, ({ refunds }) => refunds),
      service(CustomerService, ({ customers }) => customers),
      service(LoyaltyService, ({ loyalty }) => loyalty),
    ];
    return { module: RetailModule, global: true, providers, exports: providers };
  }
}
