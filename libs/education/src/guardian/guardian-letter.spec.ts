import { guardianLetter, type Addressee } from './guardian-letter.js';
import { labels } from './guardian.messages.js';
import { notifiedOf } from './notified-of.js';

const addressee: Addressee = {
  first_name: 'Aina',
  last_name: 'binti Ali',
  guardian_name: 'Ali bin Abu',
  guardian_email: ' ali@example.com ',
};
const school = { name: 'Pusat Tuisyen Cemerlang', email: 'office@pusat.example', phone: '03-1234 5678' };

describe('a letter to a guardian', () => {
  it('is in both languages, the national one first, in the name of the school', () => {
    const letter = guardianLetter(addressee, school, labels.absence, (language) => [`(${language})`]);
    expect(letter).toMatchObject({
      to: { name: 'Ali bin Abu', address: 'ali@example.com' },
      from_name: 'Pusat Tuisyen Cemerlang',
      subject: 'Ketidakhadiran / Absence: Aina binti Ali, Pusat Tuisyen Cemerlang',
    });
    expect(letter.text.indexOf('(ms)')).toBeLessThan(letter.text.indexOf('(en)'));
    expect(letter.text).toContain('please contact us: 03-1234 5678, office@pusat.example.');
  });

  it('does without a name, telephone and e-mail', () => {
    const letter = guardianLetter(
      { ...addressee, guardian_name: null },
      { ...school, email: null, phone: ' ' },
      labels.overdue,
      () => [],
    );
    expect(letter.text).toContain('Dear parent or guardian,');
    expect(letter.text).toContain('please contact us.');
  });

  it('keeps names on one line, for any text entered', () => {
    const letter = guardianLetter(
      { ...addressee, first_name: 'Aina\r\nBcc: all@example.com', guardian_name: 'Ali\nbin Abu' },
      { ...school, name: 'Pusat\nTuisyen' },
      labels.absence,
      () => [],
    );
    expect([letter.to.name, letter.from_name, /[\r\n]/.test(letter.subject)]).toEqual([
      'Ali bin Abu',
      'Pusat Tuisyen',
      false,
    ]);
  });
});

describe('what guardians are written about', () => {
  it.each([
    [undefined, []],
    ['absence', ['absence']],
    [
      ['overdue', 'absence', 'weather'],
      ['absence', 'overdue'],
    ],
    [true, []],
    [{ absence: true }, []],
  ])('%j is %j', (given, topics) => expect(notifiedOf.read(given)).toEqual(topics));
});
