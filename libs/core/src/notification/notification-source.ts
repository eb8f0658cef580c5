import type { Context, Noun } from '@usaha/shared';
import type { TemplateName } from '../message/message-templates.js';
import type { ModuleKey } from '../module/catalogue.js';
import type { LookForWork } from '../tenant/tenants-with-work.js';
import type { Channel } from './channels.js';
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
  /** The recipient's e-mail address, or telephone number, as it stands on the record: what is none is left out later. */
  address: string | null;
  /** From then on it is not sent any more, and some time later its claim is forgotten: fixed by the occasion. */
  expires_at: Date;
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
  /** By which way it is told; a letter unless it says otherwise. Of a short message only `to` and `text` are sent. */
  readonly channel?: Channel;
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

  /** The letters that are due now, claimed already or not, in the order in which they are sent. */
  due(ctx: Context): Promise<DueNotification[]>;

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
