import { codeErrors, currencyErrors, fieldErrors } from './field-check.js';
import { ReceivedDocument } from './received-document.js';
import { signatureErrors } from './signature-check.js';
import { stepError, type StepError } from './step-error.js';
import { structureErrors } from './structure-check.js';
import { sumErrors } from './sum-check.js';

/** Facts about a document from outside of it. */
export interface Validation {
  /** Of the taxpayer that has signed in. */
  tin: string;
  now: Date;
  /** Whether a document with that uuid and number is valid there. */
  isValid: (uuid: string, number: string) => boolean;
}

/** TINs that no taxpayer has in the simulator contain it. */
export const UNKNOWN_TIN = '9999';
/** Identification numbers that are not of their TIN in the simulator end in it. */
export const FOREIGN_ID_END = '404';

/** Whether a TIN and an identification number belong together in the simulator. */
export const isKnownTaxpayer = (tin: string, id: string): boolean =>
  !tin.includes(UNKNOWN_TIN) && !id.endsWith(FOREIGN_ID_END);

/** The document of a text whose structure is right; otherwise what is wrong with it. */
export function received(text: string): ReceivedDocument | StepError[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return [stepError('Structure Validator', 'NO_JSON', '$', 'The document is no JSON', 'Dokumen bukan JSON')];
  }
  const errors = structureErrors(document);
  return errors.length > 0 ? errors : new ReceivedDocument(document as ReceivedDocument['document']);
}

/** The findings of all validators but that of duplicates, which needs the other documents. */
export function validationErrors(document: ReceivedDocument, { tin, now, isValid }: Validation): StepError[] {
  return [
    ...fieldErrors(document, now),
    ...sumErrors(document),
    ...(document.version === '1.1' ? signatureErrors(document, tin) : []),
    ...taxpayerErrors(document, tin),
    ...referenceErrors(document, isValid),
    ...codeErrors(document),
    ...currencyErrors(document),
  ];
}

function taxpayerErrors(document: ReceivedDocument, tin: string): StepError[] {
  const refuse = (path: string): StepError =>
    stepError('Taxpayer Validator', 'UNKNOWN_TAXPAYER', path, `${path} is no taxpayer`, `${path} bukan pembayar cukai`);
  const errors: StepError[] = [];
  if (document.identification('AccountingSupplierParty', 'TIN') !== tin)
    errors.push(refuse('$.Invoice.AccountingSupplierParty'));
  const buyer = document.identification('AccountingCustomerParty', 'TIN');
  const id = document.identification('AccountingCustomerParty', 'NRIC', 'BRN', 'PASSPORT', 'ARMY');
  if (!isKnownTaxpayer(buyer, id)) errors.push(refuse('$.Invoice.AccountingCustomerParty'));
  return errors;
}

/** Notes name valid documents of the taxpayer. */
function referenceErrors(document: ReceivedDocument, isValid: Validation['isValid']): StepError[] {
  if (document.type_code === '01') return [];
  const path = '$.Invoice.BillingReference';
  const refuse = (code: string) =>
    stepError('Referenced Documents Validator', code, path, `${path} is wrong: ${code}`, `${path} salah: ${code}`);
  const references = document.all('BillingReference.InvoiceDocumentReference');
  if (references.length === 0) return [refuse('MISSING')];
  const [uuids, numbers] = ['UUID', 'ID'].map((name) =>
    document.all(`BillingReference.InvoiceDocumentReference.${name}`),
  );
  const areValid = (uuids ?? []).every(({ _ }, i) => isValid(textOf(_), textOf(numbers?.[i]?._)));
  return areValid ? [] : [refuse('NOT_VALID')];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
