import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, PaymentRequestReturns, type PaymentRequest } from '@usaha/core';
import { conflict, money, notFound, type Context } from '@usaha/shared';
import { once, type Once } from '../client-reference.js';
import { StockKeeper } from '../inventory/stock-keeper.js';
import { LoyaltyService } from '../loyalty/loyalty.service.js';
import { ProductRepository } from '../product/product.repository.js';
import { creditedBy, paidOutOf, payOut, reverse } from './payment-arithmetic.js';
import { PaymentLedger } from './payment-ledger.js';
import { giveBack, pointsToReturn, remaining, type RefundItem } from './refund-arithmetic.js';
import { RefundLedger } from './refund-ledger.js';
import { ReversalLedger } from './reversal-ledger.js';
import type { RefundedItem, SaleRefund } from './sale-refund.entity.js';
import type { Sale } from './sale.entity.js';
import { tellRefund } from './sale.events.js';
import { SaleRepository } from './sale.repository.js';
import { messages, nouns } from '../messages.js';

/** What a refund is made from. */
export interface NewSaleRefund {
  /** All that remains unless given. */
  items?: RefundItem[] | null;
  refund_method?: string | null;
  notes?: string | null;
  /** What the program that sends it calls it: sent again, the refund that was made is answered. */
  client_reference?: string | null;
}

/** A sale of which something was given back, and that refund. */
export interface RefundedSale {
  sale: Sale;
  refund: SaleRefund;
}

/** A locked sale, and its open payment request. */
interface HeldSale {
  sale: Sale;
  request: PaymentRequest | null;
}

