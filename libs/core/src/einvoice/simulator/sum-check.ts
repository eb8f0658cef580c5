import { toSen } from '@usaha/shared';
import { ReceivedDocument, partOf } from './received-document.js';
import { stepError, type StepError } from './step-error.js';

/**
 * Whether the sums of a document are those of the SDK's mathematical mappings, in whole sen. It is written apart from the code that
 * makes documents.
 */
export function sumErrors(received: ReceivedDocument): StepError[] {
  const errors: StepError[] = [];
  const equal = (path: string, told: bigint, computed: bigint): void => {
    if (told !== computed) errors.push(differs(path));
  };
  const lines = received.all('InvoiceLine').map(partOf);
  lines.forEach((line, i) => {
    const path = `$.Invoice.InvoiceLine[${i}]`;
    const extension = sen(line, 'ItemPriceExtension.Amount');
    const quantity = BigInt(Math.round(line.number('InvoicedQuantity') * SCALE));
    equal(`${path}.ItemPriceExtension`, extension * BigInt(SCALE), sen(line, 'Price.PriceAmount') * quantity);
    equal(`${path}.LineExtensionAmount`, sen(line, 'LineExtensionAmount'), extension + chargesOf(line));
    equal(`${path}.TaxTotal`, sen(line, 'TaxTotal.TaxAmount'), all(line, 'TaxTotal.TaxSubtotal.TaxAmount'));
  });
  const total = (name: string): bigint => sen(received, `LegalMonetaryTotal.${name}`);
  const [net, taxes] = ['LineExtensionAmount', 'TaxTotal.TaxAmount'].map((path) =>
    sum(lines.map((line) => sen(line, path))),
  );
  const tax = sen(received, 'TaxTotal.TaxAmount');
  if (received.all('LegalMonetaryTotal.LineExtensionAmount').length > 0)
    equal('$.Invoice.LegalMonetaryTotal.LineExtensionAmount', total('LineExtensionAmount'), net ?? 0n);
  equal(
    '$.Invoice.LegalMonetaryTotal.TaxExclusiveAmount',
    total('TaxExclusiveAmount'),
    (net ?? 0n) + chargesOf(received),
  );
  equal('$.Invoice.TaxTotal.TaxAmount', tax, taxes ?? 0n);
  equal('$.Invoice.TaxTotal.TaxSubtotal', tax, all(received, 'TaxTotal.TaxSubtotal.TaxAmount'));
  equal(
    '$.Invoice.LegalMonetaryTotal.TaxInclusiveAmount',
    total('TaxInclusiveAmount'),
    total('TaxExclusiveAmount') + tax,
  );
  const paid = sen(received, 'PrepaidPayment.PaidAmount');
  const payable = total('TaxInclusiveAmount') - paid + total('PayableRoundingAmount');
  equal('$.Invoice.LegalMonetaryTotal.PayableAmount', total('PayableAmount'), payable);
  return errors;
}

/** Quantities have at most five decimals. */
const SCALE = 100_000;
const sen = (of: ReceivedDocument, path: string): bigint => toSen(of.number(path));
const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);
const all = (of: ReceivedDocument, path: string): bigint =>
  sum(of.all(path).map(({ _ }) => (typeof _ === 'number' ? toSen(_) : 0n)));

/** Charges less allowances of a line, or of the whole. */
const chargesOf = (of: ReceivedDocument): bigint =>
  sum(
    of
      .all('AllowanceCharge')
      .map(partOf)
      .map((one) => (one.all('ChargeIndicator')[0]?._ === true ? sen(one, 'Amount') : -sen(one, 'Amount'))),
  );

const differs = (path: string): StepError =>
  stepError('Core Fields Validator', 'WRONG_SUM', path, `${path} is not the sum`, `${path} bukan jumlahnya`);
