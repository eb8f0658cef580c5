import { TenantRecord, columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { Party } from '../shipment/party.js';

/** The sender that cash is owed to: the name, and for persons the telephone, since names of persons repeat. */
export interface NamedSender {
  /** Empty where the shipment names no sender. */
  name: string;
  phone_digits: string | null;
}

const trimmed = (text: string | null): string => (text ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** The sender that a party is. Companies are one by their name in any case, persons by name and telephone. */
export function senderOf({ company_name, contact_person, phone_number }: Party): NamedSender {
  const company = trimmed(company_name);
  if (company !== '') return { name: company, phone_digits: null };
  const name = trimmed(contact_person);
  const digits = (phone_number ?? '').replace(/[^0-9]/g, '').replace(/^60/, '0');
  return { name, phone_digits: name === '' || digits === '' ? null : digits };
}

/** A sender for whom cash was collected: what is owed goes by it, also once the shipments no longer tell who sent them. */
@Entity({ schema: 'logistics', name: 'cod_senders' })
export class CodSender extends TenantRecord {
  /** null once it was blanked; empty for shipments that name no sender. */
  @columns.code({ nullable: true, personal: true }) name: string | null = null;
  @columns.code({ nullable: true, personal: true }) phone_digits: string | null = null;
  @columns.derived("(lower(name) || COALESCE((' '::text || phone_digits), ''::text))", { nullable: true })
  readonly sender_key?: string | null;
}

/** SQL: the key of a sender. */
export const senderKeySql = (name: string, phone_digits: string): string =>
  `lower(${name}) || coalesce(' ' || ${phone_digits}, '')`;
