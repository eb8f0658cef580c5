import type { Json } from '../../support/client.js';
import { sql } from '../../support/system-database.js';
import { at } from '../../support/system-service.js';
import type { Demo } from './demo.js';

const shops = [
  ['din@pakdin.example', 'demo-kedai-pak-din'],
  ['rohana@serikasih.example', 'demo-butik-seri-kasih'],
  ['boon.hock@kinta.example', 'demo-gajet-kinta'],
] as const;

const tables = ['products', 'customers', 'sales', 'sale_lines', 'sale_refunds', 'stock_movements', 'points_movements'];
/** The demo shops are written many rows at once: they must be such as they would be, had everything been done one by one. */
export function describeShops(demo: Demo): void {
  /** Looks for faults: a query finds them, and an empty answer says that there are none. */
  const wrong = (query: string) => sql(demo.database().ownerUrl, `${query} limit 5`);
  const perShop = (select: string, rest = '') =>
    sql<Record<string, number>>(
      demo.database().ownerUrl,
      `select t.slug, ${select} from core.tenants t join ${rest} group by t.slug order by t.slug`,
    );

  describe('the demo shops', () => {
    it('are three, each with a hundred products and more, and half a year of sales', async () => {
      const products = await perShop('count(*)::int as products', 'retail.products p on p.tenant_id = t.id');
      const sales = await perShop(
        `count(*)::int as sales, min(s.created_at) > now() - interval '184 days' as within,
       count(distinct (s.created_at at time zone 'Asia/Kuala_Lumpur')::date)::int as days, max(s.created_at) <= now() as past`,
        'retail.sales s on s.tenant_id = t.id',
      );
      expect(products.map(({ slug }) => slug)).toEqual(shops.map(([, slug]) => slug).sort());
      for (const shop of products) expect(shop.products).toBeGreaterThanOrEqual(100);
      expect(sales).toHaveLength(3);
      for (const shop of sales) {
        expect(shop.sales).toBeGreaterThan(182 * 12);
        expect(shop).toMatchObject({ within: true, past: true });
        expect(shop.days).toBeGreaterThanOrEqual(182);
      }
    });

    it('show a weekly pattern: the weekend is busier, and Friday noon is quiet', async () => {
      const week = await perShop(
        `avg(s.count) filter (where s.dow in (0, 6))::float8 as weekend,
       avg(s.count) filter (where s.dow not in (0, 6))::float8 as weekdays`,
        `(select tenant_id, day, extract(dow from day) as dow, count(*) from
         (select tenant_id, (created_at at time zone 'Asia/Kuala_Lumpur')::date as day from retail.sales) d
        group by tenant_id, day) s on s.tenant_id = t.id`,
      );
      expect(week).toHaveLength(3);
      for (const { weekend, weekdays } of week) expect(weekend).toBeGreaterThan(weekdays! * 1.25);
      const [noon] = await sql<{ friday: number; others: number }>(
        demo.database().ownerUrl,
        `select count(*) filter (where dow = 5)::float8 as friday, count(*) filter (where dow between 1 and 4)::float8 / 4 as others
       from (select extract(dow from l) as dow, extract(hour from l) as hour from
              (select created_at at time zone 'Asia/Kuala_Lumpur' as l from retail.sales) a) b where hour = 13`,
      );
      expect(noon!.friday).toBeLessThan(noon!.others / 2);
    });

    it('A-167: have the stock that their movements come to, entry by entry', async () => {
      expect(
        await wrong(`select p.sku from retail.products p
        left join (select tenant_id, product_id, sum(quantity_changed) as sum, count(*) as entries, max(position) as last
                   from retail.stock_movements group by 1, 2) m on m.tenant_id = p.tenant_id and m.product_id = p.id
        where p.current_stock <> coalesce(m.sum, 0) or coalesce(m.last, 1) <> p.version or p.stock_tracked <> (m.sum is not null)`),
      ).toEqual([]);
      expect(
        await wrong(`select id from (select id, balance, position, quantity_changed, kind, created_at,
          sum(quantity_changed) over w as sum, row_number() over w as place, lag(created_at) over w as before
        from retail.stock_movements window w as (partition by tenant_id, product_id order by position)) m
        where balance <> sum or position <> place or before > created_at or (kind = 'opening') <> (place = 1)`),
      ).toEqual([]);
      expect(
        await wrong(`select l.sale_id from
          (select tenant_id, sale_id, product_id, sum(quantity) as sold, sum(refunded_quantity) as back
           from retail.sale_lines where stock_tracked group by 1, 2, 3) l
        full join
          (select tenant_id, sale_id, product_id, -coalesce(sum(quantity_changed) filter (where kind = 'sale'), 0) as sold,
             coalesce(sum(quantity_changed) filter (where kind = 'refund'), 0) as back
           from retail.stock_movements where sale_id is not null group by 1, 2, 3) m using (tenant_id, sale_id, product_id)
        where l.sold is distinct from m.sold or l.back is distinct from m.back`),
      ).toEqual([]);
    });

    it('number invoices and credit notes without gaps, in the order of time, again from one in each Malaysian year', async () => {
      for (const [table, column, series, prefix] of [
        ['retail.sales', 'invoice_number', 'retail.invoice', 'INV'],
        ['retail.sale_refunds', 'credit_note_number', 'retail.credit_note', 'CN'],
      ])
        expect(
          await wrong(`select number from (
            select tenant_id, ${column} as number, extract(year from created_at at time zone 'Asia/Kuala_Lumpur')::int as year,
              row_number() over (w order by created_at, id) as place,
              row_number() over (w order by id) as by_id, count(*) over w as many
            from ${table}
            window w as (partition by tenant_id, extract(year from created_at at time zone 'Asia/Kuala_Lumpur'))) d
          left join kernel.number_series n on n.tenant_id = d.tenant_id and n.series = '${series}' and n.year = d.year
          where number <> '${prefix}-' || d.year || '-' || lpad(place::text, 6, '0') or by_id <> place or n.last is distinct from many`),
        ).toEqual([]);
    });

    it('A-88, A-89: have lines and totals that satisfy the formulas', async () => {
      expect(
        await wrong(`select sale_id from retail.sale_lines
        where gross <> quantity * unit_price or subtotal <> round(gross * (100 - discount_rate) / 100, 2)
          or tax_amount <> round(subtotal * tax_rate / 100, 2) or total <> subtotal + tax_amount`),
      ).toEqual([]);
      expect(
        await wrong(`select s.invoice_number from retail.sales s
        left join (select tenant_id, sale_id, min(created_at) as at, bool_and(counted) as counted, sum(gross) as gross,
            sum(tax_amount) as tax, sum(total) as total, sum(refunded_total) as back, max(line) as last, count(*) as many
          from retail.sale_lines group by 1, 2) l on l.tenant_id = s.tenant_id and l.sale_id = s.id
        where s.subtotal is distinct from l.gross or s.tax_amount <> l.tax or s.total <> l.total or s.refunded_total <> l.back
          or s.total <> s.subtotal - s.discount_amount + s.tax_amount or l.last <> l.many or l.at <> s.created_at
          or l.counted <> (s.status = 'completed')`),
      ).toEqual([]);
    });

    it('A-97: have refunds that are what their lines gave back', async () => {
      expect(
        await wrong(`select s.invoice_number from retail.sales s
        left join (select tenant_id, sale_id, sum(amount) as amount, sum(points_returned) as points, count(*) as many,
            max(position) as last, bool_and(amount = subtotal + tax_amount) as fits, min(created_at) as at
          from retail.sale_refunds group by 1, 2) r on r.tenant_id = s.tenant_id and r.sale_id = s.id
        join (select tenant_id, sale_id, bool_and(refunded_quantity = quantity) as whole
          from retail.sale_lines group by 1, 2) l on l.tenant_id = s.tenant_id and l.sale_id = s.id
        where s.refunded_total <> coalesce(r.amount, 0) or s.points_returned <> coalesce(r.points, 0)
          or s.refunds_made <> coalesce(r.many, 0) or s.version <> 1 + s.refunds_made or r.last <> r.many or not r.fits or r.at <= s.created_at
          or s.status <> case when l.whole then 'refunded' else 'completed' end
          or s.payment_status <> case when l.whole then 'refunded' when r.many > 0 then 'partially_refunded' else 'completed' end`),
      ).toEqual([]);
      expect(
        await wrong(`select r.id from retail.sale_refunds r
        where r.amount <> (select sum((i ->> 'amount')::numeric) from jsonb_array_elements(r.items) i)`),
      ).toEqual([]);
      for (const { many } of await perShop('count(*)::int as many', 'retail.sale_refunds r on r.tenant_id = t.id'))
        expect(many).toBeGreaterThan(10);
    });

    it('A-167, A-103: have customers whose points are the sum of their movements, and the tier of them', async () => {
      expect(
        await wrong(`select c.id from retail.customers c
        left join (select tenant_id, customer_id, sum(points_changed) as sum, max(position) as last
                   from retail.points_movements group by 1, 2) m on m.tenant_id = c.tenant_id and m.customer_id = c.id
        where c.loyalty_points <> coalesce(m.sum, 0) or c.version <> coalesce(m.last, 1) or c.loyalty_tier <>
          case when c.loyalty_points < 1000 then 'bronze' when c.loyalty_points < 5000 then 'silver'
               when c.loyalty_points < 10000 then 'gold' else 'platinum' end`),
      ).toEqual([]);
      expect(
        await wrong(`select id from (select id, balance, position, created_at, sum(points_changed) over w as sum,
          row_number() over w as place, lag(created_at) over w as before
        from retail.points_movements window w as (partition by tenant_id, customer_id order by position)) m
        where balance <> sum or position <> place + 1 or before > created_at`),
      ).toEqual([]);
      expect(
        await wrong(`select s.invoice_number from retail.sales s
        left join (select tenant_id, sale_id, sum(points_changed) filter (where kind = 'earned') as earned,
            -sum(points_changed) filter (where kind = 'returned') as returned
          from retail.points_movements group by 1, 2) m on m.tenant_id = s.tenant_id and m.sale_id = s.id
        where s.points_earned <> coalesce(m.earned, 0) or s.points_returned <> coalesce(m.returned, 0)
          or (s.customer_id is not null and s.points_earned <> floor(s.subtotal - s.discount_amount))`),
      ).toEqual([]);
    });

    it.each(shops)('are open: %s of %s sees alerts and sells on, with the next number', async (email, slug) => {
      const token = await demo.signIn(email, slug);
      const get = async (path: string): Promise<Json> => {
        const answer = await at(demo.service()).get(`/api/v1/retail/${path}`, token);
        expect(answer.status).toBe(200);
        return answer.body.data;
      };
      const [last] = await get('sales/?page_size=1');
      expect((await get('inventory/alerts/?type=low_stock')).length).toBeGreaterThan(0);
      const product = (await get('products/?page_size=100')).find((one: Json) => one.current_stock > 2 && one.barcode);
      expect(product.barcode_valid).toBe(true);
      const items = [{ product_id: product.id, quantity: 2 }];
      const sold = await at(demo.service()).post('/api/v1/retail/sales/', { items, payment_method: 'cash' }, token);
      expect(sold.status).toBe(201);
      const [, year, number] = last.invoice_number.split('-');
      const [, thisYear, next] = sold.body.data.invoice_number.split('-');
      expect(Number(next)).toBe(thisYear === year ? Number(number) + 1 : 1);
      const [movement] = await get(`products/${product.id}/movements?page_size=1`);
      expect(movement).toMatchObject({ kind: 'sale', quantity_changed: -2, balance: product.current_stock - 2 });
      expect((await get('sales/?page_size=1'))[0].id).toBe(sold.body.data.id);
      const refund = await at(demo.service()).post(`/api/v1/retail/sales/${sold.body.data.id}/refund/`, {}, token);
      expect(refund.status).toBeLessThan(300);
      expect((await get(`products/${product.id}`)).current_stock).toBe(product.current_stock);
    });

    it('A-97: can give back a sale of their history', async () => {
      const token = await demo.signIn(...shops[0]);
      const answer = await at(demo.service()).get('/api/v1/retail/sales/?status=completed&page_size=50', token);
      const sale = answer.body.data.at(-1);
      const refund = await at(demo.service()).post(`/api/v1/retail/sales/${sale.id}/refund/`, {}, token);
      expect(refund.status).toBeLessThan(300);
      const read = await at(demo.service()).get(`/api/v1/retail/sales/${sale.id}`, token);
      expect(read.body.data).toMatchObject({ status: 'refunded', refunded_total: sale.total });
    });
  });
}

/** Every row of them, by table. */
export const shopCounts = (demo: Demo): Promise<object[]> =>
  sql(
    demo.database().ownerUrl,
    `${tables.map((name) => `select '${name}' as name, count(*)::int from retail.${name}`).join(' union all ')} order by 1`,
  );
