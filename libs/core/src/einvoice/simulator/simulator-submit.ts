import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { received, validationErrors } from './document-validation.js';
import { partOf, type ReceivedDocument } from './received-document.js';
import { answered, errorOf, failed, type SimulatorAnswer } from './simulator-answer.js';
import { SimulatorDocument } from './simulator-document.entity.js';
import { SimulatorDocumentRepository } from './simulator-document.repository.js';
import type { SimulatorFault } from './simulator-faults.js';
import { longIdOf, serviceId } from './simulator-ids.js';
import { objectOf } from './simulator-request.js';
import { SimulatorSubmissions } from './simulator-submission.repository.js';
import { stepError, type StepError } from './step-error.js';

/** Limits of the SDK ("Submit Documents"). */
const MOST_DOCUMENTS = 100;
const MOST_BYTES = 5_000_000;
const MOST_DOCUMENT_BYTES = 300_000;
/** The same payload is refused for so long. */
const SAME_PAYLOAD_MS = 10 * 60_000;
/** A document of the same number, type and issuer is a duplicate for so long. */
const SAME_DOCUMENT_MS = 2 * 3_600_000;

/** A document of a submission as it stands in the body. */
interface Sent {
  number: string;
  text: string;
  /** As it was told. */
  hash: string;
}

/** A document that is taken, or what is wrong with it. */
interface Looked {
  sent: Sent;
  document: ReceivedDocument | null;
  errors: StepError[];
}

/** What the submission goes by, beyond its body. */
export interface SubmissionTerms {
  /** Of the taxpayer that has signed in. */
  tin: string;
  polls: number;
  faults: readonly SimulatorFault[];
}

/** The documents of a body, by their numbers: what faults are for. */
export const numbersOf = (body: string): string[] => {
  const { documents } = objectOf(body) ?? {};
  return Array.isArray(documents) ? documents.flatMap((one) => sentOf(one)?.number ?? []) : [];
};

/** Takes submissions as MyInvois does (SDK, "Submit Documents"). */
@Injectable()
export class SimulatorSubmit {
  constructor(
    private readonly submissions: SimulatorSubmissions,
    private readonly documents: SimulatorDocumentRepository,
  ) {}

  async answer(ctx: Context, body: string, terms: SubmissionTerms): Promise<SimulatorAnswer> {
    const sent = sentDocuments(body);
    if (!Array.isArray(sent)) return sent;
    const sha256 = sha256Of(body);
    const before = await this.submissions.receivedAt(ctx, sha256, earlier(ctx, SAME_PAYLOAD_MS));
    if (before !== null) {
      const seconds = Math.ceil((before.getTime() + SAME_PAYLOAD_MS - ctx.now.getTime()) / 1000);
      return failed(422, 'DuplicateSubmission', 'The same payload was submitted before', Math.max(seconds, 1));
    }
    const looked = sent.map((one) => looksAt(one, terms.faults));
    await this.refuseDuplicates(ctx, looked, terms.tin);
    const taken = looked.filter(({ errors }) => errors.length === 0);
    const uid = serviceId();
    const documents = await this.documentsOf(ctx, taken, uid, terms);
    if (documents.length > 0) {
      this.submissions.add(ctx, { uid, sha256, polls_left: terms.polls });
      this.documents.add(ctx, documents);
    }
    return answered(202, {
      submissionUID: documents.length > 0 ? uid : null,
      acceptedDocuments: documents.map(({ uuid, number }) => ({ uuid, invoiceCodeNumber: number })),
      rejectedDocuments: looked
        .filter(({ errors }) => errors.length > 0)
        .map(({ sent: { number }, errors }) => ({ invoiceCodeNumber: number, error: errorOf(errors) })),
    });
  }

  /** Also of two in one submission, the second is a duplicate. */
  private async refuseDuplicates(ctx: Context, looked: readonly Looked[], tin: string): Promise<void> {
    const numbers = looked.map(({ sent: { number } }) => number);
    const recent = await this.documents.recentOf(ctx, numbers, earlier(ctx, SAME_DOCUMENT_MS));
    const keyOf = (type: string, number: string): string => `${type} ${number}`;
    const there = new Set(
      recent.flatMap(({ supplier_tin, type_code, number }) => (supplier_tin === tin ? [keyOf(type_code, number)] : [])),
    );
    for (const { sent, document, errors } of looked) {
      if (document === null || errors.length > 0) continue;
      const key = keyOf(document.type_code, sent.number);
      if (there.has(key)) errors.push(rejected('Duplicate Document Validator', 'DS302', 'It was submitted before'));
      there.add(key);
    }
  }

