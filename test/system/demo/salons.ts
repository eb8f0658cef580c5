import { publicHolidays } from '@usaha/shared/malaysia';
import type { Json } from '../../support/client.js';
import { sql } from '../../support/system-database.js';
import { at } from '../../support/system-service.js';
import type { Demo } from './demo.js';

const salons = [
  { email: 'serene@dahlia.example', slug: 'demo-dahlia-hair', state: '10', is_registered: false },
  { email: 'rohaya@kenanga.example', slug: 'demo-spa-kenanga', state: '03', is_registered: false },
  { email: 'geraldine@pala.example', slug: 'demo-pala-wellness', state: '07', is_registered: true },
] as const;
/** How many rows a salon has of each kind, at least and at most. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  services: [12, 40],
  staff: [4, 12],
  clients: [150, 400],
  products: [10, 40],
  stock_movements: [80, 1_000],
  points_movements: [20, 1_000],
  packages: [1, 10],
  sold_packages: [5, 100],
  package_sessions: [20, 1_000],
  memberships: [8, 200],
  appointments: [600, 4_000],
  appointment_lines: [800, 6_000],
  payments: [400, 6_000],
};
const LOCAL = "at time zone 'Asia/Kuala_Lumpur'";

/** Every row of them, by table and salon. */
export const salonCounts = (demo: Demo): Promise<{ name: string; slug: string; count: number }[]> =>
  sql(
    demo.database().ownerUrl,
    `${Object.keys(ranges)
      .map(
        (name) =>
          `select '${name}' as name, t.slug, count(*)::int from core.tenants t join beauty.${name} r on r.tenant_id = t.id group by 2`,
      )
      .join(' union all ')} order by 1, 2`,
  );

