import type { PrintedDuitNowQr } from '@usaha/core';
import { printedDay, type Language, type Words } from '@usaha/shared';
import { drawDuitNowQr } from '../duitnow-qr/draw-duitnow-qr.js';
import { printedMoney } from '../pdf/format.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable } from '../pdf/table.js';
import type { Style } from '../pdf/typesetter.js';

/** One line of an account: what was charged or paid, and what was owed after it; amounts in the account's currency. */
export interface StatementEntry {
  /** YYYY-MM-DD. */
  date: string;
  number: string;
  description: string;
  charged: number | null;
  paid: number | null;
  balance: number;
}

/** An account as it is to be printed: plain data, so that another thread can do it. */
export interface StatementSheet {
  business: string;
  language: Language;
  /** Absent: a statement of account. The dates of another paper are those until which its entries are to be paid. */
  title?: Words;
  /** Whose account it is: a label and a name. */
  holder: { label: Words; name: string };
  /** YYYY-MM-DD. */
  printed_on: string;
  currency: string;
  /** Oldest first. */
  entries: StatementEntry[];
  charged: number;
  paid: number;
  /** Below zero where more was paid than was charged. */
  balance: number;
  /** The code by which the balance is paid. */
  duitnow?: PrintedDuitNowQr | null;
}

const words = {
  title: { en: 'Statement of account', ms: 'Penyata akaun' },
  date: { en: 'Date', ms: 'Tarikh' },
  until: { en: 'Pay by', ms: 'Bayar sebelum' },
  number: { en: 'No.', ms: 'No.' },
  description: { en: 'Description', ms: 'Perihal' },
  charged: { en: 'Charged ({currency})', ms: 'Caj ({currency})' },
  paid: { en: 'Paid ({currency})', ms: 'Dibayar ({currency})' },
  balance: { en: 'Balance ({currency})', ms: 'Baki ({currency})' },
  due: { en: 'Balance due', ms: 'Baki perlu dibayar' },
  credit: { en: 'In credit', ms: 'Lebihan bayaran' },
  total: { en: 'Total', ms: 'Jumlah' },
  nothing: { en: 'Nothing has been charged or paid.', ms: 'Tiada caj atau bayaran.' },
} satisfies Record<string, Words>;

const SMALL: Style = { size: 8.5, colour: colours.ink };

/** Prints a statement of account: what was charged and paid by date, with the balance after each. */
export async function drawStatement(data: StatementSheet, logo: Logo | null = null): Promise<Uint8Array> {
  const { business, language, holder, entries, balance, currency } = data;
  const say = (name: keyof typeof words): string => words[name][language].replace('{currency}', currency);
  const title = (data.title ?? words.title)[language];
  const sheet = new Sheet({
    title,
    author: business,
    language,
    foot: `${business} · ${title} · ${holder.name}`,
    logo,
  });
  sheet.standAtHead((isFirst) => {
    sheet.nextToLogo(() => {
      sheet.paragraph(business, { size: 13, weight: 'bold', colour: colours.ink }, 2);
      sheet.paragraph(title, { size: isFirst ? 17 : 11, weight: 'bold', colour: colours.accent }, 1);
      sheet.paragraph(`${holder.label[language]}: ${holder.name}`, { ...SMALL, weight: 'bold' }, 2);
    });
    if (!isFirst) sheet.y += 6;
  });
  sheet.paragraph(`${say('date')}: ${printedDay(data.printed_on)}`, SMALL, 1);
  sheet.y += 8;
  const amount = (value: number | null): string => (value === null ? '' : printedMoney(value));
  await drawTable(
    sheet,
    [
      { title: data.title ? say('until') : say('date'), align: 'left' },
      { title: say('number'), align: 'left' },
      { title: say('description'), align: 'left' },
      { title: say('charged'), align: 'right' },
      { title: say('paid'), align: 'right' },
      { title: say('balance'), align: 'right' },
    ],
    entries.map((entry) => [
      printedDay(entry.date),
      entry.number,
      entry.description,
      amount(entry.charged),
      amount(entry.paid),
      amount(entry.balance),
    ]),
    [say('total'), '', '', amount(data.charged), amount(data.paid), amount(balance)],
  );
  if (entries.length === 0) {
    sheet.y += 6;
    sheet.paragraph(say('nothing'), { ...SMALL, colour: colours.soft }, 1);
  }
  sheet.y += 8;
  if (sheet.room < 20) sheet.newPage();
  const sum = `${balance < 0 ? say('credit') : say('due')}: ${currency} ${printedMoney(Math.abs(balance))}`;
  sheet.paragraph(sum, { size: 11, weight: 'bold', colour: colours.ink }, 1);
  if (data.duitnow) drawDuitNowQr(sheet, data.duitnow, language);
  return sheet.finish();
}
