import { Entity } from 'typeorm';
import { TenantRecord, columns, type Language } from '@usaha/shared';
import type { TemplateName } from './message-templates.js';
import { messageCategories, ways, type MessageCategory, type Way } from './template.js';
import type { MessageTry } from './message-try.entity.js';

/**
 * How far a message is. `unknown`: it may have been sent, and is not sent again; `dropped`: it was not sent, for the reason
 * that it states.
 */
export const messageStatuses = ['waiting', 'sent', 'delivered', 'read', 'failed', 'unknown', 'dropped'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const messageLanguages = ['en', 'ms'] as const satisfies Language[];

/** Where a message goes: an e-mail address, a telephone number, or both. */
export interface MessageAddress {
  email: string | null;
  phone: string | null;
}

/** A message to a person: by one way at a time, and once over all ways. Its text is not kept. */
@Entity({ schema: 'core', name: 'messages' })
export class Message extends TenantRecord {
  @columns.code() template!: TemplateName;
  @columns.choice(messageCategories) category!: MessageCategory;
  /** `healthcare.appointment`. */
  @columns.code() subject_type!: string;
  @columns.uuid() subject_id!: string;
  /** The patient or client that it goes to; null where it goes to no such record. */
  @columns.uuid({ nullable: true }) person_id: string | null = null;
  /** The way that is tried, or was tried last. */
  @columns.choice(ways) way!: Way;
  /** Ways that are left, the present one first. */
  @columns.list() ways: Way[] = [];
  @columns.choice(messageLanguages) language!: Language;
  @columns.choice(messageStatuses) status: MessageStatus = 'waiting';
  /** Why it was dropped or failed, in a word. */
  @columns.text({ nullable: true }) reason: string | null = null;
  /** JSON of `MessageAddress`; blank seven days after its end. */
  @columns.sealed({ code: true }) sealed_to: string | null = null;
  /** The keyed fingerprint of the address, by which the same message to it is found. */
  @columns.code({ unaudited: true, personal: true }) to_print!: string;
  /** The keyed fingerprint of the number that the operator's WhatsApp wrote to: answers to it name no business. */
  @columns.code({ nullable: true, unaudited: true, personal: true }) number_print: string | null = null;
  /** Of a short message; 1 of the others. */
  @columns.count({ default: 1 }) parts = 1;
  @columns.money({ default: 0 }) cost = 0;
  @columns.instant({ nullable: true }) not_before: Date | null = null;
  /** When it is tried next; while an instance sends it, the end of that instance's time. */
  @columns.instant() due_at!: Date;
  /** When an instance has begun to send it; null while none does. */
  @columns.instant({ nullable: true }) claimed_at: Date | null = null;
  /** Attempts by all ways. */
  @columns.count({ default: 0 }) attempts_made = 0;
  /** Attempts by the present way. */
  @columns.count({ default: 0 }) attempts = 0;
  /** The user who sent it; null for the service itself. */
  @columns.uuid({ nullable: true }) created_by: string | null = null;
  @columns.instant({ nullable: true }) sent_at: Date | null = null;
  @columns.instant({ nullable: true }) delivered_at: Date | null = null;
  @columns.instant({ nullable: true }) read_at: Date | null = null;
  @columns.instant({ nullable: true }) ended_at: Date | null = null;

  /** Its attempts, where they were read. */
  tries: MessageTry[] = [];

  /** null once it is blank. */
  get to(): MessageAddress | null {
    return this.sealed_to === null ? null : (JSON.parse(this.sealed_to) as MessageAddress);
  }

  /** As much of the address as tells it from others: the last three digits, or the first letter and the domain. */
  get to_hint(): string {
    const { email = null, phone = null } = this.to ?? {};
    return (this.way === 'email' ? email && emailHint(email) : phone && phoneHint(phone)) || '';
  }
}

const phoneHint = (phone: string): string => `…${phone.replace(/\D/g, '').slice(-3)}`;
const emailHint = (email: string): string =>
  `${email.trim().slice(0, 1)}…${email.trim().slice(email.trim().lastIndexOf('@'))}`;
