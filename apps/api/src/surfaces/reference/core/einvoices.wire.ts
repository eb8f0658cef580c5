import {
  EinvoiceDocument,
  EinvoiceText,
  einvoiceKinds,
  einvoiceStatuses,
  einvoiceVersions,
  environments,
  moduleKeys,
  sourceKinds,
  type SourceRef,
} from '@usaha/core';
import { includesRole, type Actor, type Language } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless } from '../../../wire/masked.js';
import { param } from '../../../wire/param.js';
import { sentence } from '../../../wire/sentence.js';
import { viewFor, viewOf } from '../../../wire/view.js';
import { RecordList } from '../reference.js';
import { EinvoiceBuyerBody } from './einvoice-buyers.wire.js';
import { PartyAddressView, idTypeChoices } from './einvoice-settings.wire.js';

const statusChoices = choices('EinvoiceStatus', einvoiceStatuses);
const kindChoices = choices('EinvoiceKind', einvoiceKinds);
const moduleChoices = choices('ModuleKey', moduleKeys);
const sourceKindChoices = choices('EinvoiceSourceKind', sourceKinds);
const environmentChoices = choices('EinvoiceEnvironment', environments);
const versionChoices = choices('EinvoiceVersion', einvoiceVersions);
const sides = choices('EinvoiceErrorSource', ['local', 'service']);
const UUID = 'F9D425P6DS7D8IU';

@field.record('A document of an industry that an e-invoice is made of')
class EinvoiceSourceBody {
  @field.choice('Industry', moduleChoices) module!: SourceRef['module'];
  @field.choice('Kind of document; refunds and credit notes come with what they change', sourceKindChoices)
  kind!: SourceRef['kind'];
  @field.reference('Id of the document; of a freight invoice the id of the invoice') id!: string;
}

/** What names a buyer. */
class BuyerOfEinvoiceBody {
  @field.nested('Buyer; default: that of the person or sender of the document', EinvoiceBuyerBody, {
    optional: true,
    example: null,
  })
  buyer?: EinvoiceBuyerBody | null;
  @field.reference('Id of a buyer, in place of `buyer`', undefined, { optional: true }) buyer_id?: string | null;
  @field.number('MYR for one unit of the document’s currency', null, { optional: true, min: 0.000001 })
  exchange_rate?: number | null;
}

/** POST /api/v1/einvoices/. */
export class EinvoiceBody extends BuyerOfEinvoiceBody {
  @field.nested('Document', EinvoiceSourceBody) source!: EinvoiceSourceBody;
}

/** POST /api/v1/einvoices/{einvoice_id}/retry/. */
export class RetryEinvoiceBody extends BuyerOfEinvoiceBody {
  @field.flag('That MyInvois may have it twice: asked for where its outcome is unknown; default false', false, {
    unset: true,
  })
  confirm?: boolean;
}

/** POST /api/v1/einvoices/{einvoice_id}/discard/. */
export class DiscardEinvoiceBody {
  @field.text('Why', 'Pembeli tidak memerlukannya', { optional: true, max: 300 }) reason?: string | null;
}

/** POST /api/v1/einvoices/{einvoice_id}/cancel/. */
export class CancelEinvoiceBody {
  @field.text('Why', 'Salah pembeli', { max: 300 }) reason!: string;
}

/** GET /api/v1/einvoices/. */
export class EinvoiceListQuery extends RecordList() {
  @param.choice('Status', statusChoices) status?: string;
  @param.choice('Kind', kindChoices) kind?: string;
  @param.choice('Industry', moduleChoices) module?: string;
  @param.text('Id of the document that it is made of', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { max: 200 })
  source_id?: string;
  @param.text('Number', 'INV-2026-000042', { max: 50 }) number?: string;
  @param.text('Month (UTC+8), YYYY-MM', '2026-10', { max: 7 }) month?: string;
  @param.flag('Consolidated ones, or the others') consolidated?: boolean;
  @param.flag('Blocked, invalid, with a buyer who asks for rejection, or of a cancelled document; or the others')
  attention?: boolean;
  @param.day('Created on this day or later (UTC+8)', '2026-10-01') date_from?: string;
  @param.day('Created on this day or earlier (UTC+8)', '2026-10-31') date_to?: string;
}

