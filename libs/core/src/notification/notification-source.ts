import type { Context, Language, Noun } from '@usaha/shared';
import type { MessagePreferences } from '../message/message-preferences.js';
import type { MessageFacts } from '../message/message-subjects.js';
import type { TemplateName } from '../message/message-templates.js';
import type { ModuleKey } from '../module/catalogue.js';
import type { Way } from '../message/template.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import type { Letter, Sender } from './letter.js';

/** What a notification is about. It is sent once per occasion; what is to be sent again is another occasion. */
export interface Occasion {
  /** Id of the record. */
  subject_id: string;
  /**
   * What happened or will happen to it, in a text that the source chooses: the time of an appointment, the day of an absence, a status.
   * It is kept and shown to operators: nothing in it is about a person.
   */
  occasion: string;
}

/** An occasion whose letter is to be sent now. */
export interface DueNotification extends Occasion {
  /** The recipient's e-mail address, as it stands on the record: what is none is left out later. */
  address: string | null;
  /** Of a source that has `byMessage`: how else the recipient is told. */
  person?: NotifiedPerson;
  /** From then on it is not sent any more, and some time later its claim is forgotten: fixed by the occasion. */
  expires_at: Date;
}

/** A recipient who may be told by other ways than a letter. */
export interface NotifiedPerson {
  /** The record of the person, where that can be erased. */
  id: string | null;
  /** The telephone number, as it stands on the record. */
  phone: string | null;
  preferences: MessagePreferences | null;
  /** Ways that are refused for this occasion alone. */
  refuses?: readonly Way[];
}

/** What a message says of a notification, as long as that makes sense. */
export type NotifiedFacts = Omit<MessageFacts, 'expires_at'>;

/** How a source's notifications are told by WhatsApp and SMS. */
export interface ToldByMessage {
  /** What the message is about: `healthcare.appointment`. */
  readonly subject_type: string;
  readonly templateOf: (occasion: Occasion) => TemplateName;
  /** What the message says. It reads the records again. @returns null where it is not due any more */
  facts(ctx: Context, occasion: Occasion, language: Language): Promise<NotifiedFacts | null>;
}

/** A letter as its source words it. */
export type LetterContent = Omit<Letter, 'id' | 'stop_url'>;

/**
 * The letters of one kind. The context's module registers it with `NotificationService.register`, which sends each letter
 * once. Every method works in the transaction of its context.
 */
export interface NotificationSource {
  /** `healthcare.appointment_reminder`: claims are kept under it, so it never changes. */
  readonly kind: string;
  /**
   * Letters that the recipient has asked for: a receipt, or a letter about the recipient's account. They have a separate limit
   * and no way to stop them, and account letters are sent for new tenants, too.
   */
  readonly nature?: 'receipt' | 'account';
  /** Nothing is sent for a tenant who disabled it; letters of the core have none. */
  readonly module?: ModuleKey;
  /** What `subject_id` names, for the audit trail and for operators. */
  readonly subject: Noun;
  /** What a letter that was accepted is on the audit trail of its subject: `remind`; refused, it is `remind_refused`. */
  readonly action: string;

  /**
   * Which tenants are looked at: those that have rows in any of some tables (`healthcare.appointments`), or those that a look across
   * tenants finds. A tenant that has something due must be among them.
   */
  readonly among: readonly string[] | LookForWork;

  /** The template under which a tenant turns an occasion's letters off. Without it they are always sent. */
  templateOf?(occasion: Occasion): TemplateName;

  /** How the same is told by WhatsApp and SMS; without it by letter alone. */
  readonly byMessage?: ToldByMessage;

  /**
   * The notifications that are due now, claimed already or not, in the order in which they are sent.
   * @param toPhones ways to a telephone that the tenant has: where there are none, people without an e-mail address are left out
   */
  due(ctx: Context, toPhones: readonly Way[]): Promise<DueNotification[]>;

  /**
   * The letter, in the language of the tenant or the recipient. It reads the records again: time has passed since `due`.
   * @returns null where it is not due any more
   */
  compose(ctx: Context, occasion: Occasion, business: Sender): Promise<LetterContent | null>;

  /** Those of the occasions that still are what they were: the others need not be reported to anybody. */
  standing(ctx: Context, occasions: readonly Occasion[]): Promise<readonly Occasion[]>;

  /** Writes down with the record that the letter was accepted, where the record shows that; no version is raised for it. */
  accepted?(ctx: Context, occasion: Occasion): Promise<void>;
}