/** The demo salons are written many rows at once: they must be such as they would be, had everything been done one by one. */
export function describeSalons(demo: Demo): void {
  /** Looks for faults: a query finds them, and an empty answer says that there are none. */
  const wrong = (query: string) => sql(demo.database().ownerUrl, `${query} limit 5`);
  const rows = <T extends Record<string, unknown>>(query: string): Promise<T[]> =>
    sql<T>(demo.database().ownerUrl, query);

  /** Reads what the administrator of a salon sees. */
  async function reader({ email, slug }: (typeof salons)[number]) {
    const token = await demo.signIn(email, slug);
    return async (path: string): Promise<Json> => {
      const found = await at(demo.service()).get(`/api/v1/beauty/${path}`, token);
      expect([path, found.status]).toEqual([path, 200]);
      return found.body;
    };
  }

  describe('the demo salons', () => {
    it('are three, each with what a salon of its size has', async () => {
      const found = await salonCounts(demo);
      expect(new Set(found.map(({ slug }) => slug))).toEqual(new Set(salons.map(({ slug }) => slug)));
      for (const { slug } of salons)
        for (const [name, [least, most]] of Object.entries(ranges)) {
          const count = found.find((row) => row.slug === slug && row.name === name)?.count ?? 0;
          expect([slug, name, count, count >= least && count <= most]).toEqual([slug, name, count, true]);
        }
    });

    it('have nothing that is still to come, or was made before its client', async () => {
      for (const name of Object.keys(ranges).filter((table) => table !== 'appointment_lines'))
        expect(await wrong(`select id from beauty.${name} where created_at > now()`)).toEqual([]);
      for (const name of ['appointments', 'memberships', 'sold_packages', 'points_movements'])
        expect(
          await wrong(`select r.id from beauty.${name} r join beauty.clients c using (tenant_id)
          where c.id = r.client_id and c.created_at > r.created_at`),
        ).toEqual([]);
      expect(
        await wrong(`select id from beauty.appointments where updated_at > now() or starts_at <= created_at
          or greatest(checked_in_at, started_at, completed_at, cancelled_at) > now()
          or checked_in_at < created_at or started_at < checked_in_at or completed_at < started_at
          or cancelled_at < created_at or (status = 'completed') <> (completed_at is not null)
          or (status = 'cancelled') <> (cancelled_at is not null)
          or (status in ('pending', 'confirmed') and starts_at < now() - interval '10 minutes')`),
      ).toEqual([]);
    });

    it('A-241, A-252: have lines within the hours of their members, no member twice at once', async () => {
      expect(
        await wrong(`select l.id from beauty.appointment_lines l join beauty.staff s on s.tenant_id = l.tenant_id and s.id = l.staff_id
        where not exists (select from jsonb_array_elements_text(s.working_hours -> trim(to_char(l.day, 'day'))) h
          where split_part(h, '-', 1) <= to_char(l.starts_at ${LOCAL}, 'HH24:MI')
            and to_char(l.ends_at ${LOCAL}, 'HH24:MI') <= split_part(h, '-', 2))
          or l.day <> (l.starts_at ${LOCAL})::date or l.ends_at <= l.starts_at`),
      ).toEqual([]);
      expect(
        await wrong(`select id from (select id, starts_at, lag(ends_at) over (partition by tenant_id, staff_id order by starts_at) as free
          from beauty.appointment_lines) l where starts_at < free`),
      ).toEqual([]);
      expect(
        await wrong(`select a.id from beauty.appointments a join lateral (select sum(price) as price, min(starts_at) as first,
            min(day) as day, sum(minutes) as minutes, count(*) as many, max(position) as last
          from beauty.appointment_lines where tenant_id = a.tenant_id and appointment_id = a.id) l on true
        where a.total_price <> l.price or a.starts_at <> l.first or a.day <> l.day or a.total_duration_minutes <> l.minutes
          or l.many <> l.last or not a.is_dated`),
      ).toEqual([]);
    });

    it('are closed on public holidays of their state, the spa of Kota Bharu on Fridays', async () => {
      for (const { slug, state } of salons) {
        const days = await rows<{ day: string; friday: boolean }>(
          `select distinct day::text, extract(isodow from day) = 5 as friday from beauty.appointments a
          join core.tenants t on t.id = a.tenant_id where t.slug = '${slug}' order by 1`,
        );
        expect(days.length).toBeGreaterThan(130);
        expect(days.filter(({ day }) => publicHolidays(day, state).length > 0)).toEqual([]);
        expect(days.some(({ friday }) => friday)).toBe(slug !== 'demo-spa-kenanga');
      }
    });

    it('of Kota Bharu is for women, with women at work and halal treatments', async () => {
      const spa = "join core.tenants t on t.id = r.tenant_id and t.slug = 'demo-spa-kenanga'";
      expect(await wrong(`select r.id from beauty.clients r ${spa} where gender <> 'female'`)).toEqual([]);
      expect(await wrong(`select r.id from beauty.staff r ${spa} where gender <> 'female'`)).toEqual([]);
      for (const name of ['services', 'products'])
        expect(
          await wrong(
            `select r.id from beauty.${name} r ${spa} where not halal_certified or halal_certification_number is null`,
          ),
        ).toEqual([]);
    });

    it('A-245: have payments whose sum is what appointments say, entry by entry', async () => {
      expect(
        await wrong(`select a.id from beauty.appointments a left join (select tenant_id, appointment_id, count(*) as many, max(position) as last,
            sum(amount) filter (where kind = 'payment') as received, coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded
          from beauty.payments group by 1, 2) p on p.tenant_id = a.tenant_id and p.appointment_id = a.id
        where a.payment_entries <> coalesce(p.many, 0) or coalesce(p.last, 0) <> a.payment_entries
          or a.amount_refunded <> coalesce(p.refunded, 0) or a.amount_paid <> coalesce(p.received - p.refunded, 0)`),
      ).toEqual([]);
      expect(
        await wrong(`select id from beauty.appointments where amount_paid > coalesce(total_amount, total_price)
          or payment_status <> case when amount_refunded > 0 then 'refunded'
            when amount_paid >= coalesce(total_amount, total_price - package_amount) and (status = 'completed' or payment_entries > 0) then 'paid'
            when amount_paid > 0 then 'partially_paid' else 'pending' end`),
      ).toEqual([]);
      // Deposits are given back, or kept where the client did not come.
      const [kept] = await rows<Record<string, number>>(`select
        count(*) filter (where status = 'cancelled' and amount_refunded > 0)::int as refunded,
        count(*) filter (where status = 'no_show' and amount_paid > 0)::int as forfeited,
        count(*) filter (where status in ('pending', 'confirmed') and amount_paid > 0)::int as ahead,
        count(*) filter (where status = 'completed' and payment_status <> 'paid')::int as owing from beauty.appointments`);
      for (const [what, many] of Object.entries(kept!)) expect([what, many > 0]).toEqual([what, true]);
    });

    it('A-246, A-267, A-270, A-272: have charges, shares, taxes and commissions that follow the rules', async () => {
      expect(
        await wrong(`select a.id from beauty.appointments a join lateral (select sum(share) as share, sum(discount) as discount,
            coalesce(sum(share) filter (where sold_package_id is null), 0) as charged,
            sum(case when sold_package_id is null then price - discount else 0 end) as due,
            coalesce(sum(price) filter (where sold_package_id is not null), 0) as covered
          from beauty.appointment_lines where tenant_id = a.tenant_id and appointment_id = a.id) l on true
        where a.discount_amount <> l.discount or a.package_amount <> l.covered
          or (a.status = 'completed') <> (l.share is not null) or (a.status = 'completed') <> (a.total_amount is not null)
          or l.charged <> a.total_amount or a.total_amount > l.due`),
      ).toEqual([]);
      expect(
        await wrong(`select l.id from beauty.appointment_lines l join core.tenants t on t.id = l.tenant_id
        join beauty.staff s on s.tenant_id = l.tenant_id and s.id = l.staff_id
        where share is not null and (tax <> case when t.settings ? 'sst_registration_number'
            then round(share * tax_rate / (100 + tax_rate), 2) else 0 end
          or l.commission_rate <> coalesce(s.commission_rate, 0) or commission <> round((share - tax) * l.commission_rate / 100, 2))`),
      ).toEqual([]);
      for (const { slug, is_registered } of salons) {
        const [{ tax, discount }] = (await rows<{ tax: number; discount: number }>(
          `select sum(tax)::float8 as tax, sum(discount)::float8 as discount from beauty.appointment_lines l
          join core.tenants t on t.id = l.tenant_id where t.slug = '${slug}'`,
        )) as [{ tax: number; discount: number }];
        expect([slug, tax > 0, discount > 0]).toEqual([slug, is_registered, true]);
      }
    });

    it('number invoices, receipts and credit notes without gaps, in the order of time, again from one in each Malaysian year', async () => {
      for (const [table, series, prefix] of [
        // The payment of a package has the number of the package's receipt.
        [`beauty.payments where sold_package_id is null and kind <> 'refund'`, 'beauty.receipt', 'RCP'],
        [`beauty.payments where kind = 'refund'`, 'beauty.credit_note', 'CN'],
        ['beauty.sold_packages', 'beauty.package_receipt', 'PKG'],
        [
          `(select tenant_id, invoice_number as id, invoice_number as receipt_number, invoiced_at as created_at
              from beauty.appointments where invoice_number is not null) i`,
          'beauty.invoice',
          'INV',
        ],
      ])
        expect(
          await wrong(`select number from (
            select tenant_id, receipt_number as number, extract(year from created_at ${LOCAL})::int as year,
              row_number() over (w order by created_at, id) as place, row_number() over (w order by id) as by_id, count(*) over w as many
            from ${table} window w as (partition by tenant_id, extract(year from created_at ${LOCAL}))) d
          left join kernel.number_series n on n.tenant_id = d.tenant_id and n.series = '${series}' and n.year = d.year
          where number <> '${prefix}-' || d.year || '-' || lpad(place::text, 6, '0') or by_id <> place or n.last is distinct from many`),
        ).toEqual([]);
      expect(
        await wrong(`select id from beauty.appointments where (status = 'completed') <> (invoice_number is not null)`),
      ).toEqual([]);
    });

    it('A-167, A-259, A-271: have stock, points and sessions that are the sums of their movements', async () => {
      for (const [records, ledger, owner, balance, changed] of [
        ['products', 'stock_movements', 'product_id', 'stock_quantity', 'quantity_changed'],
        ['clients', 'points_movements', 'client_id', 'loyalty_points', 'points_changed'],
      ]) {
        expect(
          await wrong(`select r.id from beauty.${records} r left join (select tenant_id, ${owner}, sum(${changed}) as sum, max(position) as last
            from beauty.${ledger} group by 1, 2) l on l.tenant_id = r.tenant_id and l.${owner} = r.id
          where r.${balance} <> coalesce(l.sum, 0) or l.last > r.version`),
        ).toEqual([]);
        expect(
          await wrong(`select id from (select id, balance, sum(${changed}) over (partition by tenant_id, ${owner} order by position) as sum
            from beauty.${ledger}) l where balance <> sum`),
        ).toEqual([]);
      }
      expect(
        await wrong(`select p.id from beauty.sold_packages p cross join jsonb_to_recordset(p.sessions) as s (service_id uuid, total int, remaining int)
        left join lateral (select sum(sessions_changed) as sum, sum(sessions_changed) filter (where kind = 'sold') as sold
          from beauty.package_sessions where tenant_id = p.tenant_id and sold_package_id = p.id and service_id = s.service_id) l on true
        where s.remaining <> l.sum or s.total <> l.sold or s.remaining not between 0 and s.total`),
      ).toEqual([]);
      expect(
        await wrong(`select l.id from beauty.appointment_lines l join beauty.appointments a on a.tenant_id = l.tenant_id and a.id = l.appointment_id
        join beauty.sold_packages p on p.tenant_id = l.tenant_id and p.id = l.sold_package_id
        where p.client_id <> a.client_id or not exists (select from beauty.package_sessions s where s.tenant_id = l.tenant_id
          and s.sold_package_id = p.id and s.appointment_id = a.id and s.service_id = l.service_id and s.kind = 'redeemed')`),
      ).toEqual([]);
      const [used] = await rows<{ partly: number; unused: number }>(`select
        count(*) filter (where remaining > 0 and remaining < total)::int as partly, count(*) filter (where remaining = total)::int as unused
        from beauty.sold_packages p cross join jsonb_to_recordset(p.sessions) as s (total int, remaining int)`);
      expect(used!.partly).toBeGreaterThan(5);
    });

    it.each(salons)(
      '$slug: has memberships in force and lapsed, products low and near expiry, and appointments past and coming',
      async (salon) => {
        const read = await reader(salon);
        const total = async (list: string): Promise<number> => (await read(`${list}&page_size=1`)).pagination.total;
        for (const list of [
          'memberships/?is_current=true',
          'memberships/?is_current=false',
          'products/?low_stock=true',
        ])
          expect([list, (await total(list)) > 0]).toEqual([list, true]);
        const soon = Date.now() + 30 * 86_400_000;
        const { data: products } = await read('products/?page_size=100');
        const near = (products as Json[]).filter(({ expiry_date }) => expiry_date && Date.parse(expiry_date) < soon);
        expect(near.length).toBeGreaterThan(1);
        expect((products as Json[]).filter(({ barcode_valid }) => barcode_valid !== true)).toEqual([]);
        const { data: appointments } = await read('appointments/?page_size=100');
        const statuses = new Set((appointments as Json[]).map(({ status }) => status));
        expect([...statuses]).toEqual(expect.arrayContaining(['confirmed', 'pending', 'completed']));
      },
    );

    it.each(salons)('A-268, A-269, A-272: $slug: what reports add up is what the list has', async (salon) => {
      const read = await reader(salon);
      const report = async (path: string): Promise<Json> => (await read(`reports/${path}`)).data;
      const [{ from, to, total, tax, commission }] = (await rows<
        Record<string, number>
      >(`select min(a.day)::text as from, max(a.day)::text as to,
          sum(l.share)::float8 as total, sum(l.tax)::float8 as tax, sum(l.commission)::float8 as commission
        from core.tenants t join beauty.appointments a on a.tenant_id = t.id
        join beauty.appointment_lines l on l.tenant_id = t.id and l.appointment_id = a.id
        where t.slug = '${salon.slug}' and a.status = 'completed' group by t.id`)) as [Record<string, number>];
      const days = `date_from=${from}&date_to=${to}`;
      const completed = (await read(`appointments/?status=completed&${days}&page_size=1`)).pagination.total;
      for (const group of ['day', 'service', 'staff', 'client']) {
        const { totals } = await report(`sales/?group_by=${group}&${days}`);
        expect([group, totals]).toEqual([
          group,
          expect.objectContaining({ appointments: completed, service_sales: total }),
        ]);
        // A-352: what was sold and redeemed is what was received and is owed.
        const { packages_sold, packages_redeemed, collected, outstanding, in_credit } = totals;
        expect(totals.total + packages_sold - packages_redeemed).toBeCloseTo(collected + outstanding - in_credit, 2);
        expect(totals.tax).toBeGreaterThanOrEqual(tax!);
      }
      expect((await report(`clients/?${days}`)).totals).toMatchObject({ visits: completed, revenue: total });
      expect((await report(`staff-performance/?${days}`)).totals).toMatchObject({ total, commission });
      expect((await report(`commissions/?group_by=staff&${days}`)).totals).toMatchObject({
        share: total,
        tax,
        commission,
      });
    });

    it.each(salons)(
      '$slug is open: an appointment that is booked is completed, with the next receipt',
      async ({ email, slug }) => {
        const token = await demo.signIn(email, slug);
        const api = at(demo.service());
        const [{ id }] = (await rows<{
          id: string;
        }>(`select a.id from beauty.appointments a join core.tenants t on t.id = a.tenant_id
        where t.slug = '${slug}' and a.status = 'confirmed' and a.package_amount = 0 order by a.id desc limit 1`)) as [
          { id: string },
        ];
        const done = await api.post(`/api/v1/beauty/appointments/${id}/complete/`, { payment_received: true }, token);
        expect([done.status, done.body.data.payment_status]).toEqual([200, 'paid']);
        const { body } = await api.get(`/api/v1/beauty/appointments/${id}/payments/`, token);
        const [series] = await rows<{
          last: number;
        }>(`select n.last from kernel.number_series n join core.tenants t on t.id = n.tenant_id
        where t.slug = '${slug}' and n.series = 'beauty.receipt' order by n.year desc`);
        expect((body.data as Json[])[0]!.receipt_number.slice(-6)).toBe(String(series!.last).padStart(6, '0'));
      },
    );
  });
}
