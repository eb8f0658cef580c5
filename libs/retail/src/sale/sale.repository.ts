import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  Table,
  declareReferences,
  equals,
  equalsId,
  equalsKey,
  fromDay,
  insertMany,
  toDay,
  updateMany,
  type Context,
  type Filters,
  type Row,
} from '@usaha/shared';
import { retryIfTaken } from '../client-reference.js';
import { SaleLine, lineBookkeeping, openingsOf, type SoldLine } from './sale-line.entity.js';
import { Sale, type SaleStatus } from './sale.entity.js';
import { saleEvents } from './sale.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of sales. Dates are calendar days of sold_at, UTC+8, both included. */
export interface SaleQuery {
  customer_id?: string;
  status?: SaleStatus;
  /** The same text, regardless of case. */
  payment_method?: string;
  date_from?: string;
  date_to?: string;
  /** As it stands on the receipt, in any case. */
  invoice_number?: string;
  /** As the program that sent it calls it. */
  client_reference?: string;
}

const filters: Filters<SaleQuery> = {
  customer_id: equalsId('customer_id'),
  status: equals('status'),
  payment_method: equalsKey('payment_method_key'),
  date_from: fromDay('sold_at'),
  date_to: toDay('sold_at'),
  client_reference: equals('client_reference'),
  invoice_number: (value, bind) => `r.invoice_number = ${bind(value.trim().toUpperCase())}`,
};

declareReferences({ sales_tenant: 'tenant_id', sale_lines_product: 'items' });

/** What a refund moves on a line. */
const refundedNames = ['refunded_quantity', 'refunded_subtotal', 'refunded_tax', 'refunded_total'] as const;

/** What a line has of these when it is sold. */
const unrefunded = { refunded_quantity: 0, refunded_subtotal: 0, refunded_tax: 0, refunded_total: 0 };

/** The sales of a tenant, each with its lines. */
@Injectable()
export class SaleRepository extends Repository<Sale, SaleQuery> {
  private readonly lineTable: Table<SaleLine>;
  /** The columns that are read of a line, in this order. */
  private readonly lineNames: readonly string[];

  constructor(database: Database) {
    const lineTable = database.table(SaleLine);
    const lineNames = lineTable.columns
      .map(({ name }) => name)
      .filter((name) => !(lineBookkeeping as readonly string[]).includes(name));
    const extraColumns = `(select json_agg(json_build_array(${selectedOf(lineNames)}) order by l.line) from ${lineTable.path} l
      where l.tenant_id = $1 and l.sale_id = r.id)`;
    super(database, Sale, {
      noun: nouns.sale,
      filters,
      extraColumns,
      events: saleEvents,
    });
    this.lineTable = lineTable;
    this.lineNames = lineNames;
  }

  /** Reads the lines again once the sale is locked: those read with it may be from before the wait. */
  override async lockIfExists(ctx: Context, id: string): Promise<Sale | null> {
    const sale = await super.lockIfExists(ctx, id);
    if (!sale) return null;
    const rows = await ctx.db.read(
      `select ${selectedOf(this.lineNames)} from ${this.lineTable.path} l where l.tenant_id = $1 and l.sale_id = $2 order by l.line`,
      [ctx.tenant_id, sale.id],
    );
    sale.lines = rows.map((line) => this.lineOf(line));
    return sale;
  }

  /** The number of the next invoice, of a sale that is added later in the transaction. Other sales wait for theirs until it ends. */
  override drawNumber(ctx: Context): Promise<string> {
    return super.drawNumber(ctx);
  }

  /** One by its client_reference. */
  byReference(ctx: Context, client_reference: string): Promise<Sale | null> {
    return this.first(ctx, 'r.tenant_id = $1 and r.client_reference = $2', [ctx.tenant_id, client_reference]);
  }

  /** Enqueues a sale and its lines. */
  add(ctx: Context, sale: Sale): Sale {
    const openings = openingsOf(sale.lines);
    // On the lines themselves: copies of a thousand of them take milliseconds.
    const lines = sale.lines.map((line, i) => Object.assign(line, openings[i] as (typeof openings)[number]));
    const common = { ...unrefunded, sale_id: sale.id, created_at: sale.sold_at, counted: sale.counted };
    this.insert(ctx, sale, 'create', retryIfTaken('sales_client_reference'));
    insertMany(ctx, this.lineTable, lines, { common });
    return sale;
  }

  /** Enqueues what was given back of lines. */
  saveRefunded(ctx: Context, sale: Sale, lines: readonly SoldLine[]): void {
    const otherwise = () => new Error('A line of a locked sale could not be written');
    updateMany(ctx, this.lineTable, lines, refundedNames, otherwise, { sale_id: sale.id });
  }

  /** Enqueues whether the sale counts in reports. */
  saveCounted(ctx: Context, sale: Sale): void {
    ctx.db.enqueue(`update ${this.lineTable.path} l set counted = $3 where l.tenant_id = $1 and l.sale_id = $2`, [
      ctx.tenant_id,
      sale.id,
      sale.counted,
    ]);
  }

  protected override hydrate(ctx: Context, row: Row): Sale {
    const sale = super.hydrate(ctx, row);
    sale.lines = (row[this.table.width] as Row[]).map((line) => this.lineOf(line));
    sale.refunds = [];
    sale.entries = [];
    return sale;
  }

  private lineOf(row: Row): SoldLine {
    return Object.fromEntries(this.lineNames.map((name, i) => [name, row[i]])) as unknown as SoldLine;
  }
}

const selectedOf = (lineNames: readonly string[]): string => lineNames.map((name) => `l.${name}`).join(', ');
