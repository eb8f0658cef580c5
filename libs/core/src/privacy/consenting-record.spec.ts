import { ConsentingRecord } from './consenting-record.js';

class Person extends ConsentingRecord {}
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
