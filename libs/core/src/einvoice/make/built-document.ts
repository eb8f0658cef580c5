import { X509Certificate, createPrivateKey } from 'node:crypto';
import {
  checkContent,
  totalsOf,
  ublOf,
  type DocumentBuyer,
  type EinvoiceContent,
  type LocalError,
  type UblDocument,
} from '../document/index.js';
import { checkMessages } from '../document/check.messages.js';
import type { EinvoiceSettings } from '../einvoice-settings.entity.js';
import type { ShownEinvoiceSettings } from '../einvoice-settings.service.js';
import {
  keptErrors,
  typeCodes,
  type BuiltEinvoice,
  type EinvoiceKind,
  type EinvoiceReference,
} from '../record/index.js';
import { signed } from '../signature/signature.js';
import type { SourceDocument } from '../source/index.js';
import { paymentModeOf } from './payment-mode.js';
import { contentLines } from './source-lines.js';

/** All that a document is built from. */
export interface Ingredients {
  kind: EinvoiceKind;
  number: string;
  source: SourceDocument;
  settings: ShownEinvoiceSettings;
  /** null: none is known, and the document is blocked. */
  buyer: DocumentBuyer | null;
  /** MYR for one unit of the currency. */
  exchange_rate: number | null;
  refers_to: readonly EinvoiceReference[];
  now: Date;
}

/** What building comes to; without text where something is in the way, or the original of a note is not valid yet. */
export interface Building {
  built: BuiltEinvoice;
  text: string | null;
}

/** Builds a document of a document of an industry, checks it, and signs it where the business has a certificate. */
export function build(told: Ingredients): Building {
  const { settings, source, buyer, exchange_rate, refers_to } = told;
  const lines = contentLines(source, settings.record, settings.seller.sst_number !== null);
  const { rounding, currency } = source;
  const same = {
    ...{ ubl_version: settings.version, currency, exchange_rate: currency === 'MYR' ? null : exchange_rate, buyer },
    totals: totalsOf({ lines, rounding }),
  };
  const refuse = (errors: LocalError[]): Building => ({ built: { ...same, errors: keptErrors(errors) }, text: null });
  if (buyer === null) return refuse([buyerRequired()]);
  if (refers_to.some(({ uuid }) => uuid === null)) return refuse([]);
  const content: EinvoiceContent = {
    ...{ type_code: typeCodes[told.kind], version: settings.version, number: told.number, issued_at: told.now },
    ...{ currency, exchange_rate: same.exchange_rate, period: null, buyer, lines, rounding },
    refers_to: refers_to.map(({ number, uuid }) => ({ number, uuid: uuid ?? '' })),
    seller: settings.seller,
    payment_mode: paymentModeOf(source.payment_method),
  };
  return buildContent(content, settings, told.now);
}

/** Writes the text of a document whose content is complete, checks it, and signs it where the business has a certificate. */
export function buildContent(content: EinvoiceContent, settings: ShownEinvoiceSettings, now: Date): Building {
  const { currency, exchange_rate, buyer, version: ubl_version } = content;
  const same = { ubl_version, currency, exchange_rate, buyer, totals: totalsOf(content) };
  const text = textOf(ublOf(content), settings.record, ubl_version, now);
  const errors = [...certificateErrors(settings), ...checkContent(content, Buffer.byteLength(text))];
  return errors.length > 0
    ? { built: { ...same, errors: keptErrors(errors) }, text: null }
    : { built: { ...same, errors: [] }, text };
}

/** The same document with another time of issue, and another signature where it has one. */
export function redated(text: string, settings: ShownEinvoiceSettings, now: Date): string {
  const { Invoice, ...namespaces } = JSON.parse(text) as UblDocument;
  const { UBLExtensions: _, Signature: __, ...unsigned } = Invoice[0];
  const [date, time] = now.toISOString().split('T') as [string, string];
  const dated = { ...unsigned, IssueDate: [{ _: date }], IssueTime: [{ _: `${time.slice(0, 8)}Z` }] };
  const document = { ...namespaces, Invoice: [dated] } as UblDocument;
  const version = _ === undefined ? '1.0' : '1.1';
  return textOf(document, settings.record, version, now);
}

function textOf(
  document: UblDocument,
  { certificate, private_key, issuer_name_order: order }: EinvoiceSettings,
  version: '1.0' | '1.1',
  now: Date,
): string {
  if (version === '1.0' || certificate === null || private_key === null) return JSON.stringify(document);
  const signer = { certificate: new X509Certificate(certificate), key: createPrivateKey(private_key), order };
  return JSON.stringify(signed(document, signer, now));
}

const buyerRequired = (): LocalError => ({
  code: 'BUYER_REQUIRED',
  path: 'buyer',
  message: checkMessages.missing({ path: 'buyer' }),
  source: 'local',
});

/** A certificate that no longer signs is in the way of documents that are signed. */
const certificateErrors = ({ problems, version }: ShownEinvoiceSettings): LocalError[] =>
  version === '1.0'
    ? []
    : problems
        .filter(({ code }) => code === 'CERTIFICATE_EXPIRED' || code === 'CERTIFICATE_OF_ANOTHER')
        .map(({ field, message }) => ({
          code: 'SELLER_INCOMPLETE',
          path: `seller.${field}`,
          message,
          source: 'local',
        }));
