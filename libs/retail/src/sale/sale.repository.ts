import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsKey,
  fromDay,
  isUuid,
  toDay,
  type Context,
  type Filters,
  type Row,
} from '@usaha/shared';
import { SaleLine, lineColumns, openingsOf, type SoldLine } from './sale-line.entity.js';
import { Sale, type SaleStatus } from './sale.entity.js';
import { nouns } from '../messages.js';

/** What a list of sales can be narrowed to. Dates are calendar days, UTC+8, both included (A-24). */
export interface SaleQuery {
  customer_id?: string;
  status?: SaleStatus;
  /** The same text, whatever the case (A-173). */
  payment_method?: string;
  date_from?: string;
  date_to?: string;
  /** As it stands on the receipt, in any case. */
  invoice_number?: string;
}

const filters: Filters<SaleQuery> = {
  // An id that is none finds nothing, as any unknown id does.
  customer_id: (value, bind) => (isUuid(value) ? `r.customer_id = ${bind(value)}` : 'false'),
  status: equals('status'),
  payment_method: equalsKey('payment_method_key'),
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
  invoice_number: (value, bind) => `r.invoice_number = ${bind(value.trim().toUpperCase())}`,
};

declareReferences({ sales_tenant: 'tenant_id', sale_lines_product: 'items' });

const lineNames = Object.keys(lineColumns) as (keyof SoldLine)[];
const inBrackets = lineNames.map((name) => `l.${name}`).join(', ');

/** What a refund moves on a line. */
const refundedNames = ['refunded_quantity', 'refunded_subtotal', 'refunded_tax', 'refunded_total'] as const;

/** The sales of a tenant, each with its lines. */
export class SaleRepository extends Repository<Sale, SaleQuery> {
  private readonly linesPath: string;

  constructor(database: Database) {
    const { schema, tableName } = database.dataSource.getMetadata(SaleLine);
    const linesPath = `${schema}.${tableName}`;
    const beside = `(select json_agg(json_build_array(${inBrackets}) order by l.line) from ${linesPath} l
      where l.tenant_id = $1 and l.sale_id = r.id)`;
    super(database, Sale, { noun: nouns.sale, filters, beside });
    this.linesPath = linesPath;
  }

  /** Reads the lines anew once the sale is locked: those read with it may be from before the wait. */
  override async holdIfThere(ctx: Context, id: string): Promise<Sale | null> {
    const sale = await super.holdIfThere(ctx, id);
    if (!sale) return null;
    const rows = await ctx.db.query(
      `select ${inBrackets} from ${this.linesPath} l where l.tenant_id = $1 and l.sale_id = $2 order by l.line`,
      [ctx.tenant_id, sale.id],
    );
    sale.lines = rows.map(lineOf);
    return sale;
  }

  /** The sale, its number and its lines, sent together. */
  async add(ctx: Context, sale: Sale): Promise<Sale> {
    const columns = { ...lineColumns, opens_category: 'boolean', opens_product: 'boolean' } as const;
    const arrays = Object.values(columns).map((type, i) => `$${i + 5}::${type}[]`);
    const names = Object.keys(columns) as (keyof typeof columns)[];
    const openings = openingsOf(sale.lines);
    const lines = sale.lines.map((line, i) => ({ ...line, ...(openings[i] as (typeof openings)[number]) }));
    await Promise.all([
      this.insert(ctx, sale),
      ctx.db.write(
        `insert into ${this.linesPath} (tenant_id, sale_id, created_at, counted, ${names.join(', ')})
         select $1, $2, $3, $4, ${names.map((name) => `v.${name}`).join(', ')}
         from unnest(${arrays.join(', ')}) as v (${names.join(', ')}) returning 1`,
        [ctx.tenant_id, sale.id, ctx.now, sale.counted, ...names.map((name) => lines.map((line) => line[name]))],
      ),
    ]);
    return sale;
  }

  /** Writes what was given back of lines. */
  async saveRefunded(ctx: Context, sale: Sale, lines: readonly SoldLine[]): Promise<void> {
    const sets = refundedNames.map((name) => `${name} = v.${name}`).join(', ');
    await ctx.db.change(
      `update ${this.linesPath} l set ${sets}
       from unnest($3::integer[], $4::integer[], $5::numeric[], $6::numeric[], $7::numeric[]) as v (line, ${refundedNames.join(', ')})
       where l.tenant_id = $1 and l.sale_id = $2 and l.line = v.line`,
      [
        ctx.tenant_id,
        sale.id,
        lines.map(({ line }) => line),
        ...refundedNames.map((name) => lines.map((line) => line[name])),
      ],
    );
  }

  /** Writes whether the sale counts in reports. */
  async saveCounted(ctx: Context, sale: Sale): Promise<void> {
    await ctx.db.change(`update ${this.linesPath} l set counted = $3 where l.tenant_id = $1 and l.sale_id = $2`, [
      ctx.tenant_id,
      sale.id,
      sale.counted,
    ]);
  }

  protected override hydrate(ctx: Context, row: Row): Sale {
    const sale = super.hydrate(ctx, row);
    sale.lines = (row[this.table.columns.length] as Row[]).map(lineOf);
    sale.refunds = [];
    return sale;
  }
}

const lineOf = (row: Row): SoldLine =>
  Object.fromEntries(lineNames.map((name, i) => [name, row[i]])) as unknown as SoldLine;
