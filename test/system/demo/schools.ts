import type { Json } from '../../support/client.js';
import { sql } from '../../support/system-database.js';
import { at } from '../../support/system-service.js';
import type { Demo } from './demo.js';

const schools = [
  { email: 'zulkifli@bijak.example', slug: 'demo-tuisyen-bijak', students: 120 },
  { email: 'pengetua@cahaya.example', slug: 'demo-sekolah-cahaya', students: 200 },
] as const;
const tables = [
  'students',
  'classes',
  'enrollments',
  'withdrawals',
  'attendance',
  'grades',
  'fees',
  'payments',
  'invoices',
  'invoice_settlements',
];

/** Every row of them, by table and school. */
export const schoolCounts = (demo: Demo): Promise<{ name: string; slug: string; count: number }[]> =>
  sql(
    demo.database().ownerUrl,
    `${tables
      .map(
        (name) =>
          `select '${name}' as name, t.slug, count(*)::int from core.tenants t join education.${name} r on r.tenant_id = t.id group by 2`,
      )
      .join(' union all ')} order by 1, 2`,
  );

/** The demo schools are written many rows at once: they must be such as they would be, had everything been done one by one. */
export function describeSchools(demo: Demo): void {
  /** Looks for faults: a query finds them, and an empty answer says that there are none. */
  const wrong = (query: string) => sql(demo.database().ownerUrl, `${query} limit 5`);

  /** Reads what the administrator of a school sees. */
  async function reader({ email, slug }: (typeof schools)[number]) {
    const token = await demo.signIn(email, slug);
    return async (path: string): Promise<Json> => {
      const found = await at(demo.service()).get(`/api/v1/education/${path}`, token);
      expect([path, found.status]).toEqual([path, 200]);
      return found.body;
    };
  }

  describe('the demo schools', () => {
    it('are two, each with its students and everything that is written about them', async () => {
      const found = await schoolCounts(demo);
      expect(new Set(found.map(({ slug }) => slug))).toEqual(new Set(schools.map(({ slug }) => slug)));
      for (const { slug, students } of schools) {
        const count = (name: string): number => found.find((row) => row.slug === slug && row.name === name)?.count ?? 0;
        // Early in a year those who left at the end of the last one are there, too.
        expect(count('students')).toBeGreaterThanOrEqual(students);
        expect(count('attendance')).toBeGreaterThan(students * 10);
        // In January no student has left yet.
        for (const name of tables.filter((one) => one !== 'withdrawals'))
          expect([name, slug, count(name) > 0]).toEqual([name, slug, true]);
      }
    });

    it('have nothing that is still to come, or was made before its student', async () => {
      for (const name of tables)
        expect(
          await wrong(`select r.id from education.${name} r join core.tenants t on t.id = r.tenant_id
          where r.created_at > now() or r.created_at < t.created_at - interval '300 days'`),
        ).toEqual([]);
      for (const name of ['enrollments', 'attendance', 'grades', 'payments', 'invoices'])
        expect(
          await wrong(`select r.id from education.${name} r join education.students s using (tenant_id)
          where s.id = r.student_id and s.created_at > r.created_at`),
        ).toEqual([]);
    });

    it('A-120, A-214: have seats that are the active enrollments, and withdrawals of those who left', async () => {
      expect(
        await wrong(`select c.id from education.classes c
        left join (select tenant_id, class_id, count(*) filter (where status = 'active') as active, count(*) as many,
            count(*) filter (where status <> 'active') as ended
          from education.enrollments group by 1, 2) e on e.tenant_id = c.tenant_id and e.class_id = c.id
        where c.active_enrollments <> coalesce(e.active, 0) or c.active_enrollments > c.capacity
          or c.version <> 1 + coalesce(e.many + e.ended, 0)`),
      ).toEqual([]);
      expect(
        await wrong(`select e.id from education.enrollments e
        left join (select tenant_id, enrollment_id, count(*) as many, max(position) as last
          from education.withdrawals group by 1, 2) w on w.tenant_id = e.tenant_id and w.enrollment_id = e.id
        where e.withdrawals <> coalesce(w.many, 0) or coalesce(w.last, 0) <> e.withdrawals
          or (e.status = 'inactive') <> (w.many is not null) or e.version <> case when e.status = 'active' then 1 else 2 end`),
      ).toEqual([]);
    });

    it('A-219: have one register line for each student, class and day, of students who are in the class', async () => {
      expect(
        await wrong(
          `select 1 from education.attendance group by tenant_id, student_id, class_id, date having count(*) > 1`,
        ),
      ).toEqual([]);
      expect(
        await wrong(`select r.id from education.attendance r where not exists (select from education.enrollments e
        where e.tenant_id = r.tenant_id and e.student_id = r.student_id and e.class_id = r.class_id)`),
      ).toEqual([]);
    });

    it('A-231, A-232: have payments and invoices whose settlements add up, entry by entry', async () => {
      for (const [table, column] of [
        ['invoices', 'invoice_id'],
        ['payments', 'payment_id'],
      ])
        expect(
          await wrong(`select r.id from education.${table} r
          left join (select tenant_id, ${column}, sum(amount) as sum from education.invoice_settlements group by 1, 2) l
            on l.tenant_id = r.tenant_id and l.${column} = r.id
          where r.settled <> coalesce(l.sum, 0)`),
        ).toEqual([]);
      expect(
        await wrong(`select r.id from education.invoices r
        left join (select tenant_id, invoice_id, count(*) as many, max(position) as last from education.invoice_settlements
          group by 1, 2) l on l.tenant_id = r.tenant_id and l.invoice_id = r.id
        where r.settlements <> coalesce(l.many, 0) or coalesce(l.last, 0) <> r.settlements`),
      ).toEqual([]);
      // No student has money left over and an invoice open at once.
      expect(
        await wrong(`select p.id from education.payments p join education.invoices i using (tenant_id, student_id)
        where p.has_rest and not i.is_paid and p.currency = i.currency`),
      ).toEqual([]);
      const voided = await sql<{ many: number }>(
        demo.database().ownerUrl,
        'select count(*)::int as many from education.payments where voided_at is not null and void_reason is not null group by tenant_id',
      );
      expect(voided).toEqual([{ many: 1 }, { many: 1 }]);
    });

    it('number invoices and receipts without gaps, in the order of time, again from one in each Malaysian year', async () => {
      for (const [table, column, series, prefix] of [
        ['invoices', 'invoice_number', 'education.invoice', 'EDU'],
        ['payments', 'receipt_number', 'education.receipt', 'RCP'],
      ])
        expect(
          await wrong(`select number from (
            select tenant_id, ${column} as number, extract(year from created_at at time zone 'Asia/Kuala_Lumpur')::int as year,
              row_number() over (w order by created_at, id) as place, row_number() over (w order by id) as by_id, count(*) over w as many
            from education.${table}
            window w as (partition by tenant_id, extract(year from created_at at time zone 'Asia/Kuala_Lumpur'))) d
          left join kernel.number_series n on n.tenant_id = d.tenant_id and n.series = '${series}' and n.year = d.year
          where number <> '${prefix}-' || d.year || '-' || lpad(place::text, 6, '0') or by_id <> place or n.last is distinct from many`),
        ).toEqual([]);
    });

    it.each(schools)('$slug: IC numbers and ages fit, and a search finds one by its digits', async (school) => {
      const read = await reader(school);
      const { data } = await read('students/?page_size=100');
      for (const { ic_verification, current_grade } of data as Json[])
        expect([current_grade, ic_verification]).toMatchObject([
          current_grade,
          { format: true, age: true, gender: true, birthplace: { kind: 'state' }, school_age: true },
        ]);
      const [{ id, ic_number }] = data as Json[];
      const found = await read(`students/?search=${ic_number.replaceAll('-', '')}`);
      expect((found.data as Json[]).map((student) => student.id)).toContain(id);
    });

    it.each(schools)('$slug: what reports add up is what lists have (A-234, A-235, A-236)', async (school) => {
      const read = await reader(school);
      const total = async (list: string): Promise<number> => (await read(`${list}&page_size=1`)).pagination.total;
      const report = async (path: string): Promise<Json> => (await read(`reports/${path}`)).data;
      const [[from, to] = ['', '']] = (
        await sql<{ first: string; last: string }>(
          demo.database().ownerUrl,
          `select min(a.date)::text as first, (now() at time zone 'Asia/Kuala_Lumpur')::date::text as last
         from education.attendance a join core.tenants t on t.id = a.tenant_id where t.slug = '${school.slug}'`,
        )
      ).map(({ first, last }) => [first, last]);
      const days = `date_from=${from}&date_to=${to}`;
      for (const group of ['class', 'student', 'grade']) {
        const { totals } = await report(`attendance/?report_type=${group}&${days}`);
        expect([group, totals.total]).toEqual([group, await total(`attendance/?${days}`)]);
        for (const status of ['present', 'absent', 'late', 'excused'])
          expect([status, totals[status]]).toEqual([status, await total(`attendance/?status=${status}&${days}`)]);
      }
      const performance = await report(`student-performance/?${days}`);
      expect(performance.totals.assessments).toBe(await total(`grades/?${days}`));
      const [money] = await sql<Record<string, number>>(
        demo.database().ownerUrl,
        `select (select sum(amount)::float8 from education.payments where tenant_id = t.id and voided_at is null) as paid,
         (select sum(amount - settled)::float8 from education.invoices where tenant_id = t.id) as owed,
         (select sum(settled)::float8 from education.invoices where tenant_id = t.id) as settled,
         (select sum(amount - settled)::float8 from education.payments where tenant_id = t.id and voided_at is null) as over
       from core.tenants t where t.slug = '${school.slug}'`,
      );
      const year = `date_from=${Number(from.slice(0, 4)) - 1}-01-01&date_to=${Number(to.slice(0, 4)) + 1}-12-31`;
      const { totals: financial } = await report(`financial/?report_type=revenue&${year}`);
      const { totals: outstanding } = await report(`outstanding/?${year}`);
      expect(financial.revenue).toBe(money!.paid);
      expect(outstanding.outstanding).toBe(money!.owed);
      expect(money!.settled! + money!.over!).toBeCloseTo(money!.paid!, 2);
      expect(money!.owed).toBeGreaterThan(0);
    });

    it.each(schools)('$slug: a student has a report card and a statement whose figures agree', async (school) => {
      const read = await reader(school);
      const [{ student_id }] = (await read('grades/?page_size=1')).data as Json[];
      const { data: card } = await read(`students/${student_id}/report-card/`);
      expect(card.subjects.length).toBeGreaterThan(0);
      expect(card.overall.average_percentage).toBeGreaterThan(0);
      expect(card.attendance.total).toBeGreaterThan(0);
      const { data: statement } = await read(`students/${student_id}/statement/`);
      expect(statement.balance).toBeCloseTo(statement.charged - statement.settled, 2);
      const owing = ((await read('invoices/?state=overdue&page_size=1')).data as Json[])[0]!;
      expect(owing.balance).toBeGreaterThan(0);
    });
  });
}
