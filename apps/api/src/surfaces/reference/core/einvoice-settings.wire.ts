import {
  credentialKinds,
  environments,
  healthDescriptions,
  idTypes,
  individualRules,
  issuerNameOrders,
  problemCodes,
  type ShownEinvoiceSettings,
} from '@usaha/core';
import type { Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { sentence } from '../../../wire/sentence.js';
import { ViewType } from '../../../wire/view-type.js';
import { CertificateView, certificateView } from './einvoice-certificate.wire.js';
import { turnoverGroupChoices } from './einvoice-rules.wire.js';

const environmentChoices = choices('EinvoiceEnvironment', environments);
const credentialChoices = choices('EinvoiceCredentials', credentialKinds);
const individualChoices = choices('IndividualEinvoices', individualRules);
const healthChoices = choices('HealthDescriptions', healthDescriptions);
export const idTypeChoices = choices('EinvoiceIdType', idTypes);
const orders = choices('IssuerNameOrder', issuerNameOrders);
const versions = choices('EinvoiceVersion', ['1.0', '1.1']);
const problemChoices = choices('EinvoiceProblemCode', problemCodes);

@field.record('Address of a party of e-invoices, in a request: absent parts stay')
class SellerAddressPatch {
  @field.text('First line', '12, Jalan Telawi 3', { unset: true, filled: true, max: 150 }) line1?: string;
  @field.text('Second line', 'Bangsar', { optional: true, max: 150 }) line2?: string | null;
  @field.text('Third line', 'Bangsar Baru', { optional: true, max: 150 }) line3?: string | null;
  @field.text('City or town', 'Kuala Lumpur', { unset: true, filled: true, max: 50 }) city?: string;
  @field.text('Postcode; in Malaysia five digits', '59100', { optional: true, max: 50 }) postcode?: string | null;
  @field.text('State of Malaysia by name or code, kept as its code; abroad any text', '14', { optional: true, max: 50 })
  state?: string | null;
  @field.text('Country by its three letters (ISO 3166-1); MYS unless given', 'MYS', {
    unset: true,
    filled: true,
    max: 3,
  })
  country?: string;
}

@field.record('Address of a party of e-invoices')
export class PartyAddressView extends ViewType(SellerAddressPatch) {}

@field.record('Address of the seller; a part is null where the business has none')
class SellerAddressView extends ViewType(SellerAddressPatch, { nullable: ['line1', 'city', 'country'] }) {}

/** PUT /api/v1/einvoices/settings/: absent fields stay. */
export class EinvoiceSettingsPatch {
  @field.flag('Whether the business issues e-invoices', true, { unset: true }) enabled?: boolean;
  @field.choice('Where documents go; the simulator is part of the service', environmentChoices, { unset: true })
  environment?: ShownEinvoiceSettings['record']['environment'];
  @field.day('Sales of earlier days are left alone; the day of the first enabling unless given', '2026-12-01', {
    optional: true,
  })
  start_date?: string | null;
  @field.choice('Turnover of the business; null: no relaxation', turnoverGroupChoices, { optional: true })
  turnover_group?: ShownEinvoiceSettings['record']['turnover_group'];
  @field.text('Name of the seller; null: that of the business', 'Kedai Pak Din', {
    optional: true,
    filled: true,
    max: 300,
  })
  name?: string | null;
  @field.text('TIN of the seller, kept without separators and as MyInvois spells it', 'C2584563200', {
    optional: true,
    filled: true,
    max: 40,
  })
  tin?: string | null;
  @field.choice('What id_value is', idTypeChoices, { optional: true }) id_type?:
    'NRIC' | 'PASSPORT' | 'BRN' | 'ARMY' | null;
  @field.text(
    'Number of the registration, identity card or passport; null: the registration number of the business',
    '202001234567',
    {
      optional: true,
      filled: true,
      max: 40,
    },
  )
  id_value?: string | null;
  @field.text(
    'SST number, or two with a semicolon between; null: that of the settings of the business',
    'W10-1808-32000123',
    {
      optional: true,
      filled: true,
      max: 60,
    },
  )
  sst_number?: string | null;
  @field.text('Tourism tax number', '123-4567-89012345', { optional: true, filled: true, max: 40 }) ttx_number?:
    string | null;
  @field.text('Activity by its five digits (MSIC 2008)', '47111', { optional: true, filled: true, max: 10 })
  msic_code?: string | null;
  @field.text('Activity in words; null: those of the MSIC list', 'Provision stores', {
    optional: true,
    filled: true,
    max: 300,
  })
  activity?: string | null;
  @field.email('E-mail of the seller; null: that of the business', 'kedai@pakdin.example', { optional: true })
  email?: string | null;
  @field.text('Telephone number of the seller; null: that of the business', '+60312345678', {
    optional: true,
    filled: true,
    max: 40,
  })
  phone?: string | null;
  @field.nested('Address of the seller; null: that of the business', SellerAddressPatch, { optional: true })
  address?: SellerAddressPatch | null;
  @field.choice('Whose credentials sign in at MyInvois', credentialChoices, { unset: true })
  credentials?: ShownEinvoiceSettings['record']['credentials'];
  @field.text('Client id that MyInvois issued', '5f0e8a1c', { optional: true, filled: true, max: 200 })
  client_id?: string | null;
  @field.text('Client secret that MyInvois issued; never shown', '9f2c…7Qx2', {
    optional: true,
    filled: true,
    max: 500,
  })
  client_secret?: string | null;
  @field.choice(
    'known_buyer: sales to people with a buyer get a document; on_request: those that are asked for',
    individualChoices,
    {
      unset: true,
    },
  )
  individual?: ShownEinvoiceSettings['record']['individual'];
  @field.flag('Whether all other sales are consolidated each month', true, { unset: true }) consolidate?: boolean;
  @field.count('Day of the month on which the month before is consolidated', 3, { unset: true, min: 1, max: 7 })
  consolidation_day?: number;
  @field.flag('Whether a document is cancelled together with its sale', true, { unset: true })
  cancel_with_source?: boolean;
  @field.choice('Whether lines of a clinic tell what was done', healthChoices, { unset: true })
  health_descriptions?: ShownEinvoiceSettings['record']['health_descriptions'];
  @field.object(
    'Classification codes of lines by module: `default`, and `by_category` by category, type or service. Modules that are absent stay; null of one removes it',
    { retail: { default: '022', by_category: { buku: '026' } } },
    { optional: true },
  )
  classifications?: Record<string, unknown> | null;
  @field.object(
    'Tax types by module. Modules that are absent stay; null of one removes it',
    { retail: '01' },
    { optional: true },
  )
  tax_types?: Record<string, unknown> | null;
  @field.day('Documents are signed from this day on; null: as soon as there is a certificate', '2027-01-01', {
    optional: true,
  })
  signed_from?: string | null;
  @field.choice('Order in which signatures write the parts of the issuer’s name', orders, { unset: true })
  issuer_name_order?: ShownEinvoiceSettings['record']['issuer_name_order'];
}

@field.record('The business as its e-invoices name it')
class EinvoiceSellerView {
  @field.text('Name', 'Kedai Pak Din', { max: 300 }) name!: string;
  @field.text('TIN', 'C2584563200', { nullable: true }) tin!: string | null;
  @field.choice('What id_value is', idTypeChoices) id_type!: string;
  @field.text('Number of the registration, identity card or passport', '202001234567', { nullable: true })
  id_value!: string | null;
  @field.text('SST number', 'W10-1808-32000123', { nullable: true }) sst_number!: string | null;
  @field.text('Tourism tax number', '123-4567-89012345', { nullable: true }) ttx_number!: string | null;
  @field.text('Activity by its five digits (MSIC 2008)', '47111', { nullable: true }) msic_code!: string | null;
  @field.text('Activity in words', 'Provision stores', { nullable: true }) activity!: string | null;
  @field.text('E-mail', 'kedai@pakdin.example', { nullable: true }) email!: string | null;
  @field.text('Telephone number (E.164)', '+60312345678', { nullable: true }) phone!: string | null;
  @field.nested('Address', SellerAddressView) address!: SellerAddressView;
}

@field.record('What a business is bound to today')
class ObligationView {
  @field.day(
    'First day on which it has to issue e-invoices; null: it is exempt, or its turnover is not known',
    '2026-01-01',
    {
      nullable: true,
    },
  )
  mandatory_from!: string | null;
  @field.day('Last day of the relaxation', '2027-12-31', { nullable: true }) relaxation_until!: string | null;
  @field.flag('Whether today is within it', true) in_relaxation!: boolean;
}

@field.record('A reason why no e-invoice can be sent yet')
export class EinvoiceProblemView {
  @field.choice('Code', problemChoices) code!: string;
  @field.text('Field of the settings', 'tin') field!: string;
  @field.text('In the language of the request', 'E-invoices need tin of your business') message!: string;
}

@field.record('How a business issues e-invoices (A-512)')
export class EinvoiceSettingsView extends ViewType(EinvoiceSettingsPatch, {
  within: { address: PartyAddressView },
  filled: ['classifications', 'tax_types'],
  except: ['client_secret'],
}) {
  @field.flag('Whether there is a client secret', true) has_client_secret!: boolean;
  @field.nested('The seller as documents name it', EinvoiceSellerView) seller!: EinvoiceSellerView;
  @field.choice('Version of documents that are made now; 1.1 is signed', versions) version!: string;
  @field.nested('Certificate that documents are signed with', CertificateView, { nullable: true })
  certificate!: CertificateView | null;
  @field.nested('What the business is bound to today', ObligationView) obligation!: ObligationView;
  @field.nestedList('Reasons why no e-invoice can be sent yet', EinvoiceProblemView) problems!: EinvoiceProblemView[];
  @field.flag('Whether nothing is in the way', true) ready!: boolean;
  @field.texts('Fields of the seller that have a test value of the simulator', ['tin', 'msic_code'])
  simulated!: string[];
}

/** Columns that are shown as they are. */
const shownColumns = [
  'enabled',
  'environment',
  'start_date',
  'turnover_group',
  'name',
  'tin',
  'id_type',
  'id_value',
  'sst_number',
  'ttx_number',
  'msic_code',
  'activity',
  'email',
  'phone',
  'address',
  'credentials',
  'client_id',
  'individual',
  'consolidate',
  'consolidation_day',
  'cancel_with_source',
  'health_descriptions',
  'classifications',
  'tax_types',
  'signed_from',
  'issuer_name_order',
] as const satisfies (keyof EinvoiceSettingsView & keyof ShownEinvoiceSettings['record'])[];

export const einvoiceSettingsView =
  (language: Language) =>
  ({ record, problems, certificate, ...shown }: ShownEinvoiceSettings): EinvoiceSettingsView => {
    const columns = Object.fromEntries(shownColumns.map((name) => [name, record[name]]));
    return {
      ...(columns as unknown as Pick<EinvoiceSettingsView, (typeof shownColumns)[number]>),
      has_client_secret: record.client_secret !== null,
      ...shown,
      certificate: certificate && certificateView(certificate),
      problems: problems.map((problem) => ({ ...problem, message: sentence(problem.message.in(language)) })),
    };
  };
