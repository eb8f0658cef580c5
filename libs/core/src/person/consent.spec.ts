import { TenantRecord } from '@usaha/shared';
import { consenting } from './consent.js';

class Person extends consenting(TenantRecord) {}
const [first, later] = [new Date('2026-03-10T08:30:00Z'), new Date('2026-03-11T08:30:00Z')];

describe('A-116: consent', () => {
  it('has the date on which it was given, as long as it lasts', () => {
    const person = new Person();
    expect(person).toMatchObject({ pdpa_consent: false, pdpa_consent_date: null });
    person.consent(true, first);
    person.consent(true, later);
    expect(person).toMatchObject({ pdpa_consent: true, pdpa_consent_date: first });
    person.consent(false, later);
    expect(person).toMatchObject({ pdpa_consent: false, pdpa_consent_date: null });
    person.consent(true, later);
    expect(person.pdpa_consent_date).toEqual(later);
  });

  it('has no date when it is refused', () => {
    const person = new Person();
    person.consent(false, first);
    expect(person.pdpa_consent_date).toBeNull();
  });
});

describe('A-374: consent that was never stated', () => {
  it('differs from one that was refused', () => {
    const person = new Person();
    expect(person).toMatchObject({ pdpa_consent_stated: false, pdpa_refused_at: null });
    person.consent(false, first);
    person.consent(false, later);
    expect(person).toMatchObject({ pdpa_consent: false, pdpa_consent_stated: true, pdpa_refused_at: first });
  });

  it('differs from one that was given, and from one that was withdrawn', () => {
    const person = new Person();
    person.consent(true, first);
    expect(person).toMatchObject({ pdpa_consent_stated: true, pdpa_refused_at: null });
    person.consent(false, later);
    expect(person).toMatchObject({ pdpa_consent_stated: true, pdpa_refused_at: later });
    person.consent(true, later);
    expect(person.pdpa_refused_at).toBeNull();
  });

  it('stays so where the default is sent back as it was shown, which withdraws nothing else', () => {
    const person = new Person();
    person.consent(false, first, false);
    expect(person.pdpa_consent_stated).toBe(false);
    person.consent(true, first, false);
    person.consent(false, later, false);
    expect(person).toMatchObject({ pdpa_consent: false, pdpa_refused_at: later });
    person.consent(false, later, false);
    expect(person.pdpa_refused_at).toEqual(later);
  });

  it('is that of a person whose data were erased', () => {
    const person = new Person();
    person.consent(false, first);
    person.forgetConsent();
    expect(person).toMatchObject({ pdpa_consent: false, pdpa_consent_stated: false, pdpa_refused_at: null });
  });
});
