import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, invalid } from '@usaha/shared';
import { msicActivities } from '@usaha/shared/malaysia';
import { messages } from './einvoice.messages.js';
import { turnoverGroups, type TurnoverGroup } from './einvoice-rules.js';
import { mergedClassifications, mergedTaxTypes, type Classifications, type TaxTypes } from './line-codes.js';
import {
  HOME,
  idTypes,
  readAddress,
  readIdValue,
  readPhone,
  readSstNumber,
  readTin,
  readTtxNumber,
  type IdType,
  type PartyAddress,
} from './party-fields.js';
import { issuerNameOrders, type IssuerNameOrder } from './signature/distinguished-name.js';

/** Where documents go; the simulator is part of the service. */
export const environments = ['simulator', 'sandbox', 'production'] as const;
export type Environment = (typeof environments)[number];
/** Whose credentials the service signs in with at MyInvois. */
export const credentialKinds = ['own', 'intermediary'] as const;
export type CredentialKind = (typeof credentialKinds)[number];
/** Which sales get a separate document. */
export const individualRules = ['known_buyer', 'on_request'] as const;
export type IndividualRule = (typeof individualRules)[number];
/** How lines of a clinic's documents are worded. */
export const healthDescriptions = ['general', 'as_billed'] as const;
export type HealthDescription = (typeof healthDescriptions)[number];

/** Fields that follow no rule. */
const details = [
  'enabled',
  'environment',
  'start_date',
  'turnover_group',
  'name',
  'activity',
  'email',
  'credentials',
  'client_id',
  'client_secret',
  'individual',
  'consolidate',
  'consolidation_day',
  'cancel_with_source',
  'health_descriptions',
  'signed_from',
  'issuer_name_order',
] as const satisfies (keyof EinvoiceSettings)[];

/** Fields that are read by a rule each; null clears them. */
const readers = {
  tin: readTin,
  sst_number: readSstNumber,
  ttx_number: readTtxNumber,
  phone: readPhone,
  msic_code: readMsic,
} as const;
type ReadField = keyof typeof readers;

/** What a request says of the settings: fields that are absent stay. */
export interface EinvoiceSettingsChanges extends Partial<
  Pick<EinvoiceSettings, (typeof details)[number] | ReadField | 'id_type' | 'id_value'>
> {
  /** Parts that are absent stay. */
  address?: Partial<PartyAddress> | null;
  /** Modules that are absent stay; null of one removes it, null of all removes all. */
  classifications?: Readonly<Record<string, unknown>> | null;
  tax_types?: Readonly<Record<string, unknown>> | null;
}

