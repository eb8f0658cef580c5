import type { PayPage } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { printedInstant, printedMoney } from '../../render/pdf/format.js';
import { escaped, publicPage } from '../page/public-page.js';
import { payCodes } from './pay-codes.js';
import { sayMethod, sayPay, sayRequestStatus } from './pay-words.js';

/** How often a page that waits is read again, in seconds (A-461). */
export const REFRESHED_S = 5;

/** What the link of a payment request shows, for people. @param wrong what was wrong with the choice before; null: nothing */
export function payPage(page: PayPage, language: Language, wrong: string | null): string {
  const { business, document_number, description, amount, status } = page;
  const facts: [label: string, text: string][] = [
    [sayPay('to', language), business],
    [sayPay('number', language), document_number],
    [sayPay('for', language), description],
    ...(status === 'open' ? [[sayPay('until', language), printedInstant(page.expires_at)] as [string, string]] : []),
    ...(page.paid_at ? [[sayPay('paid_at', language), printedInstant(page.paid_at)] as [string, string]] : []),
    ...(page.receipt_number === null ? [] : [[sayPay('receipt', language), page.receipt_number] as [string, string]]),
  ];
  return publicPage(
    language,
    `${sayPay('title', language)} – ${document_number}`,
    `<h1>${sayPay('title', language)}</h1>
<p class="status">RM ${printedMoney(amount)}</p>
<p class="number">${sayRequestStatus(status, language)}</p>
${wrong === null ? '' : `<p class="wrong">${escaped(wrong)}</p>\n`}<dl>${facts
      .map(([label, text]) => `<dt>${label}</dt><dd>${escaped(text)}</dd>`)
      .join('')}</dl>
${waitingPart(page, language)}${choicesPart(page, language)}${bankPart(page, language)}<footer>${sayPay('clock', language)}</footer>`,
  );
}

/** The page of every link that shows nothing, for any reason. */
export const payGonePage = (language: Language): string =>
  publicPage(
    language,
    sayPay('gone', language),
    `<h1>${sayPay('title', language)}</h1>
<p class="status">${sayPay('gone', language)}</p>
<p>${sayPay('gone_why', language)}</p>`,
  );

function waitingPart({ waiting }: PayPage, language: Language): string {
  if (waiting === null) return '';
  const { qr, redirect_url } = waiting;
  const code = qr === null ? '' : `<p>${sayPay('scan', language)}</p>${payCodes.svgOf(qr)}`;
  const link =
    redirect_url === null ? '' : `<p><a href="${escaped(redirect_url)}">${sayPay('go_on', language)}</a></p>`;
  return `<section>${code}${link}<p class="hint">${sayPay('waits', language)}</p></section>\n`;
}

function choicesPart({ methods }: PayPage, language: Language): string {
  if (methods.length === 0) return '';
  const buttons = methods.map(
    (method) => `<button type="submit" name="method" value="${method}">${sayMethod(method, language)}</button>`,
  );
  return `<form method="post" action="?"><h2>${sayPay('choose', language)}</h2>${buttons.join('')}</form>\n`;
}

function bankPart({ duitnow_qr: code, amount }: PayPage, language: Language): string {
  if (code === null) return '';
  const typed = code.amount_included
    ? ''
    : `<p>${sayPay('type_amount', language)} <b>RM ${printedMoney(amount)}</b></p>`;
  return `<section><h2>${sayPay('duitnow', language)}</h2>${typed}${payCodes.svgOf(code.payload)}<p class="hint">${sayPay('told_later', language)}</p></section>\n`;
}
