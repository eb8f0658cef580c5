export { Customer, type CustomerDetails } from './customer/customer.entity.js';
export type { CustomerQuery } from './customer/customer.repository.js';
export { CustomerService, type CustomerChanges, type NewCustomer } from './customer/customer.service.js';
export { seedRetailDemo } from './demo/retail-demo.js';
export {
  LoyaltyService,
  type PointsChange,
  type PointsSale,
  type PointsUpdate,
  type Redemption,
} from './loyalty/loyalty.service.js';
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
  alertTypes,
  severities,
  type AlertQuery,
  type AlertType,
  type Severity,
  type StockAlert,
} from './inventory/stock-alerts.js';
export { STOCK_FELL } from './inventory/stock-keeper.js';
export {
  StockMovement,
  movementKinds,
  type LocationChange,
  type MovementKind,
} from './inventory/stock-movement.entity.js';
export { Product, productStatuses, type ProductStatus } from './product/product.entity.js';
export type { ProductQuery } from './product/product.repository.js';
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
export type { RefundItem } from './sale/refund-arithmetic.js';
export type { SoldLine } from './sale/sale-line.entity.js';
export { SaleRefund, type RefundedItem } from './sale/sale-refund.entity.js';
export {
  Sale,
  salePaymentStatuses,
  saleStatuses,
  type SalePaymentStatus,
  type SaleStatus,
  type StatusChange,
} from './sale/sale.entity.js';
export type { SaleQuery } from './sale/sale.repository.js';
export { SaleService, type NewSale, type NewSaleItem } from './sale/sale.service.js';
export { Retail, type RetailSettings } from './retail.js';
export { RetailModule } from './retail.module.js';
export { retailEntities, retailMigrations } from './persistence.js';
export { RetailConfigurations, readSettings, type RetailConfiguration } from './settings.js';
export * from './reports/index.js';