/** How a business issues e-invoices. Its id is the tenant's: there is one. null of the seller: as the tenant has it. */
@Entity({ schema: 'einvoice', name: 'settings' })
export class EinvoiceSettings extends TenantRecord {
  @columns.flag({ default: false }) enabled = false;
  @columns.choice(environments, { default: 'simulator' }) environment: Environment = 'simulator';
  /** YYYY-MM-DD: sales of earlier days are left alone. */
  @columns.day({ nullable: true }) start_date: string | null = null;
  @columns.choice(turnoverGroups, { nullable: true }) turnover_group: TurnoverGroup | null = null;
  @columns.text({ nullable: true, personal: true }) name: string | null = null;
  @columns.sealed({ code: true }) tin: string | null = null;
  @columns.choice(idTypes, { nullable: true }) id_type: IdType | null = null;
  @columns.sealed({ code: true }) id_value: string | null = null;
  @columns.code({ nullable: true }) sst_number: string | null = null;
  @columns.code({ nullable: true }) ttx_number: string | null = null;
  @columns.code({ nullable: true }) msic_code: string | null = null;
  @columns.text({ nullable: true }) activity: string | null = null;
  @columns.text({ nullable: true, personal: true }) email: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone: string | null = null;
  @columns.object({ nullable: true, personal: true }) address: PartyAddress | null = null;
  @columns.choice(credentialKinds, { default: 'own' }) credentials: CredentialKind = 'own';
  @columns.code({ nullable: true }) client_id: string | null = null;
  @columns.sealed({ code: true }) client_secret: string | null = null;
  @columns.choice(individualRules, { default: 'known_buyer' }) individual: IndividualRule = 'known_buyer';
  @columns.flag({ default: true }) consolidate = true;
  /** Day of the month on which the month before is consolidated. */
  @columns.count({ default: 3 }) consolidation_day = 3;
  @columns.flag({ default: true }) cancel_with_source = true;
  @columns.choice(healthDescriptions, { default: 'general' }) health_descriptions: HealthDescription = 'general';
  @columns.object({ default: () => "'{}'" }) classifications: Classifications = {};
  @columns.object({ default: () => "'{}'" }) tax_types: TaxTypes = {};
  /** PEM; null: documents are not signed. */
  @columns.code({ nullable: true, personal: true }) certificate: string | null = null;
  /** The end of the certificate; null without one. */
  @columns.instant({ nullable: true }) certificate_until: Date | null = null;
  /** PEM, PKCS #8. */
  @columns.sealed({ code: true }) private_key: string | null = null;
  /** In which order the parts of the issuer's name are written in signatures. */
  @columns.choice(issuerNameOrders, { default: 'reversed' }) issuer_name_order: IssuerNameOrder = 'reversed';
  /** YYYY-MM-DD: documents are signed from this day; null: as soon as there is a certificate. */
  @columns.day({ nullable: true }) signed_from: string | null = null;

  /** The settings of a tenant that has set none. */
  static usual(tenant_id: string): EinvoiceSettings {
    return Object.assign(new EinvoiceSettings(), { id: tenant_id, tenant_id });
  }

  /** Absent fields stay. @param today the day of a first enabling (UTC+8) @throws invalid naming the field */
  describe(changes: EinvoiceSettingsChanges, today: string): void {
    assignDefined(this, changes, details);
    for (const [field, read] of Object.entries(readers) as [ReadField, (typeof readers)[ReadField]][]) {
      const text = changes[field];
      if (text !== undefined) this[field] = text === null ? null : read(field, text);
    }
    this.identify(changes);
    if (changes.address !== undefined) this.address = mergedAddress(this.address, changes.address);
    const { classifications, tax_types } = changes;
    if (classifications !== undefined)
      this.classifications = classifications ? mergedClassifications(this.classifications, classifications) : {};
    if (tax_types !== undefined) this.tax_types = tax_types ? mergedTaxTypes(this.tax_types, tax_types) : {};
    if (this.enabled) this.start_date ??= today;
  }

  certify({ certificate, private_key, until }: { certificate: string; private_key: string; until: Date }): void {
    this.certificate = certificate;
    this.private_key = private_key;
    this.certificate_until = until;
  }

  /** There is no certificate any more. */
  uncertify(): void {
    this.certificate = null;
    this.private_key = null;
    this.certificate_until = null;
  }

  private identify({ id_type, id_value }: EinvoiceSettingsChanges): void {
    if (id_type === undefined && id_value === undefined) return;
    const type = id_type === undefined ? this.id_type : id_type;
    const value = id_value === undefined ? this.id_value : id_value;
    if (value !== null && type === null) throw invalid('id_type', messages.idNeedsType({ field: 'id_type' }));
    this.id_type = type;
    this.id_value = value === null || type === null ? null : readIdValue('id_value', type, value);
  }
}

function readMsic(field: string, text: string): string {
  const code = text.trim();
  if (!msicActivities().has(code)) throw invalid(field, messages.noMsic({ field }));
  return code;
}

/** An address is whole: its first line and city are asked for. */
function mergedAddress(before: PartyAddress | null, told: Partial<PartyAddress> | null): PartyAddress | null {
  if (told === null) return null;
  const stated = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const nothing = { line1: '', line2: null, line3: null, city: '', postcode: null, state: null, country: HOME };
  const address = { ...(before ?? nothing), ...stated };
  return readAddress('address', address);
}
