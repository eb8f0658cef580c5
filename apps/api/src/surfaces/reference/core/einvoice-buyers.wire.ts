import { EinvoiceBuyer, moduleKeys, type BuyerSubject, type NewBuyer } from '@usaha/core';
import { includesRole, type Actor } from '@usaha/shared';
import { maskedIc } from '@usaha/shared/malaysia';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { masked, maskedUnless } from '../../../wire/masked.js';
import { param } from '../../../wire/param.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';
import { RecordList } from '../reference.js';
import { PartyAddressView, idTypeChoices } from './einvoice-settings.wire.js';

const moduleChoices = choices('ModuleKey', moduleKeys);

@field.record('Address of a buyer, in a request; absent parts are null')
class BuyerAddressBody {
  @field.text('First line', '12, Jalan Telawi 3', { max: 150 }) line1!: string;
  @field.text('Second line', 'Bangsar', { optional: true, max: 150 }) line2: string | null = null;
  @field.text('Third line', 'Bangsar Baru', { optional: true, max: 150 }) line3: string | null = null;
  @field.text('City or town', 'Kuala Lumpur', { max: 50 }) city!: string;
  @field.text('Postcode; in Malaysia five digits', '59100', { optional: true, max: 50 }) postcode: string | null = null;
  @field.text('State of Malaysia by name or code, kept as its code; abroad any text', '14', { optional: true, max: 50 })
  state: string | null = null;
  @field.text('Country by its three letters (ISO 3166-1)', 'MYS', { unset: true, filled: true, max: 3, default: 'MYS' })
  country = 'MYS';
}

@field.record('The person or sender that a buyer is of')
class BuyerSubjectBody {
  @field.choice(
    'retail: a customer, healthcare: a patient, education: a student, beauty: a client, logistics: a sender',
    moduleChoices,
  )
  module!: BuyerSubject['module'];
  @field.text('Id of the person; of a sender the company name, in any case', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', {
    max: 200,
  })
  id!: string;
}

@field.record('The person or sender that a buyer is of, in an answer')
class BuyerSubjectView extends ViewType(BuyerSubjectBody) {}

/** The facts of a buyer. */
@field.record('A buyer, in a request')
export class EinvoiceBuyerBody {
  @field.text('Name', 'Siti Nur binti Ahmad', { max: 300 }) name!: string;
  @field.text('TIN, kept without separators and as MyInvois spells it', 'IG123456789', {
    optional: true,
    filled: true,
    max: 40,
    view: 'TIN; for roles below manager its last four characters',
  })
  tin?: string | null;
  @field.choice('What id_value is; MyPR and MyKAS are NRIC', idTypeChoices, { optional: true })
  id_type?: NewBuyer['id_type'];
  @field.text('Number of the identity card, passport, registration or army card', '900101145678', {
    optional: true,
    filled: true,
    max: 40,
    view: 'Number; for roles below manager its last four characters',
  })
  id_value?: string | null;
  @field.text('SST number, or two with a semicolon between', 'W10-1808-32000123', {
    optional: true,
    filled: true,
    max: 60,
  })
  sst_number?: string | null;
  @field.email('E-mail', 'siti.nur@example.com', { optional: true }) email?: string | null;
  @field.text('Telephone number, kept in E.164 where it is Malaysian', '+60123450101', { max: 40 }) phone!: string;
  @field.nested('Address', BuyerAddressBody) address!: BuyerAddressBody;
}

/** POST /api/v1/einvoices/buyers/. */
export class BuyerBody extends EinvoiceBuyerBody {
  @field.nested('The person or sender that the buyer is of; one buyer each', BuyerSubjectBody, {
    optional: true,
    example: null,
  })
  subject?: BuyerSubjectBody | null;
}

@field.record('Fields of a buyer to change; absent fields stay as they are')
export class BuyerPatch extends PartialType(BuyerBody) {}

/** GET /api/v1/einvoices/buyers/. */
export class BuyerListQuery extends RecordList() {
  @param.text('Id of the person, or name of the company, in any case', '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a')
  subject_id?: string;
  @param.text('A part of the name (A-25)', 'siti') search?: string;
}

@field.record('A buyer whom e-invoices name (A-517)')
export class BuyerView extends ViewType(BuyerBody, {
  within: { address: PartyAddressView, subject: BuyerSubjectView },
  nullable: ['phone', 'address'],
}) {
  @field.id('Id of the buyer') id!: string;
  @field.instant('Creation of the buyer (UTC)') created_at!: Date;
  @field.instant('Last change of the buyer (UTC)') updated_at!: Date;
}

const whole = viewOf(EinvoiceBuyer, BuyerView, {
  revision: 1,
  personal: ['name', 'tin', 'id_value', 'sst_number', 'email', 'phone', 'address'],
  fields: { subject: ({ subject }) => subject },
});

const lastFour = (text: string | null): string | null => text && maskedIc(text);

/** Managers and administrators see numbers of tax and identity whole, all others their last four characters. */
export const buyerView = (actor: Actor | null) =>
  maskedUnless(
    actor !== null && includesRole(actor.role, 'manager'),
    whole,
    masked<BuyerView>({ tin: lastFour, id_value: lastFour }),
  );
/** As archives have it. */
export const wholeBuyerView = whole;
