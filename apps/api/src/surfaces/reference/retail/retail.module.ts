import { Module } from '@nestjs/common';
import { RetailModule } from '@usaha/retail';
import { RenderModule } from '../../../render/render.module.js';
import { ReferenceCustomerPrivacyController } from './customer-privacy.controller.js';
import { ReferenceCustomersController } from './customers.controller.js';
import { ReferenceInventoryController } from './inventory.controller.js';
import { ReferenceLoyaltyController } from './loyalty.controller.js';
import { ReferenceProductsController } from './products.controller.js';
import { ReferencePurchaseHistoryController } from './purchase-history.controller.js';
import { ReferenceReceiptsController } from './receipts.controller.js';
import { ReferenceRetailReportsController } from './reports.controller.js';
import { ReferenceSalePaymentsController } from './sale-payments.controller.js';
import { ReferenceSalesController } from './sales.controller.js';
import { ReferenceRetailTakingsController } from './takings.controller.js';
import { TillSales } from './till-sales.js';
import { ReferenceCustomerStatementsController } from './statements.controller.js';

/** The retail context on the reference surface. */
@Module({
  imports: [RetailModule, RenderModule],
  controllers: [
    ReferenceProductsController,
    ReferenceInventoryController,
    ReferenceSalesController,
    ReferenceSalePaymentsController,
    ReferenceRetailTakingsController,
    ReferenceCustomerStatementsController,
    ReferenceReceiptsController,
    ReferenceCustomersController,
    ReferenceCustomerPrivacyController,
    ReferencePurchaseHistoryController,
    ReferenceLoyaltyController,
    ReferenceRetailReportsController,
  ],
  providers: [TillSales],
})
export class ReferenceRetailModule {}
