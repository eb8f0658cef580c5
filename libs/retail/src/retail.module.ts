import { Module, type OnModuleInit } from '@nestjs/common';
import {
  Bin,
  FileCollections,
  MessageSubjects,
  NotificationService,
  BuyerSubjects,
  EinvoiceSources,
  PayableSources,
  PersonRegistry,
} from '@usaha/core';
import { CustomerStatements } from './account/customer-statement.js';
import { customerData } from './customer/customer-data.js';
import { CustomerRepository } from './customer/customer.repository.js';
import { CustomerService } from './customer/customer.service.js';
import { LoyaltyService } from './loyalty/loyalty.service.js';
import { PointsLedger } from './loyalty/points-ledger.js';
import { InventoryService } from './inventory/inventory.service.js';
import { LowStockNotices } from './inventory/low-stock-notices.js';
import { StockAlertLetters } from './inventory/stock-alert-letters.js';
import { StockAlerts } from './inventory/stock-alerts.js';
import { StockKeeper } from './inventory/stock-keeper.js';
import { StockLedger } from './inventory/stock-ledger.js';
import { StockLocations } from './inventory/stock-locations.js';
import { fileCollections } from './file-collections.js';
import { ProductRepository } from './product/product.repository.js';
import { ProductService } from './product/product.service.js';
import { EinvoicedSales } from './receipt/einvoiced-sales.js';
import { ReceiptService } from './receipt/receipt.service.js';
import { SaleMessages } from './sale/sale-messages.js';
import { PayableSales } from './sale/payable-sales.js';
import { RequestedSales } from './sale/requested-sales.js';
import { PaymentLedger } from './sale/payment-ledger.js';
import { PaymentService } from './sale/payment.service.js';
import { RefundLedger } from './sale/refund-ledger.js';
import { ReversalLedger } from './sale/reversal-ledger.js';
import { RefundService } from './sale/refund.service.js';
import { SaleRepository } from './sale/sale.repository.js';
import { SaleService } from './sale/sale.service.js';
import { TaxRegistration } from './sale/tax-registration.js';
import { RetailConfigurations } from './settings.js';

const providers = [
  CustomerRepository,
  CustomerService,
  CustomerStatements,
  LoyaltyService,
  PointsLedger,
  InventoryService,
  LowStockNotices,
  StockAlertLetters,
  StockAlerts,
  StockKeeper,
  StockLedger,
  StockLocations,
  ProductRepository,
  ProductService,
  ReceiptService,
  EinvoicedSales,
  PaymentLedger,
  PaymentService,
  PayableSales,
  SaleMessages,
  RequestedSales,
  RefundLedger,
  ReversalLedger,
  RefundService,
  SaleRepository,
  SaleService,
  TaxRegistration,
  RetailConfigurations,
];

/**
 * Products, stock, customers, loyalty, sales and their reports.
 * It needs `DatabaseModule` and `CoreModule`, and knows nothing of HTTP.
 */
@Module({ providers, exports: providers })
export class RetailModule implements OnModuleInit {
  constructor(
    private readonly notifications: NotificationService,
    private readonly alertLetters: StockAlertLetters,
    private readonly persons: PersonRegistry,
    private readonly bin: Bin,
    private readonly files: FileCollections,
    private readonly products: ProductRepository,
    private readonly customers: CustomerRepository,
    private readonly sales: SaleRepository,
    private readonly payable: PayableSources,
    private readonly payableSales: PayableSales,
    private readonly messageSubjects: MessageSubjects,
    private readonly messagesOfSales: SaleMessages,
    private readonly buyerSubjects: BuyerSubjects,
    private readonly einvoices: EinvoiceSources,
    private readonly einvoicedSales: EinvoicedSales,
  ) {}

  onModuleInit(): void {
    this.buyerSubjects.register('retail', (ctx, field, id) =>
      this.customers.assertExists(ctx, field, id, { lock: true }),
    );
    this.einvoices.register('retail', this.einvoicedSales);
    this.payable.register(this.payableSales);
    this.messageSubjects.register(this.messagesOfSales);
    this.bin.register(this.products, this.customers);
    this.notifications.register(this.alertLetters);
    this.alertLetters.listen();
    this.persons.register(customerData, {
      persons: this.customers,
      beforeErasure: (ctx, id) => this.customers.forgetReference(ctx, id),
    });
    this.files.register(...fileCollections(this.products, this.customers, this.sales));
  }
}