  private async documentsOf(
    ctx: Context,
    taken: readonly Looked[],
    submission_uid: string,
    { tin, faults }: SubmissionTerms,
  ): Promise<SimulatorDocument[]> {
    const read = taken.flatMap(({ sent, document }) => (document ? [{ sent, document }] : []));
    const references = read.map(({ document }) => referencesOf(document));
    const valid = await this.documents.validOf(ctx, references.flat());
    const isValid = (uuid: string, number: string): boolean =>
      valid.some((one) => one.uuid === uuid && one.number === number);
    return read.map(({ sent, document }, i) => {
      const errors = validationErrors(document, { tin, now: ctx.now, isValid });
      const fault = faultOf(faults, 'invalid', sent.number);
      if (fault) errors.push(rejected('Core Fields Validator', fault.code ?? 'SIMULATED', 'It was to be invalid'));
      return Object.assign(new SimulatorDocument(), {
        uuid: serviceId(),
        long_id: longIdOf(ctx.tenant_id),
        submission_uid,
        number: sent.number,
        refers_to: references[i] ?? [],
        outcome: errors.length > 0 ? 'invalid' : 'valid',
        sha256: sha256Of(sent.text),
        errors,
        ...factsOf(document),
      } satisfies Partial<SimulatorDocument>);
    });
  }
}

/** The documents of a body, or the answer to one that is no submission. */
function sentDocuments(body: string): Sent[] | SimulatorAnswer {
  if (Buffer.byteLength(body) > MOST_BYTES) return tooLarge();
  const { documents } = objectOf(body) ?? {};
  if (!Array.isArray(documents) || documents.length === 0)
    return failed(400, 'BadStructure', 'documents must be a list of at least one document');
  if (documents.length > MOST_DOCUMENTS) return tooLarge();
  const sent = documents.map(sentOf);
  if (sent.some((one) => one !== null && Buffer.byteLength(one.text) > MOST_DOCUMENT_BYTES)) return tooLarge();
  return sent.every((one) => one !== null)
    ? sent
    : failed(400, 'BadStructure', 'A document has format, document, documentHash and codeNumber');
}

const tooLarge = (): SimulatorAnswer =>
  failed(400, 'MaximumSizeExceeded', 'A submission has at most 100 documents and 5 MB, a document 300 KB');

function sentOf(told: unknown): Sent | null {
  const { format, document, documentHash, codeNumber } = (told ?? {}) as Record<string, unknown>;
  if (format !== 'JSON' || typeof document !== 'string') return null;
  if (typeof documentHash !== 'string' || typeof codeNumber !== 'string') return null;
  return { number: codeNumber, text: Buffer.from(document, 'base64').toString(), hash: documentHash };
}

/** A document is taken once its structure, its hash, and its number are right. */
function looksAt(sent: Sent, faults: readonly SimulatorFault[]): Looked {
  const read = received(sent.text);
  if (Array.isArray(read)) return { sent, document: null, errors: read };
  const errors: StepError[] = [];
  if (sha256Of(sent.text) !== sent.hash.toLowerCase())
    errors.push(rejected('Structure Validator', 'WRONG_HASH', 'documentHash is not that of the document'));
  if (read.code_number !== sent.number)
    errors.push(rejected('Structure Validator', 'WRONG_NUMBER', 'codeNumber is not that of the document'));
  const fault = faultOf(faults, 'reject', sent.number);
  if (fault) errors.push(rejected('Structure Validator', fault.code ?? 'SIMULATED', 'It was to be rejected'));
  return { sent, document: read, errors };
}

const faultOf = (faults: readonly SimulatorFault[], kind: 'reject' | 'invalid', number: string) =>
  faults.find((one) => one.fault === kind && (one.number === null || one.number === number));

const rejected = (step: StepError['step'], code: string, why: string): StepError =>
  stepError(step, code, '$.Invoice', why, why);

const referencesOf = (document: ReceivedDocument): string[] =>
  document
    .all('BillingReference.InvoiceDocumentReference')
    .map((one) => partOf(one).text('UUID'))
    .filter((uuid) => uuid !== '');

function factsOf(document: ReceivedDocument) {
  const total = document.number('LegalMonetaryTotal.PayableAmount');
  const isForeign = document.text('DocumentCurrencyCode') !== 'MYR';
  const rate = isForeign ? document.number('TaxExchangeRate.CalculationRate') : 1;
  return {
    type_code: document.type_code,
    document_version: document.version,
    total,
    total_myr: Math.round(total * rate * 100) / 100,
    supplier_tin: document.identification('AccountingSupplierParty', 'TIN'),
    buyer_tin: document.identification('AccountingCustomerParty', 'TIN'),
    issued_at: document.issued_at,
  };
}

const earlier = ({ now }: Context, ms: number): Date => new Date(now.getTime() - ms);
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
