import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, invalid, isUuid } from '@usaha/shared';
import { moduleKeys, type ModuleKey } from '../module/catalogue.js';
import { messages } from './einvoice.messages.js';
import {
  idTypes,
  readAddress,
  readIdValue,
  readPhone,
  readSstNumber,
  readTin,
  type IdType,
  type PartyAddress,
} from './party-fields.js';

/** The person or sender that a buyer is of. */
export interface BuyerSubject {
  module: ModuleKey;
  /** The id of the customer, patient, student or client; of a sender the name of the company. */
  id: string;
}

/** What a request says of a buyer: fields that are absent stay, null clears. */
export interface BuyerDetails {
  name: string;
  tin?: string | null;
  id_type?: IdType | null;
  id_value?: string | null;
  sst_number?: string | null;
  email?: string | null;
  phone: string;
  address: PartyAddress;
}

/**
 * A buyer whom e-invoices name. All but the name is sealed. One of a person goes with the erasure of the person. A sender of
 * shipments is known by its company name, trimmed and in any case.
 */
@Entity({ schema: 'einvoice', name: 'buyers' })
export class EinvoiceBuyer extends TenantRecord {
  @columns.text({ personal: true }) name!: string;
  @columns.sealed({ code: true }) tin: string | null = null;
  @columns.choice(idTypes, { nullable: true }) id_type: IdType | null = null;
  @columns.sealed({ code: true }) id_value: string | null = null;
  @columns.sealed({ code: true }) phone: string | null = null;
  @columns.sealedTogether() contact!: Record<string, unknown>;
  @columns.sealedWithin('contact') sst_number!: string | null;
  @columns.sealedWithin('contact') email!: string | null;
  @columns.sealedWithin('contact') address!: PartyAddress | null;
  @columns.choice(moduleKeys, { nullable: true }) subject_module: ModuleKey | null = null;
  @columns.code({ nullable: true }) subject_id: string | null = null;
  /** The subject, where it is a person. */
  @columns.uuid({ nullable: true }) person_id: string | null = null;
  @columns.derived('lower(btrim(subject_id))', { nullable: true }) readonly subject_key?: string;
  @columns.derived('lower(name)') readonly search_text?: string;

  get subject(): BuyerSubject | null {
    const { subject_module: module, subject_id: id } = this;
    return module === null || id === null ? null : { module, id };
  }

  /** Absent fields stay. @throws invalid naming the field: without TIN and without identity `tin` */
  describe({ tin, id_type, id_value, sst_number, phone, address, ...changes }: Partial<BuyerDetails>): void {
    assignDefined(this, changes, ['name', 'email']);
    if (tin !== undefined) this.tin = tin === null ? null : readTin('tin', tin);
    if (id_type !== undefined) this.id_type = id_type;
    if (id_value !== undefined || id_type !== undefined)
      this.readIdentity(id_value === undefined ? this.id_value : id_value);
    if (sst_number !== undefined)
      this.sst_number = sst_number === null ? null : readSstNumber('sst_number', sst_number);
    if (phone !== undefined) this.phone = readPhone('phone', phone);
    if (address !== undefined) this.address = readAddress('address', address);
    this.assertKnown();
  }

  /** @param told null: it is of no subject */
  belongTo(told: BuyerSubject | null): void {
    this.subject_module = told?.module ?? null;
    const id = told?.id.trim() ?? null;
    this.person_id =
      told && told.module !== 'logistics' && isUuid(told.id.trim()) ? told.id.trim().toLowerCase() : null;
    this.subject_id = this.person_id ?? id;
  }

  private readIdentity(value: string | null): void {
    if (value === null) {
      this.id_value = null;
      return;
    }
    if (this.id_type === null) throw invalid('id_type', messages.idNeedsType({ field: 'id_type' }));
    this.id_value = readIdValue('id_value', this.id_type, value);
  }

  /** A person is known by a TIN or a number of identity, a business by both. */
  private assertKnown(): void {
    if (this.tin === null && (this.id_value === null || this.id_type === 'BRN'))
      throw invalid(
        'tin',
        this.id_value === null ? messages.buyerNeedsTin() : messages.businessNeedsBoth({ field: 'tin' }),
      );
    if (this.id_value === null && this.id_type !== null)
      throw invalid('id_value', messages.idTypeNeedsValue({ field: 'id_value' }));
  }
}
