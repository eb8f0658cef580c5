import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import type { MessagePreferences } from './message-preferences.js';
import type { ParameterValues } from './printed-values.js';
import type { Way } from './template.js';
import type { TemplateName } from './message-templates.js';

/** What a message about a record needs to know. */
export interface MessageFacts {
  /** The person it goes to, where that is a record that can be erased. */
  person_id: string | null;
  name: string;
  /** In whose name the text is, where it is not the business's. */
  sender?: string;
  email: string | null;
  phone: string | null;
  /** Whether reminders may be sent: consent that is refused or withdrawn stops them. */
  may_be_told: boolean;
  /** What the person says of messages; null where nothing is said. */
  preferences: MessagePreferences | null;
  /** Ways that are refused for this record alone. */
  refuses?: readonly Way[];
  /** When a message about it makes no sense any more; null: always. */
  expires_at: Date | null;
  /** Values of the template's parameters, beyond the names of person and business. */
  values: Partial<ParameterValues>;
}

/** The person of a message, as its record says it. */
export type ToldPerson = Pick<MessageFacts, 'person_id' | 'name' | 'email' | 'phone' | 'may_be_told' | 'preferences'>;

/** A record of a person who may be told something: a customer, client, patient or student. */
interface PersonRecord {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone_number: string | null;
  pdpa_consent: boolean;
  pdpa_refused_at: Date | null;
  message_preferences: MessagePreferences | null;
}

/** The person of a record. A consent of which nothing was said is not refused. */
export const toldPerson = (person: PersonRecord): ToldPerson => ({
  person_id: person.id,
  name: `${person.first_name} ${person.last_name}`,
  email: person.email,
  phone: person.phone_number,
  may_be_told: person.pdpa_consent || person.pdpa_refused_at === null,
  preferences: person.message_preferences,
});

/** Records of one type that messages are about; the context of the records registers it. */
export interface MessageSubject {
  /** `healthcare.appointment`. */
  readonly type: string;
  /** null: of every business. */
  readonly module: ModuleKey | null;
  readonly templates: readonly TemplateName[];
  /**
   * @param template one of its templates; for a payment request of the record also `payment_request` and `payment_received`, of which
   * the person alone counts
   * @returns null where there is nothing to tell of: a past appointment @throws not_found
   */
  facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null>;
  /** Writes down with the record which message was sent about it, in the transaction that makes the message. */
  sent?(ctx: Context, id: string, template: TemplateName, message_id: string): Promise<void>;
}

/** The subjects of messages, over all contexts. */
@Injectable()
export class MessageSubjects {
  private readonly subjects: MessageSubject[] = [];

  /** Called by a context's module. @throws Error where the type is registered already */
  register(subject: MessageSubject): void {
    if (this.find(subject.type)) throw new Error(`There are two subjects of messages of the type ${subject.type}`);
    this.subjects.push(subject);
  }

  /** The subject of a type; undefined where there is none. */
  find(type: string): MessageSubject | undefined {
    return this.subjects.find((subject) => subject.type === type);
  }

  /** The subject of a type that a template is about; undefined where there is none. */
  of(type: string, template: TemplateName): MessageSubject | undefined {
    const found = this.find(type);
    return found?.templates.includes(template) ? found : undefined;
  }
}
