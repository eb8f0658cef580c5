import type { Context } from '@usaha/shared';
import type { LogoCache } from '../../apps/api/dist/render/pdf/logo-cache.js';
import { PdfRenderer } from '../../apps/api/dist/render/pdf/pdf-renderer.js';
import type { ReportSheet } from '../../apps/api/dist/render/report/report-sheet.js';

/** Long documents are drawn in one thread, and still hold up no other. */

jest.setTimeout(120_000);

const report = (count: number): ReportSheet => ({
  title: 'Sales',
  business: 'Kedai Pak Din',
  language: 'en',
  printed_at: 0,
  filters: '',
  columns: [
    { key: 'label', title: 'Product', kind: 'text' },
    { key: 'total', title: 'Total', kind: 'money' },
  ],
  chart: { kind: 'bars', title: 'Total', label: 0, qualifier: null, value: 1 },
  rows: Array.from({ length: count }, (_, i) => [`Kopi ${i}`, i]),
  totals: { total: 1 },
});

it("a tenant's report does not wait for longer ones of two others", async () => {
  const renderer = new PdfRenderer({ of: () => Promise.resolve(null) } as unknown as LogoCache);
  const finished: string[] = [];
  const draw = (tenant_id: string, count: number) =>
    renderer
      .render({ tenant_id, db: { owner: tenant_id } } as Context, 'report', report(count))
      .then(() => finished.push(tenant_id));
  await Promise.all([draw('a', 2_000), draw('b', 2_000), draw('c', 200)]);
  expect(finished[0]).toBe('c');
});
