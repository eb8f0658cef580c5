import type { MigrationInterface } from 'typeorm';
import { Customer } from './customer/customer.entity.js';
import { LowStockNotice } from './inventory/low-stock-notice.entity.js';
import { StockAnnouncement } from './inventory/stock-announcement.entity.js';
import { StockLocation } from './inventory/stock-location.entity.js';
import { StockMovement } from './inventory/stock-movement.entity.js';
import { PointsMovement } from './loyalty/points-movement.entity.js';
import { Retail1763700600000 } from './migrations/1763700600000-retail.js';
import { PointsTier1763801200000 } from './migrations/1763801200000-points-tier.js';
import { RetailLowerCase1763805100000 } from './migrations/1763805100000-lower-case.js';
import { SaleReversals1764300410000 } from './migrations/1764300410000-sale-reversals.js';
import { LookedUpAtTheCounter1764300420000 } from './migrations/1764300420000-looked-up-at-the-counter.js';
import { StockAlerts1764400800000 } from './migrations/1764400800000-stock-alerts.js';
import { RetailRefusedConsent1764600420000 } from './migrations/1764600420000-refused-consent.js';
import { SalePayments1764930000000 } from './migrations/1764930000000-sale-payments.js';
import { UnitCosts1764974000000 } from './migrations/1764974000000-unit-costs.js';
import { LowStockNotices1764980485000 } from './migrations/1764980485000-low-stock-notices.js';
import { CustomersByEmail1764980495000 } from './migrations/1764980495000-customers-by-email.js';
import { RetailSorts1764980496100 } from './migrations/1764980496100-sorts.js';
import { ClientReferences1764980497000 } from './migrations/1764980497000-client-references.js';
import { SoldAt1764980497100 } from './migrations/1764980497100-sold-at.js';
import { ErasedCustomers1764980508000 } from './migrations/1764980508000-erased-customers.js';
import { RetailBin1764980507100 } from './migrations/1764980507100-bin.js';
import { DueStockAlerts1764980523500 } from './migrations/1764980523500-due-stock-alerts.js';
import { RetailChanges1764980506100 } from './migrations/1764980506100-changes.js';
import { RequestedSalePayments1764980532300 } from './migrations/1764980532300-requested-payments.js';
import { ProductPictures1764980509000 } from './migrations/1764980509000-product-pictures.js';
import { CustomerMessagePreferences1764980534200 } from './migrations/1764980534200-message-preferences.js';
import { RetailBinDue1764980544100 } from './migrations/1764980544100-bin-due.js';
import { LiveSales1764980547400 } from './migrations/1764980547400-live-sales.js';
import { Product } from './product/product.entity.js';
import { SaleLine } from './sale/sale-line.entity.js';
import { SalePayment } from './sale/sale-payment.entity.js';
import { SaleReversal } from './sale/sale-reversal.entity.js';
import { SaleRefund } from './sale/sale-refund.entity.js';
import { Sale } from './sale/sale.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const retailEntities: (new () => object)[] = [
  Product,
  StockLocation,
  StockMovement,
  Customer,
  PointsMovement,
  Sale,
  SaleLine,
  SaleRefund,
  SaleReversal,
  SalePayment,
  StockAnnouncement,
  LowStockNotice,
];
export const retailMigrations: (new () => MigrationInterface)[] = [
  Retail1763700600000,
  PointsTier1763801200000,
  RetailLowerCase1763805100000,
  SaleReversals1764300410000,
  LookedUpAtTheCounter1764300420000,
  StockAlerts1764400800000,
  RetailRefusedConsent1764600420000,
  SalePayments1764930000000,
  UnitCosts1764974000000,
  LowStockNotices1764980485000,
  CustomersByEmail1764980495000,
  RetailSorts1764980496100,
  ClientReferences1764980497000,
  SoldAt1764980497100,
  RetailBin1764980507100,
  DueStockAlerts1764980523500,
  ErasedCustomers1764980508000,
  RetailChanges1764980506100,
  ProductPictures1764980509000,
  RequestedSalePayments1764980532300,
  CustomerMessagePreferences1764980534200,
  RetailBinDue1764980544100,
  LiveSales1764980547400,
];
