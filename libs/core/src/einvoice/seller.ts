import type { Message } from '@usaha/shared';
import { STATE_NOT_APPLICABLE, countries, msicActivities, stateNamed, validatePhone } from '@usaha/shared/malaysia';
import { sellerOf } from '../document/party.js';
import type { Address, BusinessType, Tenant } from '../tenant/tenant.entity.js';
import type { EinvoiceInstallation } from './einvoice-installation.js';
import { messages } from './einvoice.messages.js';
import type { EinvoiceSettings } from './einvoice-settings.entity.js';
import { HOME, type IdType } from './party-fields.js';
import type { RestReason } from './sending/sending-rest.entity.js';

/** An address whose parts may be missing. */
export interface SellerAddress {
  line1: string | null;
  line2: string | null;
  line3: string | null;
  city: string | null;
  postcode: string | null;
  state: string | null;
  country: string | null;
}

/** The business as its e-invoices name it. */
export interface EinvoiceSeller {
  name: string;
  tin: string | null;
  id_type: IdType;
  id_value: string | null;
  sst_number: string | null;
  ttx_number: string | null;
  msic_code: string | null;
  activity: string | null;
  email: string | null;
  phone: string | null;
  address: SellerAddress;
}

/** Why a business cannot send e-invoices yet. */
export const problemCodes = [
  'SELLER_INCOMPLETE',
  'CREDENTIALS_MISSING',
  'INTERMEDIARY_UNAVAILABLE',
  'SIMULATOR_UNAVAILABLE',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_OF_ANOTHER',
  'CREDENTIALS_REFUSED',
  'SUBMISSION_FORBIDDEN',
] as const;
export interface EinvoiceProblem {
  code: (typeof problemCodes)[number];
  /** As PUT of the settings names it. */
  field: string;
  message: Message;
}

/** What the business has told, with values of the simulator in place of what is missing there. */
export interface ToldSeller {
  seller: EinvoiceSeller;
  /** Fields that have a value of the simulator. */
  simulated: string[];
  /** Fields that are missing. */
  missing: string[];
}

/** What the simulator puts in place of what is missing; it takes them, and no other service does. */
const testValues = { tin: 'C1234567890', id_value: '202001234567', phone: '+60312345678' } as const;
const testAddress: SellerAddress = {
  line1: 'Jalan Simulasi 1',
  line2: null,
  line3: null,
  city: 'Kuala Lumpur',
  postcode: '50000',
  state: '14',
  country: HOME,
};
const testActivities: Readonly<Record<BusinessType, string>> = {
  retail: '47111',
  healthcare: '86201',
  education: '85491',
  logistics: '49230',
  beauty: '96020',
};

/** The seller of the settings, completed by the tenant, and in the simulator by its test values. */
export function toldSeller(settings: EinvoiceSettings, tenant: Tenant): ToldSeller {
  const seller = ofTenant(settings, tenant);
  const missing = missingOf(seller);
  if (settings.environment !== 'simulator') return { seller, simulated: [], missing };
  const simulated = [...new Set(missing.map((field) => field.replace(/\..*/, '')))];
  if (simulated.includes('address')) seller.address = testAddress;
  if (simulated.includes('msic_code')) seller.msic_code = testActivities[tenant.business_type];
  for (const field of Object.keys(testValues) as (keyof typeof testValues)[])
    if (simulated.includes(field)) seller[field] = testValues[field];
  if (simulated.includes('id_value')) seller.id_type = 'BRN';
  seller.activity ??= activityOf(seller.msic_code);
  return { seller, simulated, missing: [] };
}

