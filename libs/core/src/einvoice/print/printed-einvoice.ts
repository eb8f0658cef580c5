import type { UblNode } from '../document/nodes.js';
import type { EinvoiceDocument } from '../record/index.js';

/** A party as the text of an e-invoice names it; null: not in it. */
export interface PrintedEinvoiceParty {
  name: string;
  tin: string;
  id_type: string | null;
  id_value: string | null;
  sst_number: string | null;
  phone: string | null;
  email: string | null;
  /** On one line; the state by its code. */
  address: { lines: readonly string[]; postcode: string; city: string; state: string; country: string };
}

export interface PrintedEinvoiceLine {
  description: string;
  /** Code of the classification list. */
  classification: string;
  quantity: number;
  unit_price: number;
  /** Taken off, and added. */
  discount: number;
  charge: number;
  /** Percent. */
  tax_rate: number;
  tax_amount: number;
  /** Without tax. */
  net: number;
}

/** Parts of an e-invoice that its text alone has. */
export interface PrintedEinvoiceText {
  seller: PrintedEinvoiceParty;
  buyer: PrintedEinvoiceParty;
  /** Of a consolidated one: first and last day, YYYY-MM-DD. */
  period: { from: string; to: string } | null;
  lines: readonly PrintedEinvoiceLine[];
}

/** An e-invoice as it is printed: its record, and its text where it has one. Plain data, so that another thread can draw it. */
export interface PrintedEinvoice extends Pick<
  EinvoiceDocument,
  | 'type_code'
  | 'ubl_version'
  | 'number'
  | 'status'
  | 'issued_at'
  | 'uuid'
  | 'validated_at'
  | 'cancelled_at'
  | 'validation_url'
  | 'currency'
  | 'exchange_rate'
  | 'total_excluding_tax'
  | 'tax_amount'
  | 'total_including_tax'
  | 'rounding'
  | 'payable'
> {
  /** Numbers of the documents that a note changes. */
  refers_to: readonly string[];
  is_simulated: boolean;
  /** null where it could not be built, or was erased. */
  text: PrintedEinvoiceText | null;
}

/** @param body the text as it is sent */
export function printedEinvoice(document: EinvoiceDocument, body: string | null): PrintedEinvoice {
  const { type_code, ubl_version, number, status, issued_at, uuid, validated_at, cancelled_at, currency } = document;
  const { exchange_rate, total_excluding_tax, tax_amount, total_including_tax, rounding, payable } = document;
  return {
    ...{ type_code, ubl_version, number, status, issued_at, uuid, validated_at, cancelled_at, currency },
    ...{ exchange_rate, total_excluding_tax, tax_amount, total_including_tax, rounding, payable },
    // The page of one that is cancelled says so, too.
    validation_url: document.validation_url,
    refers_to: document.refers_to.map((one) => one.number),
    is_simulated: document.environment === 'simulator',
    text: body === null ? null : textOf(body),
  };
}

function textOf(body: string): PrintedEinvoiceText {
  const invoice = first(JSON.parse(body) as UblNode, 'Invoice');
  const period = first(invoice, 'InvoicePeriod');
  const [from, to] = [textIn(period, 'StartDate'), textIn(period, 'EndDate')];
  return {
    seller: partyOf(first(first(invoice, 'AccountingSupplierParty'), 'Party')),
    buyer: partyOf(first(first(invoice, 'AccountingCustomerParty'), 'Party')),
    period: from === '' ? null : { from, to },
    lines: all(invoice, 'InvoiceLine').map(lineOf),
  };
}

function partyOf(party: UblNode): PrintedEinvoiceParty {
  const ids = all(party, 'PartyIdentification').map((one): [scheme: string, id: string] => [
    schemeOf(first(one, 'ID')),
    textIn(one, 'ID'),
  ]);
  const idOf = (scheme: string): string | null => {
    const id = ids.find(([of]) => of === scheme)?.[1] ?? '';
    return id === '' || id === 'NA' ? null : id;
  };
  const [id_type = null, id_value = null] = ids.find(([scheme]) => !['TIN', 'SST', 'TTX'].includes(scheme)) ?? [];
  const contact = first(party, 'Contact');
  const address = first(party, 'PostalAddress');
  return {
    name: textIn(first(party, 'PartyLegalEntity'), 'RegistrationName'),
    tin: idOf('TIN') ?? '',
    ...(id_value === 'NA' ? { id_type: null, id_value: null } : { id_type, id_value }),
    sst_number: idOf('SST'),
    phone: known(textIn(contact, 'Telephone')),
    email: known(textIn(contact, 'ElectronicMail')),
    address: {
      lines: all(address, 'AddressLine').flatMap((one) => known(textIn(one, 'Line')) ?? []),
      postcode: textIn(address, 'PostalZone'),
      city: textIn(address, 'CityName'),
      state: textIn(address, 'CountrySubentityCode'),
      country: textIn(first(address, 'Country'), 'IdentificationCode'),
    },
  };
}

function lineOf(line: UblNode): PrintedEinvoiceLine {
  const item = first(line, 'Item');
  const tax = first(line, 'TaxTotal');
  const charged = (isCharge: boolean): number =>
    all(line, 'AllowanceCharge')
      .filter((one) => first(one, 'ChargeIndicator')._ === isCharge)
      .reduce((sum, one) => sum + numberIn(one, 'Amount'), 0);
  return {
    description: textIn(item, 'Description'),
    classification: textIn(first(item, 'CommodityClassification'), 'ItemClassificationCode'),
    quantity: numberIn(line, 'InvoicedQuantity'),
    unit_price: numberIn(first(line, 'Price'), 'PriceAmount'),
    discount: charged(false),
    charge: charged(true),
    tax_rate: numberIn(first(tax, 'TaxSubtotal'), 'Percent'),
    tax_amount: numberIn(tax, 'TaxAmount'),
    net: numberIn(line, 'LineExtensionAmount'),
  };
}

const known = (text: string): string | null => (text === '' || text === 'NA' ? null : text);
const all = (node: UblNode, name: string): UblNode[] => (Array.isArray(node[name]) ? (node[name] as UblNode[]) : []);
const first = (node: UblNode, name: string): UblNode => all(node, name)[0] ?? {};
const textIn = (node: UblNode, name: string): string => {
  const { _ } = first(node, name);
  return typeof _ === 'string' || typeof _ === 'number' ? String(_) : '';
};
const numberIn = (node: UblNode, name: string): number => Number(first(node, name)._ ?? 0);
const schemeOf = ({ schemeID }: UblNode): string => (typeof schemeID === 'string' ? schemeID : '');
