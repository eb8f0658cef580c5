import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, coreMessages, type PayMethod } from '@usaha/core';
import {
  conflict,
  invalid,
  malaysianDay,
  money,
  type Context,
  type Message,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { once } from '../client-reference.js';
import { CustomerRepository } from '../customer/customer.repository.js';
import { StockKeeper } from '../inventory/stock-keeper.js';
import { LoyaltyService } from '../loyalty/loyalty.service.js';
import { tierDiscount, type LoyaltyTier } from '../loyalty/tiers.js';
import type { Product } from '../product/product.entity.js';
import { ProductRepository } from '../product/product.repository.js';
import { RetailConfigurations, type RetailConfiguration } from '../settings.js';
import { reverse, settle, type NewSalePayment } from './payment-arithmetic.js';
import { PaymentLedger } from './payment-ledger.js';
import { RefundLedger } from './refund-ledger.js';
import { ReversalLedger } from './reversal-ledger.js';
import { pointsEarned } from './sale-arithmetic.js';
import type { PaymentEntry } from './sale-payment.entity.js';
import { Sale, type SaleDetails, type SaleStatus } from './sale.entity.js';
import { soldAt } from './sold-at.js';
import { SaleRepository, type SaleQuery } from './sale.repository.js';
import { lineOf, refuseInactive, type NewSaleItem } from './sold-lines.js';
import { TaxRegistration } from './tax-registration.js';
import { messages } from '../messages.js';

/** How the customer of a sale is asked for what is not paid. */
export interface SaleRequest {
  method?: PayMethod | null;
  methods?: PayMethod[] | null;
  expires_at?: Date;
}

/** What a sale is made from. */
export type NewSale = Partial<SaleDetails & Pick<Sale, 'customer_id'>> & {
  items: NewSaleItem[];
  /** In place of `payment_method`. */
  payments?: NewSalePayment[] | null;
  /** Whether what is not paid is owed by the customer. */
  on_account?: boolean | null;
  /** The rest is asked for by a payment request: see `RequestedSales`. */
  payment_request?: SaleRequest | null;
  /** What the program that sends it calls it: sent again, the sale that was made is answered. */
  client_reference?: string | null;
  /** When it was made, ISO 8601; now unless told. */
  sold_at?: string | null;
  /** A fact from a till without a network: inactive products are sold too, and stock that is short goes to 0. */
  offline?: boolean | null;
};

/** A sale that was made, and what is to be said of it. */
export interface CreatedSale {
  sale: Sale;
  warnings: Message[];
  /** Whether stock was short of a sale without a network, and went to 0. */
  is_short: boolean;
  /** Whether an earlier request with the same client_reference made it. */
  is_replayed: boolean;
}

interface Buyer {
  id: string | null;
  /** null for a walk-in, and for an id of no customer. */
  tier: LoyaltyTier | null;
}

/** Told of a sale apart from its data. */
interface Selling {
  reference?: Pick<Sale, 'client_reference' | 'fingerprint'>;
  looksAt?: (sale: Sale) => Promise<void>;
}

/** The sales of the context's tenant. */
@Injectable()
export class SaleService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentLedger,
    private readonly refunds: RefundLedger,
    private readonly reversals: ReversalLedger,
    private readonly products: ProductRepository,
    private readonly customers: CustomerRepository,
    private readonly stock: StockKeeper,
    private readonly loyalty: LoyaltyService,
    private readonly configurations: RetailConfigurations,
    private readonly registration: TaxRegistration,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /** @throws not_found */
  async get(ctx: Context, id: string): Promise<Sale> {
    const sale = await this.sales.get(ctx, id);
    await this.load(ctx, [sale]);
    return sale;
  }

  async list(ctx: Context, query: SaleQuery, page: PageRequest): Promise<Page<Sale>> {
    const found = await this.sales.list(ctx, query, page);
    await this.load(ctx, found.rows);
    return found;
  }

  /** A customer's sales of both surfaces, newest first. @throws not_found */
  async history(
    ctx: Context,
    customer_id: string,
    period: Pick<SaleQuery, 'date_from' | 'date_to'>,
    page: PageRequest,
  ): Promise<Page<Sale>> {
    const { id } = await this.customers.get(ctx, customer_id);
    return this.list(ctx, { ...period, customer_id: id }, page);
  }

  /**
   * A sale to a customer of the tenant, or to a walk-in.
   * @throws invalid (payments that do not come to its total; on account without a customer; unknown customer; unknown, inactive or too few of a product: then nothing is sold)
   */
  async create(ctx: Context, data: NewSale): Promise<Sale> {
    return (await this.createWithWarnings(ctx, data)).sale;
  }

  /**
   * The same, with a warning at the first sale with SST of a business that is not registered for it. Sent again with its
   * client_reference, the sale is answered as it is now.
   */
  async createWithWarnings(ctx: Context, data: NewSale): Promise<CreatedSale> {
    const { made, is_replayed } = await once<Sale, Omit<CreatedSale, 'is_replayed'>>(ctx, 'sale', data, {
      index: 'sales_client_reference',
      find: (client_reference) => this.sales.byReference(ctx, client_reference),
      show: async (sale) => {
        await this.load(ctx, [sale]);
        return { sale, warnings: [], is_short: false };
      },
      make: (reference) => this.make(ctx, data, reference),
    });
    return { ...made, is_replayed };
  }

  private async make(
    ctx: Context,
    data: NewSale,
    reference: Pick<Sale, 'client_reference' | 'fingerprint'>,
  ): Promise<Omit<CreatedSale, 'is_replayed'>> {
    const { customer_id } = data;
    if (data.on_account && typeof customer_id !== 'string') throw invalid('customer_id', messages.accountOfNone());
    const charged = this.registration.hasChargedLately(ctx);
    const buyer = async (): Promise<Buyer> => {
      if (typeof customer_id !== 'string') return { id: null, tier: null };
      const { id, loyalty_tier } = await this.customers.named(ctx, 'customer_id', customer_id);
      return { id, tier: loyalty_tier };
    };
    let isFirst = false;
    const [{ sale, is_short }] = await Promise.all([
      this.sell(ctx, data, buyer, {
        reference,
        looksAt: async (made) => {
          isFirst = !(await charged) && (await this.registration.isFirstUnregistered(ctx, made));
        },
      }),
      charged,
    ]);
    return { sale, warnings: isFirst ? [coreMessages.notRegisteredForSst()] : [], is_short };
  }

  /** A sale to the customer of any uuid: where there is no way to create customers, none is refused. */
  async createForAny(ctx: Context, data: NewSale & { customer_id: string }): Promise<Sale> {
    const id = data.customer_id.toLowerCase();
    const { sale } = await this.sell(ctx, data, async () => {
      const { apply_tier_discounts } = await this.configurations.of(ctx);
      const customer = apply_tier_discounts ? await this.customers.find(ctx, id) : null;
      return { id, tier: customer?.loyalty_tier ?? null };
    });
    return sale;
  }

  /** Any status may follow any; neither stock nor money moves. @throws not_found; conflict for a void sale */
  async setStatus(ctx: Context, id: string, status: SaleStatus, reason: string | null): Promise<Sale> {
    const [sale, request] = await Promise.all([
      this.sales.lock(ctx, id),
      this.following.lockOpen(ctx, 'retail.sale', id),
    ]);
    if (sale.voided_at) throw conflict('status', messages.saleVoided());
    await this.load(ctx, [sale]);
    const { counted: wasCounted } = sale;
    sale.setStatus({
      status,
      reason,
      changed_at: ctx.now.toISOString(),
      changed_by: ctx.actor?.user_id ?? null,
    });
    if (sale.payments_kept) this.payments.enter(ctx, sale, reverse(sale.entries, sale.is_out));
    this.sales.save(ctx, sale, 'set_status');
    this.following.follow(ctx, request, { open: sale.outstanding_amount, is_cancelled: sale.is_cancelled });
    if (sale.counted !== wasCounted) this.sales.saveCounted(ctx, sale);
    if (!sale.payments_kept) await this.reversals.note(ctx, sale, sale.reversedWith(sale.refunds), wasCounted);
    return sale;
  }

  /** Puts into each sale its refunds and payments; most have none of them apart, and cost nothing. */
  private async load(ctx: Context, sales: readonly Sale[]): Promise<void> {
    await Promise.all([this.refunds.load(ctx, sales), this.payments.load(ctx, sales)]);
  }

  private async sell(
    ctx: Context,
    data: NewSale,
    buyer: () => Promise<Buyer>,
    { reference, looksAt }: Selling = {},
  ): Promise<Pick<CreatedSale, 'sale' | 'is_short'>> {
    // Locks products in id order to avoid deadlocks, and the series of numbers last: other sales wait for it until COMMIT.
    const [productNamed, { id: customer_id, tier }, settings, invoice_number] = await Promise.all([
      this.products.lockAllReferenced(
        ctx,
        data.items.map((item) => item.product_id),
      ),
      buyer(),
      this.configurations.of(ctx),
      this.sales.drawNumber(ctx),
    ]);
    const productOf = (i: number, id: string): Product => productNamed(`items.${i}.product_id`, id);
    const usual = settings.apply_tier_discounts && tier ? tierDiscount(tier) : 0;
    const sold_at = soldAt(data, ctx.now, settings.offline_sale_days);
    const lines = data.items.map((item, i) => {
      const product = productOf(i, item.product_id);
      if (!data.offline) refuseInactive(product, i);
      return lineOf(item, product, i, usual);
    });
    const actor_id = ctx.actor?.user_id ?? null;
    const told = { ...data, ...reference, invoice_number, customer_id, actor_id, sold_at };
    const sale = Sale.of(lines, told).giveId(ctx.now);
    const entries = paymentsOf(data, sale.total);
    if (entries) sale.keepPayments(entries);
    // Its questions travel with those of points and stock.
    const [is_short] = await Promise.all([
      this.earnPoints(ctx, sale, settings).then(() => this.takeStock(ctx, sale, productOf, data.offline === true)),
      looksAt?.(sale),
    ]);
    this.sales.add(ctx, sale);
    if (entries) this.payments.enter(ctx, sale, entries, sold_at);
    return { sale, is_short };
  }

  private async earnPoints(ctx: Context, sale: Sale, settings: RetailConfiguration): Promise<void> {
    const net = money.add(sale.subtotal, -sale.discount_amount);
    const earned = pointsEarned(net, settings.loyalty_points_per_ringgit);
    if (!sale.customer_id || earned === 0) return;
    const reference = `sale of ${malaysianDay(ctx.now)}`;
    sale.earn(await this.loyalty.earn(ctx, sale.customer_id, earned, { sale_id: sale.id, reference }));
  }

  /**
   * All or nothing: the same product on several lines is taken once, for all of them.
   * @param isFact whether stock that is short goes to 0 @returns whether any was
   */
  private async takeStock(
    ctx: Context,
    sale: Sale,
    productOf: (i: number, id: string) => Product,
    isFact: boolean,
  ): Promise<boolean> {
    const sold = new Map<Product, { quantity: number; field: string }>();
    sale.lines.forEach((line, i) => {
      const product = productOf(i, line.product_id);
      if (!product.stock_tracked) return;
      sold.set(product, {
        quantity: (sold.get(product)?.quantity ?? 0) + line.quantity,
        field: `items.${i}.quantity`,
      });
    });
    return this.stock.move(
      ctx,
      [...sold].map(([product, { quantity, field }]) => ({
        product,
        kind: 'sale',
        quantity_changed: -quantity,
        sale_id: sale.id,
        field,
        takesWhatIsThere: isFact,
      })),
    );
  }
}

/** The entries of a sale whose payments are told one by one; null where it is paid at once. @throws invalid */
function paymentsOf(
  { payments, on_account, payment_method, payment_request }: NewSale,
  total: number,
): PaymentEntry[] | null {
  const mayOwe = on_account === true || !!payment_request;
  if (!mayOwe && (payments === undefined || payments === null)) return null;
  if (payment_method !== undefined && payment_method !== null) throw invalid('payment_method', messages.paymentTwice());
  return settle(total, payments ?? [], mayOwe);
}
