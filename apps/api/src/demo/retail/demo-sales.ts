import {
  Sale,
  lineFigures,
  loyaltyTiers,
  pointsEarned,
  saleFigures,
  tierTable,
  type Customer,
  type LineFigures,
  type PointsMovement,
  type SaleRefund,
  type SoldLine,
  type StockMovement,
} from '@usaha/retail';
import { malaysianDay, money, newId } from '@usaha/shared';
import { DemoRandom, Lottery } from '../core/demo-random.js';
import { movePoints } from './demo-points.js';
import { refundOf } from './demo-refunds.js';
import type { DemoPayment, DemoShop } from './demo-shops.js';
import { moveStock, type StockedProduct } from './demo-stock.js';
import type { DocumentNumbers } from '../core/document-numbers.js';
import { dayOf, instantOf, isFestive, visitsOf, weekdayOf } from './trading-days.js';

/** Half a year. */
export const HISTORY_DAYS = 182;

/** Tuesday and Friday, before the shop opens. */
const DELIVERY_DAYS = [2, 5];
const DELIVERY_HOUR = 6.5;

const RUNNING_OUT_DAYS = 30;
const REFUNDED = 0.02;
const REFUND_DAYS = 14;
const REDEEMED_FROM = 300;
const REDEEMS = 0.15;
const PROMOTION_RATE = 10;

/** Customers and products of a demo shop. */
export interface DemoTraders {
  shop: DemoShop;
  products: readonly StockedProduct[];
  customers: readonly Customer[];
  /** Ids of users who stand at the till. */
  staff: readonly string[];
  points_per_ringgit: number;
  invoices: DocumentNumbers;
  credit_notes: DocumentNumbers;
}

/**
 * Half a year of a shop's trade up to `now`: deliveries, sales, refunds, points. It is drawn by lot, the same at every
 * run for the same day; products and customers are changed with it, by the verbs and formulas that a real sale uses.
 */
export class DemoTrade {
  readonly sales: Sale[] = [];
  readonly refunds: SaleRefund[] = [];
  readonly stock: StockMovement[] = [];
  readonly points: PointsMovement[] = [];

  private readonly random: DemoRandom;
  private readonly returns = new Map<number, { at: Date; sale: Sale }[]>();
  private readonly figures = new Map<string, LineFigures>();
  private readonly byId: ReadonlyMap<string, StockedProduct>;
  private readonly customersById: ReadonlyMap<string, Customer>;
  private readonly goods: Lottery<StockedProduct>;
  private readonly regulars: Lottery<Customer>;
  private readonly baskets: Lottery<number>;
  private readonly payments: Lottery<DemoPayment>;

  constructor(
    private readonly traders: DemoTraders,
    private readonly now: Date,
  ) {
    const { shop, products, customers } = traders;
    this.random = new DemoRandom(shop.seed);
    this.byId = new Map(products.map((stocked) => [stocked.product.id, stocked]));
    this.customersById = new Map(customers.map((customer) => [customer.id, customer]));
    this.goods = new Lottery(
      products,
      products.map(({ popularity }) => popularity),
    );
    // A few come every other day, most now and then.
    this.regulars = new Lottery(
      customers,
      customers.map((_, i) => 1 / (i + 3)),
    );
    this.baskets = new Lottery(
      shop.basket.map((_, i) => i + 1),
      shop.basket,
    );
    this.payments = new Lottery(Object.keys(shop.payments) as DemoPayment[], Object.values(shop.payments));
    const today = dayOf(now);
    for (let day = today - HISTORY_DAYS; day <= today; day += 1) this.trade(day, today);
  }