@field.record('A document of an industry that an e-invoice is made of, in an answer')
class EinvoiceSourceView {
  @field.choice('Industry', moduleChoices) module!: string;
  @field.choice('Kind of document', sourceKindChoices) kind!: string;
  @field.text('Id of the document', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a') id!: string;
}

@field.record('The buyer as an e-invoice names it')
class EinvoiceBuyerView {
  @field.text('Name', 'Siti Nur binti Ahmad', { max: 300 }) name!: string;
  @field.text('TIN; for roles below manager its last four characters', 'IG123456789') tin!: string;
  @field.choice('What id_value is', idTypeChoices) id_type!: string;
  @field.text('Number; for roles below manager its last four characters', '900101145678') id_value!: string;
  @field.text('SST number', 'W10-1808-32000123', { nullable: true }) sst_number!: string | null;
  @field.text('E-mail', 'siti.nur@example.com', { nullable: true }) email!: string | null;
  @field.text('Telephone number', '+60123450101') phone!: string;
  @field.nested('Address', PartyAddressView) address!: PartyAddressView;
}

@field.record('The document that a note changes')
class EinvoiceReferenceView {
  @field.id('Id of the e-invoice') einvoice_id!: string;
  @field.text('Its number', 'INV-2026-000042') number!: string;
  @field.text('Its id at MyInvois; null until it is valid', UUID, { nullable: true }) uuid!: string | null;
}

@field.record('Why an e-invoice is blocked or invalid')
class EinvoiceErrorView {
  @field.text('Code', 'BUYER_REQUIRED') code!: string;
  @field.text('Field of the document', 'buyer') path!: string;
  @field.text('In the language of the request', 'buyer is missing') message!: string;
  @field.choice('Found before it was sent, or by MyInvois', sides) source!: string;
}

@field.record('That a buyer asks for the rejection of an e-invoice')
class EinvoiceRejectionView {
  @field.instant('When it was seen (UTC)') at!: Date;
  @field.text('Why', 'Salah alamat', { nullable: true }) reason!: string | null;
}

@field.record('An e-invoice (A-520)')
export class EinvoiceView {
  @field.id('Id of the e-invoice') id!: string;
  @field.choice('Kind; with a refund note money went back', kindChoices) kind!: string;
  @field.text('01 invoice, 02 credit note, 04 refund note', '01') type_code!: string;
  @field.choice('Version; 1.1 is signed', versionChoices) version!: string;
  @field.text('Number', 'INV-2026-000042') number!: string;
  @field.choice('Where it goes', environmentChoices) environment!: string;
  @field.choice('Status', statusChoices) status!: string;
  @field.flag('Whether it is of a month', false) consolidated!: boolean;
  @field.choice('Industry', moduleChoices) module!: string;
  @field.nested('Document that it is made of; null: of several, or none', EinvoiceSourceView, { nullable: true })
  source!: EinvoiceSourceView | null;
  @field.text('Month of the document (UTC+8)', '2026-10') month!: string;
  @field.count('How many documents it is made of; 0 of a note that a user wrote', 1) sources!: number;
  @field.nested('Buyer; null where none is known', EinvoiceBuyerView, { nullable: true })
  buyer!: EinvoiceBuyerView | null;
  @field.text('Currency, three letters', 'MYR') currency!: string;
  @field.number('MYR for one unit of it', 4.42, { nullable: true }) exchange_rate!: number | null;
  @field.money('Σ of the lines without tax', 100) total_excluding_tax!: number;
  @field.money('Tax', 6) tax_amount!: number;
  @field.money('Both', 106) total_including_tax!: number;
  @field.number('What cash was rounded by', -0.01) rounding!: number;
  @field.money('What changes hands', 105.99) payable!: number;
  @field.instant('Time of issue in its text (UTC); null until it is queued', { nullable: true })
  issued_at!: Date | null;
  @field.instant('When MyInvois received it (UTC)', { nullable: true }) submitted_at!: Date | null;
  @field.instant('When MyInvois validated it (UTC)', { nullable: true }) validated_at!: Date | null;
  @field.instant('Until when it may be cancelled (UTC)', { nullable: true }) cancel_until!: Date | null;
  @field.instant('When it was cancelled (UTC)', { nullable: true }) cancelled_at!: Date | null;
  @field.text('Why it was cancelled or discarded', 'Salah pembeli', { nullable: true }) cancel_reason!: string | null;
  @field.text('Why a note was written by a user', 'Barang dipulangkan', { nullable: true }) reason!: string | null;
  @field.flag('Whether a note releases its document once notes of the whole are valid', false) release!: boolean;
  @field.nested('That the buyer asks for its rejection', EinvoiceRejectionView, { nullable: true })
  rejection!: EinvoiceRejectionView | null;
  @field.text('Id at MyInvois', UUID, { nullable: true }) uuid!: string | null;
  @field.text('Long id at MyInvois', 'YQH73576FY9VR57B', { nullable: true }) long_id!: string | null;
  @field.text('Id of the submission at MyInvois', 'HJSD135P2S7D8IU', { nullable: true }) submission_uid!: string | null;
  @field.text('Where the buyer sees it', `https://myinvois.hasil.gov.my/${UUID}/share/YQH73576FY9VR57B`, {
    nullable: true,
  })
  validation_url!: string | null;
  @field.nestedList('Documents that a note changes', EinvoiceReferenceView) refers_to!: EinvoiceReferenceView[];
  @field.count('How often it was sent', 1) attempts!: number;
  @field.instant('When it is sent next (UTC)', { nullable: true }) next_attempt_at!: Date | null;
  @field.texts('SOURCE_CANCELLED, CANCEL_PENDING', ['SOURCE_CANCELLED']) warnings!: string[];
  @field.nestedList('Why it is blocked or invalid', EinvoiceErrorView) errors!: EinvoiceErrorView[];
  @field.text('Id of the request at MyInvois, for its help desk', '0HN4LRD1GM2F0', { nullable: true })
  correlation_id!: string | null;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

const wholeIn = viewFor<EinvoiceDocument, EinvoiceView, Language>(EinvoiceDocument, EinvoiceView, {
  revision: 1,
  etagParts: (_, language) => [language],
  personal: ['cancel_reason', 'reason'],
  fields: {
    buyer: ({ buyer }) => buyer && { ...buyer, address: { ...buyer.address, city: buyer.address.city ?? '' } },
    refers_to: ({ refers_to }) => [...refers_to],
    release: ({ release }) => release,
    version: ({ ubl_version }) => ubl_version,
    warnings: ({ warnings }) => warnings.map((code) => code.toUpperCase()),
    errors: ({ errors }, language) =>
      errors.map(({ message, ...error }) => ({ ...error, message: sentence(message[language]) })),
  },
});

const maskedBuyer = masked<EinvoiceView>({
  buyer: (buyer) => buyer && { ...buyer, tin: maskedIc(buyer.tin), id_value: maskedIc(buyer.id_value) },
});

/** Managers and administrators see numbers of tax and identity whole, all others their last four characters. */
export const einvoiceView = (actor: Actor | null, language: Language) =>
  maskedUnless(actor !== null && includesRole(actor.role, 'manager'), wholeIn(language), maskedBuyer);
/** As archives have it. */
export const wholeEinvoiceView = wholeIn;

@field.record('The text of an e-invoice, as it is sent (A-519)')
export class EinvoiceTextView {
  @field.text('The document: JSON, exactly as it is sent', '{"_D":"urn:oasis:names:…"}', { max: 300_000 })
  document!: string;
  @field.text('SHA-256 of it, in hex', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  sha256!: string;
  @field.count('How many bytes it has', 4096) bytes!: number;
}
export const einvoiceTextView = viewOf(EinvoiceText, EinvoiceTextView, {
  fields: { document: ({ body }) => body ?? '' },
});
