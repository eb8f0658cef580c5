export { type Once } from './client-reference.js';
export { customerData } from './customer/customer-data.js';
export { Customer, type CustomerDetails } from './customer/customer.entity.js';
export { CustomerRepository, type CustomerQuery } from './customer/customer.repository.js';
export { CustomerService, type CustomerChanges, type NewCustomer } from './customer/customer.service.js';
export {
  LoyaltyService,
  type PointsChange,
  type PointsSale,
  type PointsUpdate,
  type Redemption,
} from './loyalty/loyalty.service.js';
export { PointsLedger, type PointsCause } from './loyalty/points-ledger.js';
export { PointsMovement, pointsKinds, type PointsKind } from './loyalty/points-movement.entity.js';
export { pointsWords, type PointsOperation, type PointsWord } from './loyalty/points-operation.js';
export { loyaltyTiers, tierOf, tierTable, type LoyaltyTier, type TierTerms } from './loyalty/tiers.js';
export {
  InventoryService,
  type Adjustment,
  type Transfer,
  type TransferResult,
} from './inventory/inventory.service.js';
export {
  StockAlerts,
  alertTypes,
  severities,
  type AlertQuery,
  type AlertType,
  type Severity,
  type StockAlert,
} from './inventory/stock-alerts.js';
export { LowStockNotices, type AnnouncedDay, type LowProduct } from './inventory/low-stock-notices.js';
export { StockAlertLetters } from './inventory/stock-alert-letters.js';
export { StockKeeper, type StockChange } from './inventory/stock-keeper.js';
export { STOCK_FELL } from './inventory/stock.events.js';
export { StockLedger } from './inventory/stock-ledger.js';
export { StockLocations, type Shelves } from './inventory/stock-locations.js';
export {
  StockMovement,
  movementKinds,
  type LocationChange,
  type MovementKind,
} from './inventory/stock-movement.entity.js';
export { Product, productStatuses, type ProductStatus } from './product/product.entity.js';
export { ProductRepository, type ProductQuery } from './product/product.repository.js';
export {
  ProductService,
  type NewProduct,
  type ProductChanges,
  type StockResult,
  type StockUpdate,
} from './product/product.service.js';
export { stockOperationNamed, stockOperationWords, type StockOperation } from './product/stock-operation.js';
export { ReceiptService } from './receipt/receipt.service.js';
export { RefundService, type NewSaleRefund, type RefundedSale } from './sale/refund.service.js';
export { giveBack, pointsToReturn, remaining, type RefundItem } from './sale/refund-arithmetic.js';
export {
  lineFigures,
  pointsEarned,
  saleFigures,
  type LineFigures,
  type PricedLine,
  type SaleFigures,
} from './sale/sale-arithmetic.js';
export { SaleLine, openingsOf, type SoldLine } from './sale/sale-line.entity.js';
export { PaymentLedger } from './sale/payment-ledger.js';
export { PaymentService } from './sale/payment.service.js';
export {
  methodOf,
  outstandingOf,
  payLater,
  payOut,
  reverse,
  settle,
  type NewSalePayment,
} from './sale/payment-arithmetic.js';
export { SalePayment, paymentKinds, type PaymentEntry, type PaymentKind } from './sale/sale-payment.entity.js';
export {
  CustomerStatements,
  MOST_STATEMENT_LINES,
  type CustomerStatement,
  type StatementKind,
  type StatementLine,
  type StatementPeriod,
} from './account/customer-statement.js';
export { RefundLedger } from './sale/refund-ledger.js';
export { ReversalLedger } from './sale/reversal-ledger.js';
export { SaleReversal, type Reversed } from './sale/sale-reversal.entity.js';
export { SaleRefund, type RefundedItem } from './sale/sale-refund.entity.js';
export {
  Sale,
  type MadePayment,
  salePaymentStatuses,
  saleStatuses,
  type SalePaymentStatus,
  type SaleStatus,
  type StatusChange,
} from './sale/sale.entity.js';
export { seesCosts } from './sale/sees-costs.js';
export { shopTakings } from './sale/shop-takings.js';
export { SaleRepository, type SaleQuery } from './sale/sale.repository.js';
export { TaxRegistration } from './sale/tax-registration.js';
export { RequestedSales, type RequestedSale } from './sale/requested-sales.js';
export { SaleService, type CreatedSale, type NewSale, type SaleRequest } from './sale/sale.service.js';
export { type NewSaleItem } from './sale/sold-lines.js';
export { RetailModule } from './retail.module.js';
export { retailEntities, retailMigrations } from './persistence.js';
export { RetailConfigurations, readSettings, type RetailConfiguration } from './settings.js';
export * from './reports/index.js';
