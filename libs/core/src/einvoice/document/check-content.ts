import { money } from '@usaha/shared';
import {
  STATE_NOT_APPLICABLE,
  classifications,
  countries,
  currencies,
  msicActivities,
  paymentModes,
  stateCodes,
  taxTypes,
} from '@usaha/shared/malaysia';
import { HOME } from '../party-fields.js';
import { checkMessages as messages } from './check.messages.js';
import type { ContentLine, DocumentAddress, EinvoiceContent } from './content.js';
import { Findings, type LocalError, type LocalErrorCode } from './field-checks.js';
import { taxTotal } from './totals.js';
import { NONE } from './ubl-party.js';

/** Bytes of a document; the service refuses more than 300 KB. */
export const MOST_BYTES = 300_000;
/** Longest texts (SDK, FAQ "field limits"; enforced since 15 August 2026). */
const most = {
  number: 50,
  name: 300,
  activity: 300,
  description: 300,
  email: 320,
  phone: 21,
  line: 150,
  city: 50,
  postcode: 50,
  state: 50,
  sst: 35,
  ttx: 17,
  tin: 14,
  id: 20,
} as const;

const TIN = /^[A-Z]{1,2}\d{4,13}$/;
const PHONE = /^\+?\d{8,20}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const SST = /^[A-Za-z0-9-]+(?:;[A-Za-z0-9-]+)?$/;
const TTX = /^[A-Za-z0-9-]+$/;
const isOwn = (table: object) => (code: string) => Object.hasOwn(table, code);

/**
 * What MyInvois would refuse of a document, found before it is sent: fields, their limits, lists and sums.
 * @param bytes of the text that would be sent
 */
export function checkContent(content: EinvoiceContent, bytes: number): LocalError[] {
  const findings = new Findings();
  checkHead(findings, content);
  checkSeller(findings, content);
  checkBuyer(findings, content);
  content.lines.forEach((line, i) => checkLine(findings, line, `lines.${i}`));
  if (content.lines.length === 0) findings.add('CODE_UNKNOWN', 'lines', messages.missing({ path: 'lines' }));
  if (bytes > MOST_BYTES) findings.add('TOO_LARGE', '', messages.tooLarge({ most: MOST_BYTES }));
  return findings.errors;
}

function checkHead(findings: Findings, content: EinvoiceContent): void {
  const { number, currency, exchange_rate, type_code, refers_to, payment_mode } = content;
  findings.text('TOO_LARGE', 'number', number, most.number);
  findings.listed('currency', currency, (code) => currencies().has(code));
  if (payment_mode !== null) findings.listed('payment_mode', payment_mode, isOwn(paymentModes));
  if (currency !== 'MYR' && !((exchange_rate ?? 0) > 0))
    findings.add('EXCHANGE_RATE_REQUIRED', 'exchange_rate', messages.noExchangeRate());
  const isNote = type_code !== '01';
  if (isNote && (refers_to.length === 0 || refers_to.some(({ uuid }) => uuid === '')))
    findings.add('ORIGINAL_INVALID', 'refers_to', messages.noOriginal());
}

function checkSeller(findings: Findings, { seller }: EinvoiceContent): void {
  const code = 'SELLER_INCOMPLETE';
  findings.text(code, 'seller.name', seller.name, most.name);
  findings.text(code, 'seller.tin', seller.tin, most.tin, TIN);
  findings.text(code, 'seller.id_value', seller.id_value, most.id);
  findings.optional(code, 'seller.sst_number', seller.sst_number, most.sst, SST);
  findings.optional(code, 'seller.ttx_number', seller.ttx_number, most.ttx, TTX);
  findings.optional(code, 'seller.email', seller.email, most.email, EMAIL);
  findings.text(code, 'seller.phone', seller.phone, most.phone, PHONE);
  findings.text(code, 'seller.activity', seller.activity, most.activity);
  if (seller.msic_code === null) findings.text(code, 'seller.msic_code', null, 5);
  else findings.listed('seller.msic_code', seller.msic_code, (one) => msicActivities().has(one));
  const { line1, country } = seller.address;
  checkAddress(findings, code, 'seller.address', { ...seller.address, line1: line1 ?? '', country: country ?? '' });
}

function checkBuyer(findings: Findings, { buyer, period }: EinvoiceContent): void {
  const code = 'BUYER_INCOMPLETE';
  findings.text(code, 'buyer.name', buyer.name, most.name);
  findings.text(code, 'buyer.tin', buyer.tin, most.tin, TIN);
  findings.text(code, 'buyer.id_value', buyer.id_value, most.id);
  findings.optional(code, 'buyer.sst_number', buyer.sst_number, most.sst, SST);
  findings.optional(code, 'buyer.email', buyer.email, most.email, EMAIL);
  // The general public of a consolidated document has neither telephone nor address.
  if (period !== null && buyer.phone === NONE && buyer.address.line1 === NONE) return;
  findings.text(code, 'buyer.phone', buyer.phone, most.phone, PHONE);
  checkAddress(findings, code, 'buyer.address', buyer.address);
}

function checkAddress(findings: Findings, code: LocalErrorCode, path: string, address: DocumentAddress): void {
  const { line1, line2, line3, city, postcode, state, country } = address;
  findings.text(code, `${path}.line1`, line1, most.line);
  findings.optional(code, `${path}.line2`, line2, most.line);
  findings.optional(code, `${path}.line3`, line3, most.line);
  findings.text(code, `${path}.city`, city, most.city);
  findings.listed(`${path}.country`, country, (one) => countries().has(one));
  const isHome = country === HOME;
  findings.optional(code, `${path}.postcode`, postcode, most.postcode, isHome ? /^\d{5}$/ : undefined);
  if (isHome) findings.listed(`${path}.state`, state, isState);
  else findings.text(code, `${path}.state`, state, most.state);
}

const isState = (code: string): boolean => code !== STATE_NOT_APPLICABLE && stateCodes.some((one) => one === code);

function checkLine(findings: Findings, line: ContentLine, path: string): void {
  findings.text('TOO_LARGE', `${path}.description`, line.description, most.description);
  findings.listed(`${path}.classification`, line.classification, isOwn(classifications));
  line.taxes.forEach(({ type }, i) => findings.listed(`${path}.taxes.${i}.type`, type, isOwn(taxTypes)));
  const sums: [name: string, isRight: boolean][] = [
    ['extension', money.times(line.price, line.quantity) === line.extension],
    ['net', money.add(line.extension, -line.discount, line.charge) === line.net],
    ['discount', line.discount >= 0 && line.charge >= 0],
    ['taxes', money.add(...line.taxes.map(({ taxable }) => taxable)) === line.net && taxTotal(line.taxes) >= 0],
  ];
  for (const [name, isRight] of sums)
    if (!isRight) findings.add('SUMS_DIFFER', `${path}.${name}`, messages.sumsDiffer({ path: `${path}.${name}` }));
}