  private trade(day: number, today: number): void {
    const delivery = instantOf(day, DELIVERY_HOUR);
    if (DELIVERY_DAYS.includes(weekdayOf(day)) && delivery <= this.now) this.deliver(delivery, today - day);
    const visits = visitsOf(day, this.traders.shop.daily, this.random).map((at) => ({ at, sale: null }));
    const events = [...visits, ...(this.returns.get(day) ?? [])].sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const { at, sale } of events) {
      if (at > this.now) return;
      if (sale === null) this.sell(at, day);
      else this.giveBack(sale, at);
    }
  }

  private deliver(at: Date, days_ago: number): void {
    const reference = `DO-${malaysianDay(at).replaceAll('-', '')}`;
    for (const { product, filled_to, is_running_out } of this.traders.products) {
      if (filled_to === null || product.current_stock > product.minimum_stock * 1.5) continue;
      if (is_running_out && days_ago <= RUNNING_OUT_DAYS) continue;
      const missing = filled_to - product.current_stock;
      this.stock.push(moveStock(product, missing, at, { kind: 'update', reason: 'Delivery', reference }));
    }
  }

  private sell(at: Date, day: number): void {
    const { shop, staff, invoices, points_per_ringgit } = this.traders;
    const drawn = this.random.chance(shop.known) ? this.regulars.draw(this.random) : null;
    const customer = drawn && drawn.created_at <= at ? drawn : null;
    const lines = this.linesFor(customer, day);
    if (lines.length === 0) return;
    const payment_method = this.payments.draw(this.random);
    const sale = Object.assign(new Sale(), saleFigures(lines), {
      id: newId(at),
      created_at: at,
      updated_at: at,
      sold_at: at,
      invoice_number: invoices.next(at),
      customer_id: customer?.id ?? null,
      payment_method,
      payment_details: this.detailsOf(payment_method),
      actor_id: staff.length > 0 ? this.random.pick(staff) : null,
      lines,
      refunds: [],
    });
    const { id: sale_id, actor_id } = sale;
    for (const { product_id, quantity, stock_tracked } of lines)
      if (stock_tracked) this.moveStock(product_id, -quantity, at, { kind: 'sale', sale_id, actor_id });
    sale.points_earned = customer
      ? pointsEarned(money.add(sale.subtotal, -sale.discount_amount), points_per_ringgit)
      : 0;
    if (customer && sale.points_earned > 0) {
      const reference = `sale of ${malaysianDay(at)}`;
      this.points.push(movePoints(customer, sale.points_earned, at, { kind: 'earned', sale_id, reference, actor_id }));
      this.redeem(customer, at, actor_id);
    }
    this.sales.push(sale);
    if (this.random.chance(REFUNDED)) this.planReturn(sale, day);
  }

  /** Different products, as many as the lot says and the shelf has. */
  private linesFor(customer: Customer | null, day: number): SoldLine[] {
    const { shop } = this.traders;
    const promotion = shop.promotion[isFestive(day) ? 'festive' : 'ordinary'];
    const discount = customer ? (tierTable[loyaltyTiers.indexOf(customer.loyalty_tier)]?.discount_rate ?? 0) : 0;
    const lines: SoldLine[] = [];
    for (let left = this.baskets.draw(this.random); left > 0; left -= 1) {
      const { product, filled_to } = this.goods.draw(this.random);
      const wanted = this.random.chance(0.7) ? 1 : this.random.whole(1, shop.pieces);
      const quantity = filled_to === null ? wanted : Math.min(wanted, product.current_stock);
      if (quantity === 0 || lines.some((line) => line.product_id === product.id)) continue;
      const discount_rate = this.random.chance(promotion) ? Math.max(discount, PROMOTION_RATE) : discount;
      const priced = { quantity, unit_price: product.selling_price, discount_rate, tax_rate: product.tax_rate };
      lines.push({
        line: lines.length + 1,
        product_id: product.id,
        product_name: product.name,
        sku: product.sku,
        category: product.category,
        stock_tracked: product.stock_tracked,
        ...priced,
        ...this.figuresOf(priced),
        unit_cost: product.purchase_price,
        refunded_quantity: 0,
        refunded_subtotal: 0,
        refunded_tax: 0,
        refunded_total: 0,
      });
    }
    return lines;
  }

  /** The same few prices and quantities come again and again. */
  private figuresOf(priced: Parameters<typeof lineFigures>[0]): LineFigures {
    const key = Object.values(priced).join();
    let figures = this.figures.get(key);
    if (!figures) this.figures.set(key, (figures = lineFigures(priced, 'items')));
    return figures;
  }

  private detailsOf(payment_method: DemoPayment): Record<string, unknown> | null {
    if (payment_method === 'cash') return null;
    const number = String(this.random.whole(1, 9_999)).padStart(4, '0');
    return payment_method === 'card' ? { card_last_four: number } : { reference: `DEMO${number}` };
  }

  private redeem(customer: Customer, at: Date, actor_id: string | null): void {
    if (customer.loyalty_points < REDEEMED_FROM || !this.random.chance(REDEEMS)) return;
    const points = 100 * this.random.whole(1, Math.floor(customer.loyalty_points / 100));
    this.points.push(movePoints(customer, -points, at, { kind: 'redemption', reward_type: 'voucher', actor_id }));
  }

  private planReturn(sale: Sale, day: number): void {
    const then = day + this.random.whole(1, REFUND_DAYS);
    const at = instantOf(then, 10 + this.random.next() * 8);
    this.returns.set(then, [...(this.returns.get(then) ?? []), { at, sale }]);
  }

  private giveBack(sale: Sale, at: Date): void {
    const { credit_notes, staff } = this.traders;
    const customer = (sale.customer_id && this.customersById.get(sale.customer_id)) || null;
    const actor_id = staff.length > 0 ? this.random.pick(staff) : null;
    const refund = refundOf(sale, at, { random: this.random, points_left: customer?.loyalty_points ?? 0 });
    Object.assign(refund, { credit_note_number: credit_notes.next(at), actor_id });
    const tracked = new Set(sale.lines.filter((line) => line.stock_tracked).map(({ line }) => line));
    for (const { line, product_id, quantity, reason } of refund.items)
      if (tracked.has(line))
        this.moveStock(product_id, quantity, at, { kind: 'refund', reason, sale_id: sale.id, actor_id });
    if (customer && refund.points_returned > 0)
      this.points.push(
        movePoints(customer, -refund.points_returned, at, {
          kind: 'returned',
          sale_id: sale.id,
          reference: sale.invoice_number,
          actor_id,
        }),
      );
    this.refunds.push(refund);
  }

  private moveStock(product_id: string, quantity: number, at: Date, why: Parameters<typeof moveStock>[3]): void {
    const stocked = this.byId.get(product_id);
    if (stocked) this.stock.push(moveStock(stocked.product, quantity, at, why));
  }
}
