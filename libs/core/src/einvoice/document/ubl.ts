import { UNIT_ONE } from '@usaha/shared/malaysia';
import type { ContentLine, EinvoiceContent, LineTax } from './content.js';
import { amount, value, type UblNode } from './nodes.js';
import { taxTotal, totalsOf } from './totals.js';
import { customerParty, supplierParty } from './ubl-party.js';

/** A document in UBL's JSON: namespaces, and one Invoice, of each type. */
export interface UblDocument {
  _D: string;
  _A: string;
  _B: string;
  Invoice: [UblNode];
}

const namespace = (name: string): string => `urn:oasis:names:specification:ubl:schema:xsd:${name}-2`;

/**
 * A document in UBL 2.1's JSON as MyInvois takes it, unsigned (A-519). The order of its members is that of the SDK's samples; the text
 * that is sent is one JSON.stringify of it.
 */
export function ublOf(content: EinvoiceContent): UblDocument {
  return {
    _D: namespace('Invoice'),
    _A: namespace('CommonAggregateComponents'),
    _B: namespace('CommonBasicComponents'),
    Invoice: [invoiceOf(content)],
  };
}

function invoiceOf(content: EinvoiceContent): UblNode {
  const { type_code, version, number, issued_at, currency, buyer, lines } = content;
  const [date, time] = issued_at.toISOString().split('T') as [string, string];
  return {
    ID: value(number),
    IssueDate: value(date),
    IssueTime: value(`${time.slice(0, 8)}Z`),
    InvoiceTypeCode: value(type_code, { listVersionID: version }),
    DocumentCurrencyCode: value(currency),
    TaxCurrencyCode: value('MYR'),
    ...periodOf(content),
    ...referencesOf(content),
    AccountingSupplierParty: supplierParty(content),
    AccountingCustomerParty: customerParty(buyer),
    ...paymentOf(content),
    ...exchangeOf(content),
    ...totalOf(content),
    InvoiceLine: lines.map((line, i) => ublLine(line, i, currency)),
  };
}

const periodOf = ({ period }: EinvoiceContent): UblNode =>
  period === null
    ? {}
    : { InvoicePeriod: [{ StartDate: value(period.from), EndDate: value(period.to), Description: value('Monthly') }] };

const referencesOf = ({ refers_to }: EinvoiceContent): UblNode =>
  refers_to.length === 0
    ? {}
    : {
        BillingReference: refers_to.map(({ number, uuid }) => ({
          InvoiceDocumentReference: [{ ID: value(number), UUID: value(uuid) }],
        })),
      };

const paymentOf = ({ payment_mode }: EinvoiceContent): UblNode =>
  payment_mode === null ? {} : { PaymentMeans: [{ PaymentMeansCode: value(payment_mode) }] };

const exchangeOf = ({ currency, exchange_rate }: EinvoiceContent): UblNode =>
  exchange_rate === null
    ? {}
    : {
        TaxExchangeRate: [
          {
            SourceCurrencyCode: value(currency),
            TargetCurrencyCode: value('MYR'),
            CalculationRate: value(exchange_rate),
          },
        ],
      };

function totalOf(content: EinvoiceContent): UblNode {
  const { currency } = content;
  const { excluding_tax, tax_amount, including_tax, rounding, payable, by_type } = totalsOf(content);
  return {
    TaxTotal: [
      {
        TaxAmount: amount(tax_amount, currency),
        TaxSubtotal: by_type.map(({ type, taxable, amount: tax }) => ({
          TaxableAmount: amount(taxable, currency),
          TaxAmount: amount(tax, currency),
          TaxCategory: taxCategory(type),
        })),
      },
    ],
    LegalMonetaryTotal: [
      {
        LineExtensionAmount: amount(excluding_tax, currency),
        TaxExclusiveAmount: amount(excluding_tax, currency),
        TaxInclusiveAmount: amount(including_tax, currency),
        ...(rounding === 0 ? {} : { PayableRoundingAmount: amount(rounding, currency) }),
        PayableAmount: amount(payable, currency),
      },
    ],
  };
}

function ublLine(line: ContentLine, at: number, currency: string): UblNode {
  const { description, classification, quantity, price, extension, net, taxes } = line;
  const charges = chargesOf(line, currency);
  return {
    ID: value(String(at + 1).padStart(3, '0')),
    InvoicedQuantity: [{ _: quantity, unitCode: UNIT_ONE }],
    LineExtensionAmount: amount(net, currency),
    ...(charges.length === 0 ? {} : { AllowanceCharge: charges }),
    TaxTotal: [
      { TaxAmount: amount(taxTotal(taxes), currency), TaxSubtotal: taxes.map((tax) => lineTax(tax, currency)) },
    ],
    Item: [
      {
        CommodityClassification: [{ ItemClassificationCode: value(classification, { listID: 'CLASS' }) }],
        Description: value(description),
      },
    ],
    Price: [{ PriceAmount: amount(price, currency) }],
    ItemPriceExtension: [{ Amount: amount(extension, currency) }],
  };
}

/** A discount takes off, and what a seller without SST charged as tax adds to it. */
function chargesOf({ discount, charge }: ContentLine, currency: string): UblNode[] {
  const told = [
    { isCharge: false, reason: 'Discount', of: discount },
    { isCharge: true, reason: 'Additional charge', of: charge },
  ];
  return told
    .filter(({ of }) => of !== 0)
    .map(({ isCharge, reason, of }) => ({
      ChargeIndicator: value(isCharge),
      AllowanceChargeReason: value(reason),
      Amount: amount(of, currency),
    }));
}

const lineTax = ({ type, rate, taxable, amount: tax }: LineTax, currency: string): UblNode => ({
  TaxableAmount: amount(taxable, currency),
  TaxAmount: amount(tax, currency),
  Percent: value(rate),
  TaxCategory: taxCategory(type),
});

const taxCategory = (type: string): UblNode[] => [
  { ID: value(type), TaxScheme: [{ ID: value('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }] },
];
