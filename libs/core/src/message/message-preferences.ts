import type { Language } from '@usaha/shared';
import type { Way } from './template.js';

/** What a person says of messages: whether a way may be used, and the language; null where nothing is said. */
export type MessagePreferences = Record<Way, boolean | null> & { language: Language | null };

/** What a request says of them: fields that are absent stay; null forgets all. */
export interface PreferenceStatement {
  message_preferences: Partial<MessagePreferences> | null;
}

/** A record that says by which ways its person is told. */
interface Preferring {
  message_preferences: MessagePreferences | null;
}

const nothingSaid: MessagePreferences = { whatsapp: null, sms: null, email: null, language: null };

/** Puts what is sent on top of what was said before; without the field nothing changes. */
export function preferMessages(person: Preferring, { message_preferences: sent }: Partial<PreferenceStatement>): void {
  if (sent === undefined) return;
  person.message_preferences = sent && { ...nothingSaid, ...person.message_preferences, ...stated(sent) };
}

/** Takes over what another record of the same person says, save where this one says something itself. */
export function takeOverPreferences(person: Preferring, { message_preferences: others }: Preferring): void {
  if (others === null) return;
  const own = person.message_preferences ?? nothingSaid;
  const said = Object.entries(own).filter(([, value]) => value !== null);
  person.message_preferences = { ...others, ...(Object.fromEntries(said) as Partial<MessagePreferences>) };
}

const stated = (sent: Partial<MessagePreferences>): Partial<MessagePreferences> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

/** SQL: whether the person of the table `alias` may be told by e-mail. */
export const takesLetters = (alias: string): string =>
  `(${alias}.message_preferences -> 'email') is distinct from 'false'::jsonb`;

/** SQL of a migration: what persons of a table say of messages. */
export const messagePreferencesOf = (table: string): string =>
  `alter table ${table} add column message_preferences jsonb`;