function ofTenant(settings: EinvoiceSettings, tenant: Tenant): EinvoiceSeller {
  const own = sellerOf(tenant);
  const isIdentified = settings.id_type !== null && settings.id_value !== null;
  return {
    name: settings.name ?? own.name,
    tin: settings.tin,
    id_type: isIdentified && settings.id_type !== null ? settings.id_type : 'BRN',
    id_value: isIdentified ? settings.id_value : own.registration_number,
    sst_number: settings.sst_number ?? own.sst_registration_number,
    ttx_number: settings.ttx_number,
    msic_code: settings.msic_code,
    activity: settings.activity ?? activityOf(settings.msic_code),
    email: settings.email ?? own.email,
    phone: settings.phone ?? phoneOf(own.phone),
    address: settings.address ?? addressOf(own.address),
  };
}

const activityOf = (msic_code: string | null): string | null =>
  msic_code === null ? null : (msicActivities().get(msic_code) ?? null);

function phoneOf(text: string | null): string | null {
  const { is_valid, normalized_format } = validatePhone(text ?? '');
  return is_valid ? normalized_format : null;
}

/** The tenant's address as e-invoices have it: a state or country that is no such is missing. */
function addressOf(address: Address | null): SellerAddress {
  const { street = null, city = null, postal_code = null, state = null } = address ?? {};
  const country = countryOf(address?.country ?? null);
  const isHome = country === HOME;
  return {
    line1: street?.trim() || null,
    line2: null,
    line3: null,
    city: city?.trim() || null,
    postcode: isHome && !/^\d{5}$/.test(postal_code ?? '') ? null : postal_code,
    state: isHome ? stateNamed(state, postal_code) : STATE_NOT_APPLICABLE,
    country,
  };
}

/** Three letters of a country that is written as in the list, or by its letters. */
function countryOf(text: string | null): string | null {
  const written = (text ?? '').trim().toUpperCase();
  if (written === '') return HOME;
  if (countries().has(written)) return written;
  return [...countries()].find(([, name]) => name === written)?.[0] ?? null;
}

/** A state is asked for in Malaysia alone. */
function missingOf({ tin, id_value, msic_code, phone, address }: EinvoiceSeller): string[] {
  const { line1, city, country } = address;
  const state = country === HOME ? address.state : STATE_NOT_APPLICABLE;
  const lacking = (values: object): string[] =>
    Object.entries(values).flatMap(([field, value]) => (value === null ? [field] : []));
  return [
    ...lacking({ tin, id_value, msic_code, phone }),
    ...lacking({ line1, city, state, country }).map((part) => `address.${part}`),
  ];
}

/** The reasons why nothing can be sent. */
export function problemsOf(
  settings: EinvoiceSettings,
  missing: readonly string[],
  { hasSimulator, intermediary }: EinvoiceInstallation,
): EinvoiceProblem[] {
  const problems = missing.map((field): EinvoiceProblem => ({
    code: 'SELLER_INCOMPLETE',
    field,
    message: messages.sellerLacks({ field }),
  }));
  if (settings.environment === 'simulator') return hasSimulator ? problems : [...problems, withoutSimulator()];
  if (settings.credentials === 'intermediary') return intermediary ? problems : [...problems, withoutIntermediary()];
  const lacking = (['client_id', 'client_secret'] as const).filter((field) => settings[field] === null);
  return [
    ...problems,
    ...lacking.map((field): EinvoiceProblem => ({
      code: 'CREDENTIALS_MISSING',
      field,
      message: messages.credentialsLack({ field }),
    })),
  ];
}

/** Why nothing is sent for an hour. */
export const restProblem = (reason: RestReason): EinvoiceProblem => ({
  code: reason === 'refused' ? 'CREDENTIALS_REFUSED' : 'SUBMISSION_FORBIDDEN',
  field: 'credentials',
  message: reason === 'refused' ? messages.credentialsRefused() : messages.submissionForbidden(),
});

const withoutIntermediary = (): EinvoiceProblem => ({
  code: 'INTERMEDIARY_UNAVAILABLE',
  field: 'credentials',
  message: messages.noIntermediary(),
});

const withoutSimulator = (): EinvoiceProblem => ({
  code: 'SIMULATOR_UNAVAILABLE',
  field: 'environment',
  message: messages.noSimulator({ field: 'environment' }),
});