/** Gives back sales in parts or whole: money, stock, points, and a credit note of it. */
@Injectable()
export class RefundService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentLedger,
    private readonly refunds: RefundLedger,
    private readonly reversals: ReversalLedger,
    private readonly products: ProductRepository,
    private readonly stock: StockKeeper,
    private readonly loyalty: LoyaltyService,
    private readonly following: PaymentRequestFollowing,
    private readonly returns: PaymentRequestReturns,
  ) {}

  /** A refund and its sale. @throws not_found for either */
  async get(ctx: Context, sale_id: string, refund_id: string): Promise<RefundedSale> {
    const sale = await this.sales.get(ctx, sale_id);
    await Promise.all([this.refunds.load(ctx, [sale]), this.payments.load(ctx, [sale])]);
    const refund = sale.refunds.find(({ id }) => id === refund_id.toLowerCase());
    if (!refund) throw notFound(nouns.refund);
    return { sale, refund };
  }

  /**
   * Gives back a part or the rest, in every status.
   * @throws not_found; conflict when nothing of it remains; invalid for more than was sold and not given back yet
   */
  async refund(ctx: Context, sale_id: string, data: NewSaleRefund): Promise<RefundedSale> {
    return (await this.refundOnce(ctx, sale_id, data)).made;
  }

  /** The same, telling whether an earlier request with the same client_reference made the refund. */
  refundOnce(ctx: Context, sale_id: string, data: NewSaleRefund): Promise<Once<RefundedSale>> {
    return once<SaleRefund, RefundedSale>(ctx, `refund of ${sale_id.toLowerCase()}`, data, {
      index: 'sale_refunds_client_reference',
      find: (client_reference) => this.refunds.byReference(ctx, client_reference),
      show: ({ id }) => this.get(ctx, sale_id, id),
      make: async (reference) => {
        const { items, refund_method, notes } = data;
        const { sale, request } = await this.locked(ctx, sale_id);
        const made = giveBack(sale.lines, items ?? remaining(sale.lines));
        return this.giveBack(ctx, { sale, request }, made, {
          refund_method: refund_method ?? null,
          notes: notes ?? null,
          ...reference,
        });
      },
    });
  }

  /**
   * Makes a sale void: all that remains goes back, and it counts in no report any more.
   * @throws not_found; conflict when it is void already, or nothing of it remains
   */
  async makeVoid(ctx: Context, sale_id: string, reason: string): Promise<Sale> {
    const { sale, request } = await this.locked(ctx, sale_id);
    const made = giveBack(sale.lines, remaining(sale.lines)).map((item) => ({ ...item, reason }));
    const told = { refund_method: null, notes: reason, is_void: true };
    return (await this.giveBack(ctx, { sale, request }, made, told)).sale;
  }

  private async locked(ctx: Context, sale_id: string): Promise<HeldSale> {
    const [sale, request] = await Promise.all([
      this.sales.lock(ctx, sale_id),
      this.following.lockOpen(ctx, 'retail.sale', sale_id),
    ]);
    if (sale.voided_at) throw conflict('status', messages.saleVoided());
    if (sale.is_refunded_whole) throw conflict('status', messages.saleRefunded());
    // Only what is not counted has something taken out, which a refund makes less.
    await Promise.all([sale.counted ? undefined : this.refunds.load(ctx, [sale]), this.payments.load(ctx, [sale])]);
    return { sale, request };
  }

  private async giveBack(
    ctx: Context,
    { sale, request }: HeldSale,
    made: readonly RefundedItem[],
    told: Pick<SaleRefund, 'refund_method' | 'notes'> &
      Partial<Pick<SaleRefund, 'is_void' | 'client_reference' | 'fingerprint'>>,
  ): Promise<RefundedSale> {
    const { refund_method, notes, is_void = false, client_reference = null, fingerprint = null } = told;
    const { counted: wasCounted } = sale;
    const actor_id = ctx.actor?.user_id ?? null;
    const amount = money.add(...made.map((item) => item.amount));
    await this.returnStock(ctx, sale, made);
    const points_returned = await this.returnPoints(ctx, sale);
    sale.giveBack(amount, points_returned);
    if (is_void) sale.voided(notes ?? '', ctx.now, actor_id);
    const before = sale.entries;
    const paid = sale.payments_kept ? payOut(sale.entries, is_void ? 'void' : 'refund', amount, refund_method) : [];
    if (sale.payments_kept) {
      this.payments.enter(ctx, sale, paid);
      sale.settleAccount(ctx.now, actor_id);
      this.payments.enter(ctx, sale, reverse(sale.entries, sale.is_out));
      sale.settleAccount(ctx.now, actor_id);
    }
    const reversed = sale.reversedWith([...sale.refunds, { amount, refund_method }]);
    const touched = new Set(made.map(({ line }) => line));
    this.sales.save(ctx, sale, is_void ? 'void' : 'refund');
    this.following.follow(ctx, request, { open: sale.outstanding_amount, is_cancelled: sale.is_cancelled });
    this.sales.saveRefunded(
      ctx,
      sale,
      sale.lines.filter(({ line }) => touched.has(line)),
    );
    if (sale.counted !== wasCounted) this.sales.saveCounted(ctx, sale);
    const entry = {
      position: sale.refunds_made,
      sale_id: sale.id,
      refund_method,
      notes,
      items: [...made],
      subtotal: money.add(...made.map((item) => item.subtotal)),
      tax_amount: money.add(...made.map((item) => item.tax_amount)),
      amount,
      points_returned,
      is_void,
      client_reference,
      fingerprint,
      credited: creditedBy(paid),
    };
    const [refund] = await Promise.all([
      this.refunds.appendNumbered(ctx, entry),
      sale.payments_kept ? undefined : this.reversals.note(ctx, sale, reversed, wasCounted),
    ]);
    await this.returns.paidOut(ctx, paidOutOf(before, paid), {
      reason: notes ?? refund.credit_note_number,
      reference: refund.credit_note_number,
    });
    tellRefund(ctx, refund, sale);
    await this.refunds.load(ctx, [sale]);
    return { sale, refund };
  }

  /** Units that were taken from a stock go back to it; a line whose product was not tracked then returns none. */
  private async returnStock(ctx: Context, sale: Sale, made: readonly RefundedItem[]): Promise<void> {
    const tracked = new Set(sale.lines.filter((line) => line.stock_tracked).map(({ line }) => line));
    const back = new Map<string, { quantity: number; reason: string | null }>();
    for (const { line, product_id, quantity, reason } of made)
      if (tracked.has(line))
        back.set(product_id, { quantity: (back.get(product_id)?.quantity ?? 0) + quantity, reason });
    if (back.size === 0) return;
    // A product deleted since has no stock to return to.
    const products = await this.products.lockAll(ctx, [...back.keys()]);
    await this.stock.move(
      ctx,
      products.map((product) => ({
        product,
        kind: 'refund',
        quantity_changed: back.get(product.id)?.quantity ?? 0,
        reason: back.get(product.id)?.reason ?? null,
        sale_id: sale.id,
        field: 'items',
      })),
    );
  }

  private async returnPoints(ctx: Context, sale: Sale): Promise<number> {
    const sum = (of: 'subtotal' | 'refunded_subtotal') => money.add(...sale.lines.map((line) => line[of]));
    const points = pointsToReturn(sale, sum('subtotal'), sum('refunded_subtotal'));
    if (points === 0 || !sale.customer_id) return 0;
    return this.loyalty.takeBack(ctx, sale.customer_id, points, {
      sale_id: sale.id,
      reference: sale.invoice_number,
    });
  }
}
