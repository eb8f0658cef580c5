import { saidMethod } from '@usaha/core';
import type { Context, Language, Report } from '@usaha/shared';
import { ReportReading } from '@usaha/shared/operation';
import { sheetOf } from './report-sheet.js';

const title = { en: 'x', ms: 'x' };
const report: Report<object, 'all'> = {
  name: 'paid',
  title,
  columns: [
    { key: 'group', title, kind: 'text', unprinted: true },
    { key: 'label', title, kind: 'text' },
    { key: 'payment_method', title, kind: 'text', said: saidMethod },
    { key: 'notes', title, kind: 'text' },
  ],
  groupings: {
    all: {
      title,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'payment_method' },
      words: { unspecified: { en: 'Unspecified', ms: 'Tidak dinyatakan' } },
      said: saidMethod,
    },
  },
  fallback: 'all',
  filters: {},
  select: () => ({ text: 'select', values: [] }),
};

it.each<[Language, string[]]>([
  ['en', ['Cash', 'E-wallet', 'Boost', 'Unspecified']],
  ['ms', ['Tunai', 'E-dompet', 'Boost', 'Tidak dinyatakan']],
])(
  'payment methods are said in the words of the language, %s, and unknown ones as they were sent',
  (language, said) => {
    const sent = ['CASH', 'e_wallet', 'Boost', 'unspecified'];
    const rows = sent.map((label) => [label, label, label === 'unspecified' ? null : label, label]);
    const ctx = { tenant_id: 't', actor: null, now: new Date(0) } as unknown as Context;
    const sheet = sheetOf(ReportReading.of(ctx, report, {}, language), rows, {
      business: 'b',
      language,
      now: new Date(0),
    });
    expect(sheet.rows.map(([label]) => label)).toEqual(said);
    expect(sheet.rows.map(([, method]) => method)).toEqual([...said.slice(0, 3), null]);
    expect(sheet.rows.map(([, , notes]) => notes)).toEqual(sent);
  },
);
