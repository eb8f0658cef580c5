import { idTypes, type EinvoiceRequestPage } from '@usaha/core';
import { malaysianDay, type Language } from '@usaha/shared';
import { countries, stateCodes, states } from '@usaha/shared/malaysia';
import { printed, printedMoney } from '../../render/pdf/format.js';
import { escaped, publicPage } from '../page/public-page.js';
import { sayEinvoice, sayField, sayKind, sayState, type PageField } from './einvoice-words.js';

/** Why a request was refused, in the language of the page. */
export interface Refused {
  code: string;
  message: string;
  errors?: readonly { field: string; message: string }[];
}

interface Input {
  name: PageField;
  /** What browsers fill in (HTML, autofill). */
  autocomplete: string;
  type?: 'text' | 'email' | 'tel';
  most: number;
  required?: boolean;
  /** The choices of a list: their values and names. */
  options?: (language: Language) => readonly [value: string, name: string][];
}

const inputs: readonly Input[] = [
  { name: 'name', autocomplete: 'name', most: 300, required: true },
  { name: 'email', autocomplete: 'email', type: 'email', most: 254, required: true },
  { name: 'phone', autocomplete: 'tel', type: 'tel', most: 40, required: true },
  { name: 'tin', autocomplete: 'off', most: 40 },
  {
    name: 'id_type',
    autocomplete: 'off',
    most: 0,
    options: (language) => [
      ['', sayEinvoice('none', language)],
      ...idTypes.map((kind): [string, string] => [kind, sayKind(kind, language)]),
    ],
  },
  { name: 'id_value', autocomplete: 'off', most: 40 },
  { name: 'sst_number', autocomplete: 'off', most: 60 },
  { name: 'line1', autocomplete: 'address-line1', most: 150, required: true },
  { name: 'line2', autocomplete: 'address-line2', most: 150 },
  { name: 'line3', autocomplete: 'address-line3', most: 150 },
  { name: 'postcode', autocomplete: 'postal-code', most: 50 },
  { name: 'city', autocomplete: 'address-level2', most: 50, required: true },
  {
    name: 'state',
    autocomplete: 'off',
    most: 0,
    options: (language) => [
      ['', sayEinvoice('abroad', language)],
      ...stateCodes.map((code): [string, string] => [code, states[code]]),
    ],
  },
  {
    name: 'country',
    autocomplete: 'country-name',
    most: 0,
    options: () => [...countries()].map(([code, name]): [string, string] => [code, name]),
  },
];
const chosen: Partial<Record<PageField, string>> = { country: 'MYS', state: '14' };

/** What the link of a document shows its buyer. Nothing that was entered is in it. @param refused what was wrong before; null: nothing */
export function einvoicePage(page: EinvoiceRequestPage, language: Language, refused: Refused | null): string {
  const { business, number, date, total, currency, state, until } = page;
  const facts: [label: string, text: string][] = [
    [sayEinvoice('from', language), business],
    [sayEinvoice('number', language), number],
    [sayEinvoice('date', language), printed('day', date)],
    ...(state === 'open'
      ? [
          [sayEinvoice('until', language), printed('day', malaysianDay(new Date(until.getTime() - 1)))] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  const wrong = refused && `${refused.message}. ${state === 'open' ? sayEinvoice('again', language) : ''}`;
  return publicPage(
    language,
    `${sayEinvoice('title', language)} – ${number}`,
    `<h1>${sayEinvoice('title', language)}</h1>
<p class="status">${currency === 'MYR' ? 'RM' : escaped(currency)} ${printedMoney(total)}</p>
<p class="number" role="status">${sayState(state, language)}</p>
${wrong === null ? '' : `<p class="wrong" role="alert">${escaped(wrong)}</p>\n`}<dl>${facts
      .map(([label, text]) => `<dt>${label}</dt><dd>${escaped(text)}</dd>`)
      .join('')}</dl>
${state === 'open' ? formOf(language, refused) : ''}<footer>${sayEinvoice('clock', language)}</footer>`,
  );
}

/** The page of every link that shows nothing, for any reason. */
export const einvoiceGonePage = (language: Language): string =>
  publicPage(
    language,
    sayEinvoice('gone', language),
    `<h1>${sayEinvoice('title', language)}</h1>
<p class="status">${sayEinvoice('gone', language)}</p>
<p>${sayEinvoice('gone_why', language)}</p>`,
  );

function formOf(language: Language, refused: Refused | null): string {
  const errors = new Map((refused?.errors ?? []).map(({ field, message }) => [field, message]));
  const rows = inputs.map((input) => rowOf(input, language, errors.get(input.name)));
  return `<form method="post" action="?"><h2>${sayEinvoice('ask', language)}</h2>
<p class="hint">${sayEinvoice('hint', language)}</p>
${rows.join('\n')}
<button type="submit">${sayEinvoice('ask', language)}</button></form>\n`;
}

function rowOf(input: Input, language: Language, error: string | undefined): string {
  const { name, autocomplete, type = 'text', most, required = false, options } = input;
  const isOptional = !required && !options;
  const label = `${sayField(name, language)}${isOptional ? ` (${sayEinvoice('optional', language)})` : ''}`;
  const described = error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`;
  const common = `id="${name}" name="${name}" autocomplete="${autocomplete}"${described}`;
  const control = options
    ? `<select ${common}>${options(language)
        .map(
          ([value, said]) =>
            `<option value="${value}"${chosen[name] === value ? ' selected' : ''}>${escaped(said)}</option>`,
        )
        .join('')}</select>`
    : `<input type="${type}" ${common} maxlength="${most}"${required ? ' required' : ''}>`;
  const wrong = error === undefined ? '' : `<p class="error" id="${name}-error">${escaped(error)}</p>`;
  return `<label for="${name}">${label}</label>${control}${wrong}`;
}
