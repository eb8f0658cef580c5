import {
  classifications,
  countries,
  currencies,
  eInvoiceTypes,
  generalTins,
  msicActivities,
  paymentModes,
  stateCodes,
  taxTypes,
} from '@usaha/shared/malaysia';
import type { ReceivedDocument } from './received-document.js';
import { stepError, type StepError, type ValidationStep } from './step-error.js';

/** Mandatory texts and how long they may be (SDK, document types; FAQ "field limits"). */
const mandatory: readonly [path: string, most: number][] = [
  ['ID', 50],
  ['AccountingSupplierParty.Party.PartyLegalEntity.RegistrationName', 300],
  ['AccountingSupplierParty.Party.PostalAddress.AddressLine.Line', 150],
  ['AccountingSupplierParty.Party.PostalAddress.CityName', 50],
  ['AccountingSupplierParty.Party.Contact.Telephone', 21],
  ['AccountingCustomerParty.Party.PartyLegalEntity.RegistrationName', 300],
  ['AccountingCustomerParty.Party.PostalAddress.AddressLine.Line', 150],
  ['AccountingCustomerParty.Party.Contact.Telephone', 21],
];
const HOURS = 3_600_000;
/** Documents are issued at most 72 hours before they are submitted. */
const OLDEST_MS = 72 * HOURS;
/** Clocks of sender and service may differ. */
const SKEW_MS = 5 * 60_000;
const ids = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const;

/** Fields, their limits and times. */
export function fieldErrors(received: ReceivedDocument, now: Date): StepError[] {
  const errors: StepError[] = [];
  const add = (code: string, path: string): void => void errors.push(found('Core Fields Validator', code, path));
  for (const [path, most] of mandatory) {
    const text = received.text(path);
    if (text === '') add('MISSING', path);
    else if (text.length > most) add('TOO_LONG', path);
  }
  for (const party of ['AccountingSupplierParty', 'AccountingCustomerParty'] as const)
    for (const schemes of [['TIN'], ids, ['SST']])
      if (received.identification(party, ...schemes) === '') add('MISSING', `${party}.Party.PartyIdentification`);
  const { issued_at } = received;
  if (issued_at === null || !received.text('IssueTime').endsWith('Z')) add('WRONG_FORM', 'IssueTime');
  else if (issued_at.getTime() > now.getTime() + SKEW_MS) add('IN_FUTURE', 'IssueDate');
  else if (issued_at.getTime() < now.getTime() - OLDEST_MS) add('TOO_OLD', 'IssueDate');
  if (received.all('InvoiceLine').length === 0) add('MISSING', 'InvoiceLine');
  if (received.all('InvoiceLine.Item.Description').some(({ _ }) => _ === '' || String(_).length > 300))
    add('WRONG_FORM', 'InvoiceLine.Item.Description');
  return errors;
}

/** Codes of closed lists. Parts of a state may say 17 in a consolidated document or abroad. */
export function codeErrors(received: ReceivedDocument): StepError[] {
  const listed: readonly [path: string, isListed: (code: string) => boolean][] = [
    ['InvoiceTypeCode', (code) => Object.hasOwn(eInvoiceTypes, code)],
    ['DocumentCurrencyCode', (code) => currencies().has(code)],
    ['PaymentMeans.PaymentMeansCode', (code) => Object.hasOwn(paymentModes, code)],
    ['AccountingSupplierParty.Party.IndustryClassificationCode', (code) => msicActivities().has(code)],
    ['AccountingSupplierParty.Party.PostalAddress.Country.IdentificationCode', (code) => countries().has(code)],
    ['AccountingSupplierParty.Party.PostalAddress.CountrySubentityCode', isState],
    ['AccountingCustomerParty.Party.PostalAddress.Country.IdentificationCode', (code) => countries().has(code)],
    ['TaxTotal.TaxSubtotal.TaxCategory.ID', (code) => Object.hasOwn(taxTypes, code)],
    ['InvoiceLine.TaxTotal.TaxSubtotal.TaxCategory.ID', (code) => Object.hasOwn(taxTypes, code)],
  ];
  const errors = listed.flatMap(([path, isListed]) =>
    received.all(path).every(({ _ }) => isListed(String(_))) ? [] : [found('Code Validator', 'UNKNOWN_CODE', path)],
  );
  const classes = received.all('InvoiceLine.Item.CommodityClassification.ItemClassificationCode');
  const unknown = classes
    .filter(({ listID }) => listID === 'CLASS')
    .some(({ _ }) => !Object.hasOwn(classifications, String(_)));
  if (unknown) errors.push(found('Code Validator', 'UNKNOWN_CODE', 'InvoiceLine.Item.CommodityClassification'));
  return [...errors, ...buyerState(received)];
}

const isState = (code: string): boolean => stateCodes.some((one) => one === code);

function buyerState(received: ReceivedDocument): StepError[] {
  const address = 'AccountingCustomerParty.Party.PostalAddress';
  const isHome = received.text(`${address}.Country.IdentificationCode`) === 'MYS';
  const isPublic = received.identification('AccountingCustomerParty', 'TIN') === generalTins.public;
  const state = received.text(`${address}.CountrySubentityCode`);
  if (!isHome || isState(state) || (isPublic && state === '17')) return [];
  return [found('Code Validator', 'UNKNOWN_CODE', `${address}.CountrySubentityCode`)];
}

/** A rate to MYR is there for other currencies, and none for MYR itself. */
export function currencyErrors(received: ReceivedDocument): StepError[] {
  const currency = received.text('DocumentCurrencyCode');
  const amounts = received.all('LegalMonetaryTotal').flatMap((total) => Object.values(total).flat()) as {
    currencyID?: string;
  }[];
  if (amounts.some(({ currencyID }) => currencyID !== currency))
    return [found('Currency Validator', 'OTHER_CURRENCY', 'LegalMonetaryTotal')];
  if (currency === 'MYR' || received.number('TaxExchangeRate.CalculationRate') > 0) return [];
  return [found('Currency Validator', 'NO_RATE', 'TaxExchangeRate')];
}

const found = (step: ValidationStep, code: string, path: string): StepError =>
  stepError(step, code, `$.Invoice.${path}`, `${path}: ${code}`, `${path}: ${code}`);
