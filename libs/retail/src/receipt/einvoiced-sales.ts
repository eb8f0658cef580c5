import { Injectable } from '@nestjs/common';
import {
  lockHeads,
  readChanges,
  readFigures,
  readHeads,
  type EinvoiceSource,
  type FiguresTold,
  type HeadsPage,
  type HeadsSql,
  type SourceDocument,
  type SourceFigure,
  type SourceHead,
  type SourceKind,
  type SourceRef,
} from '@usaha/core';
import type { Context } from '@usaha/shared';
import { PaymentLedger } from '../sale/payment-ledger.js';
import { RefundLedger } from '../sale/refund-ledger.js';
import type { Sale } from '../sale/sale.entity.js';
import { SaleRepository } from '../sale/sale.repository.js';
import { refundRef, refundSource, saleSource } from './sale-source.js';

/** `isCalledOff` in SQL. */
const CALLED_OFF = `(r.voided_at is not null or r.status = 'cancelled' or (r.status = 'refunded' and r.refunded_total < r.total))`;

const sales: HeadsSql = {
  from: 'retail.sales r',
  number: 'r.invoice_number',
  dated_at: 'r.sold_at',
  total: 'r.total',
  is_cancelled: CALLED_OFF,
  only: 'r.deleted_at is null',
};
const refunds: HeadsSql = {
  from: 'retail.sale_refunds r',
  number: 'r.credit_note_number',
  dated_at: 'r.created_at',
  total: 'r.amount',
  changes: { kind: `'sale'`, id: 'r.sale_id' },
};

/** Sales and refunds as e-invoices are made of them. */
@Injectable()
export class EinvoicedSales implements EinvoiceSource {
  readonly kinds = ['sale', 'refund'] as const;
  readonly events = [
    { type: 'retail.sale.created', kind: 'sale', key: 'id' },
    { type: 'retail.refund.created', kind: 'sale', key: 'sale_id', is_change: true },
    { type: 'retail.sale.cancelled', kind: 'sale', key: 'id', is_change: true },
    { type: 'retail.sale.refunded', kind: 'sale', key: 'id', is_change: true },
  ] as const;

  constructor(
    private readonly sales: SaleRepository,
    private readonly refunds: RefundLedger,
    private readonly payments: PaymentLedger,
  ) {}

  async read(ctx: Context, kind: SourceKind, ids: readonly string[], lock = false): Promise<SourceDocument[]> {
    if (kind === 'refund') return this.readRefunds(ctx, ids, lock);
    const found = await this.salesOf(ctx, ids, lock);
    await this.payments.load(ctx, found);
    return found.map(saleSource);
  }

  heads(ctx: Context, kind: SourceKind, period: HeadsPage['period'], page: HeadsPage['page']): Promise<SourceHead[]> {
    return readHeads(ctx, { module: 'retail', kind }, kind === 'refund' ? refunds : sales, { period, page });
  }

  lockHeads(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceHead[]> {
    return kind === 'sale' ? lockHeads(ctx, { module: 'retail', kind }, sales, ids) : Promise.resolve([]);
  }

  figures(ctx: Context, kind: SourceKind, told: FiguresTold): Promise<SourceFigure[]> {
    const of = kind === 'refund' ? { sql: refunds, changed: { sale: sales } } : { sql: sales, changed: {} };
    return readFigures(ctx, { module: 'retail', kind }, of, told);
  }

  changesOf(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceRef[]> {
    if (kind !== 'sale') return Promise.resolve([]);
    return readChanges(ctx, refundRef(''), { from: refunds.from, owner: 'r.sale_id' }, ids);
  }

  /** A refund is never changed: its sale is locked for it. */
  private async readRefunds(ctx: Context, ids: readonly string[], lock: boolean): Promise<SourceDocument[]> {
    const made = await this.refunds.findAll(ctx, ids);
    const found = await this.salesOf(ctx, [...new Set(made.map(({ sale_id }) => sale_id))], lock);
    await Promise.all([this.refunds.load(ctx, found), this.payments.load(ctx, found)]);
    const byId = new Map(found.map((sale) => [sale.id, sale]));
    return made.flatMap((refund) => {
      const sale = byId.get(refund.sale_id);
      return sale ? [refundSource(sale, refund)] : [];
    });
  }

  private salesOf(ctx: Context, ids: readonly string[], lock: boolean): Promise<Sale[]> {
    return lock ? this.sales.lockAll(ctx, ids) : this.sales.findAll(ctx, ids);
  }
}
