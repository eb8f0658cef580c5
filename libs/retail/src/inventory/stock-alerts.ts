import { Injectable } from '@nestjs/common';
import { Database, Page, malaysianDay, offsetOf, type Context, type Message, type PageRequest } from '@usaha/shared';
import { messages } from '../messages.js';
import { Product } from '../product/product.entity.js';

export const alertTypes = ['low_stock', 'overstock', 'expiry'] as const;
export type AlertType = (typeof alertTypes)[number];

export const severities = ['low', 'medium', 'high'] as const;
export type Severity = (typeof severities)[number];

export interface AlertQuery {
  type?: AlertType;
  severity?: Severity;
}

/** A stock alert of a product (A-161). */
export interface StockAlert {
  product_id: string;
  sku: string;
  name: string;
  type: AlertType;
  severity: Severity;
  current_stock: number;
  minimum_stock: number;
  maximum_stock: number | null;
  /** The earliest date on which something about it expires. */
  expiry_date: string | null;
  /** Says the same in words. */
  message: Message;
}

/** Days ahead in which an expiry is an alert, and in which it is urgent (A-101). */
const EXPIRY_DAYS = 30;
const URGENT_DAYS = 7;

const DAY_MS = 86_400_000;

/** $2 today, $3 the last urgent day, $4 the last day watched; each condition is one that an index serves alone. */
const kinds: Readonly<Record<AlertType, { condition: string; severity: string }>> = {
  low_stock: {
    condition: 'r.low_stock',
    severity: `case when r.current_stock = 0 then 'high' when r.current_stock::bigint * 2 <= r.minimum_stock then 'medium' else 'low' end`,
  },
  overstock: {
    condition: 'r.overstocked',
    severity: `case when r.current_stock::bigint > r.maximum_stock::bigint * 2 then 'high'
                    when r.current_stock::bigint * 2 > r.maximum_stock::bigint * 3 then 'medium' else 'low' end`,
  },
  expiry: {
    condition: 'r.expires_on <= $4::text',
    severity: `case when r.expires_on < $2::text then 'high' when r.expires_on <= $3::text then 'medium' else 'low' end`,
  },
};

/** Every statement is sent all days, whichever its types compare with. */
const dated = '$2::text is not null and $3::text is not null and $4::text is not null';

const severityOf = Object.entries(kinds).map(([type, { severity }]) => `when k.type = '${type}' then ${severity}`);

const messageOf: Readonly<Record<AlertType, (alert: Omit<StockAlert, 'message'>) => Message>> = {
  low_stock: ({ name, current_stock, minimum_stock }) =>
    messages.stockLow({ name, stock: current_stock, minimum: minimum_stock }),
  overstock: ({ name, current_stock, maximum_stock }) =>
    messages.stockBeyondMaximum({ name, stock: current_stock, maximum: maximum_stock }),
  expiry: ({ name, expiry_date }) => messages.productExpires({ name, date: expiry_date }),
};

/** Looks for alerts among the tenant's active products: one row per product and type. */
@Injectable()
export class StockAlerts {
  private readonly path: string;

  constructor(database: Database) {
    this.path = database.table(Product).path;
  }

  /** The products of each kind are found in its index; those of the page alone are read. */
  async list(ctx: Context, { type, severity }: AlertQuery, page: PageRequest): Promise<Page<StockAlert>> {
    const types = type ? [type] : alertTypes;
    const days = [0, URGENT_DAYS, EXPIRY_DAYS].map((ahead) => dayAfter(ctx.now, ahead));
    const values = [ctx.tenant_id, ...days, ...(severity ? [severity] : [])];
    const [end, skipped] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::bigint`];
    const newest = types.map(
      (t) => `(select r.id, '${t}' as type ${this.from(t, severity)} order by r.id desc limit ${end})`,
    );
    const offset = offsetOf(page);
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select r.id, r.sku, r.name, k.type, case ${severityOf.join(' ')} end, r.current_stock, r.minimum_stock,
           r.maximum_stock, r.expires_on
         from (select a.id, a.type from (${newest.join(' union all ')}) a
               order by a.id desc, a.type limit ${end} - ${skipped} offset ${skipped}) k
         join ${this.path} r on r.tenant_id = $1 and r.id = k.id
         where ${dated} order by r.id desc, k.type`,
        [...values, offset + page.size, offset],
      ),
      ctx.db.read(
        `select ${types.map((t) => `(select count(*) ${this.from(t, severity)})`).join(' + ')} where ${dated}`,
        values,
      ),
    ]);
    return new Page(rows.map(alertOf), count?.[0] as number, page);
  }

  /** @param severity $5, where it is asked for */
  private from(type: AlertType, severity: Severity | undefined): string {
    const { condition, severity: found } = kinds[type];
    return `from ${this.path} r where r.tenant_id = $1 and r.deleted_at is null and r.status = 'active' and ${condition}
      ${severity ? `and ${found} = $5` : ''}`;
  }
}

const dayAfter = (now: Date, days: number): string => malaysianDay(new Date(now.getTime() + days * DAY_MS));

function alertOf(row: unknown[]): StockAlert {
  const [product_id, sku, name, type, severity, current_stock, minimum_stock, maximum_stock, expiry_date] = row;
  const alert = {
    product_id,
    sku,
    name,
    type,
    severity,
    current_stock,
    minimum_stock,
    maximum_stock,
    expiry_date,
  } as Omit<StockAlert, 'message'>;
  return { ...alert, message: messageOf[alert.type](alert) };
}
