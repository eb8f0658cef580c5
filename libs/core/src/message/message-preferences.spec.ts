import { preferMessages, takeOverPreferences, type MessagePreferences } from './message-preferences.js';

const said = (given: Partial<MessagePreferences>): MessagePreferences => ({
  whatsapp: null,
  sms: null,
  email: null,
  language: null,
  ...given,
});

describe('A-475: what a person says of messages', () => {
  it('keeps what is absent, and forgets all by null', () => {
    const person = { message_preferences: null as MessagePreferences | null };
    preferMessages(person, { message_preferences: { sms: false, language: undefined } });
    expect(person.message_preferences).toEqual(said({ sms: false }));
    preferMessages(person, { message_preferences: { whatsapp: true, language: 'en' } });
    preferMessages(person, {});
    expect(person.message_preferences).toEqual(said({ whatsapp: true, sms: false, language: 'en' }));
    preferMessages(person, { message_preferences: { sms: null } });
    expect(person.message_preferences).toEqual(said({ whatsapp: true, language: 'en' }));
    preferMessages(person, { message_preferences: null });
    expect(person.message_preferences).toBeNull();
  });

  it('takes over from another record what it does not say itself', () => {
    const person = { message_preferences: said({ sms: false, language: 'ms' }) };
    takeOverPreferences(person, { message_preferences: said({ sms: true, email: false }) });
    expect(person.message_preferences).toEqual(said({ sms: false, email: false, language: 'ms' }));
    takeOverPreferences(person, { message_preferences: null });
    expect(person.message_preferences).toEqual(said({ sms: false, email: false, language: 'ms' }));
    const other = { message_preferences: null as MessagePreferences | null };
    takeOverPreferences(other, person);
    expect(other.message_preferences).toEqual(person.message_preferences);
  });
});
