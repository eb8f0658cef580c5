import type { Json } from '../../support/client.js';
import { sql } from '../../support/system-database.js';
import { at } from '../../support/system-service.js';
import type { Demo } from './demo.js';

const clinics = [
  ['dr.lim@sentosa.example', 'demo-klinik-sentosa'],
  ['dr.jugah@harapan.example', 'demo-poliklinik-harapan'],
] as const;
const tables = [
  'patients',
  'appointments',
  'medical_records',
  'prescriptions',
  'vaccinations',
  'bills',
  'bill_payments',
];

/** Every row of them, by table and clinic. */
export const clinicCounts = (demo: Demo): Promise<{ name: string; slug: string; count: number }[]> =>
  sql(
    demo.database().ownerUrl,
    `${tables
      .map(
        (name) =>
          `select '${name}' as name, t.slug, count(*)::int from core.tenants t join healthcare.${name} r on r.tenant_id = t.id group by 2`,
      )
      .join(' union all ')} order by 1, 2`,
  );

/** The demo clinics are written without the services: they must be such as they would be, had everything been done one by one. */
export function describeClinics(demo: Demo): void {
  const wrong = (query: string) => sql(demo.database().ownerUrl, `${query} limit 5`);

  describe('the demo clinics', () => {
    it('are two, each with some sixty patients and everything that is written about them', async () => {
      const found = await clinicCounts(demo);
      for (const [, slug] of clinics)
        for (const name of tables) {
          const { count } = found.find((row) => row.slug === slug && row.name === name)!;
          expect([name, slug, count >= (name === 'vaccinations' ? 10 : 30)]).toEqual([name, slug, true]);
        }
      expect(new Set(found.map(({ slug }) => slug)).size).toBe(2);
    });

    it('have appointments past and coming, no doctor twice at once, and patients who were there before', async () => {
      expect(
        await wrong(`select a.id from healthcare.appointments a join healthcare.patients p using (tenant_id)
        where p.id = a.patient_id and (a.created_at < p.created_at or a.created_at > now() or a.scheduled_at < p.created_at
          or (a.scheduled_at > now()) and a.status not in ('scheduled', 'confirmed'))`),
      ).toEqual([]);
      expect(
        await wrong(
          'select 1 from healthcare.appointments group by tenant_id, doctor_id, scheduled_at having count(*) > 1',
        ),
      ).toEqual([]);
      const [coming] = await sql<{ count: number }>(
        demo.database().ownerUrl,
        'select count(*)::int from healthcare.appointments where scheduled_at > now()',
      );
      expect(coming!.count).toBeGreaterThan(5);
    });

    it('A-136: have bills and payments whose sums and statuses agree', async () => {
      expect(
        await wrong(`select b.bill_number from healthcare.bills b
        left join (select tenant_id, bill_id, sum(amount) as paid, count(*) as many, min(balance) as rest
                   from healthcare.bill_payments group by 1, 2) p on p.tenant_id = b.tenant_id and p.bill_id = b.id
        where b.total <> b.subtotal + b.tax_amount or b.amount_paid <> coalesce(p.paid, 0)
          or b.payments_made <> coalesce(p.many, 0) or b.version <> 1 + b.payments_made or coalesce(p.rest, b.total) <> b.total - b.amount_paid
          or b.status <> case when b.amount_paid = b.total then 'paid' when b.amount_paid > 0 then 'partially_paid' else 'pending' end`),
      ).toEqual([]);
    });

    it('number patients, bills and receipts without gaps, in the order of time, again from one in each Malaysian year', async () => {
      for (const [table, column, series, prefix] of [
        ['patients', 'medical_record_number', 'healthcare.patient', 'MRN'],
        ['bills', 'bill_number', 'healthcare.bill', 'BILL'],
        ['bill_payments', 'receipt_number', 'healthcare.receipt', 'RCP'],
      ])
        expect(
          await wrong(`select number from (
            select tenant_id, ${column} as number, extract(year from created_at at time zone 'Asia/Kuala_Lumpur')::int as year,
              row_number() over (w order by created_at, ${column}) as place, count(*) over w as many
            from healthcare.${table}
            window w as (partition by tenant_id, extract(year from created_at at time zone 'Asia/Kuala_Lumpur'))) d
          left join kernel.number_series n on n.tenant_id = d.tenant_id and n.series = '${series}' and n.year = d.year
          where number <> '${prefix}-' || d.year || '-' || lpad(place::text, 6, '0') or n.last is distinct from many`),
        ).toEqual([]);
    });

    it.each(clinics)('A-127: have patients whose IC numbers fit, as %s sees them', async (email, slug) => {
      const token = await demo.signIn(email, slug);
      const { body } = await at(demo.service()).get('/api/v1/healthcare/patients/?page_size=100', token);
      for (const { ic_verification } of body.data as Json[])
        expect(ic_verification).toMatchObject({ format: true, age: true, gender: true, birthplace: { kind: 'state' } });
      const [{ id }] = body.data as Json[];
      const history = await at(demo.service()).get(`/api/v1/healthcare/patients/${id}/medical-history/`, token);
      expect(history.body.data.totals.appointments).toBeGreaterThan(0);
      for (const name of ['patient-demographics', 'appointment-stats', 'revenue']) {
        const report = await at(demo.service()).get(`/api/v1/healthcare/reports/${name}/`, token);
        expect([name, report.status, report.body.data.rows.length > 1]).toEqual([name, 200, true]);
      }
    });
  });
}
