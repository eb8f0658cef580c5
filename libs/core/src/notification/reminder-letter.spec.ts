import { reminderLetter, type Reminded, type ReminderPlace, type RemindingBusiness } from './reminder-letter.js';

const reminded: Reminded = {
  at: new Date('2029-03-12T23:30:00.000Z'),
  first_name: 'Siti',
  last_name: 'Nur',
  email: ' siti@example.com ',
};
const clinic: RemindingBusiness = {
  name: 'Klinik Seri Mutiara',
  email: 'hello@klinik.example',
  phone: '+603-1234 5678',
};

const place: ReminderPlace = { label: { en: 'Clinic', ms: 'Klinik' }, told: { en: 'the clinic', ms: 'klinik' } };
const letterOf = (whom: Reminded, business: RemindingBusiness) => reminderLetter(whom, business, place);

describe('the letter', () => {
  const letter = letterOf(reminded, clinic);

  it('names day and time in Malaysia and the clinic, in both languages', () => {
    expect(letter.text).toMatch(/Tarikh: Selasa,? 13 Mac 2029/);
    expect(letter.text).toMatch(/Date: {3}Tuesday,? 13 March 2029/);
    expect(letter.text).toContain('Masa:   07:30 (waktu Malaysia)');
    expect(letter.text).toContain('Time:   07:30 (Malaysian time)');
    expect(letter.text.match(/Kli?nik: |Clinic: /g)).toHaveLength(2);
    expect(letter.subject).toMatch(/Klinik Seri Mutiara, Tuesday,? 13 March 2029, 07:30$/);
  });

  it('goes to who has the appointment, in the name of the business', () => {
    expect(letter).toMatchObject({
      to: { name: 'Siti Nur', address: 'siti@example.com' },
      from_name: 'Klinik Seri Mutiara',
    });
    expect(letter.text).toContain('please tell the clinic: +603-1234 5678, hello@klinik.example.');
    expect(letter.text).toContain('sila maklumkan kepada klinik: +603-1234 5678, hello@klinik.example.');
  });

  it('does without telephone and e-mail of the clinic', () => {
    const { text } = letterOf(reminded, { name: 'Klinik', email: null, phone: ' ' });
    expect(text).toContain('please tell the clinic.');
  });

  it('keeps names on one line, for any text entered', () => {
    const odd = letterOf(
      { ...reminded, first_name: 'Siti\r\nBcc: all@example.com', last_name: 'Nur\u0000\u2028' },
      { ...clinic, name: 'Klinik\nSeri' },
    );
    expect(odd.to.name).toBe('Siti Bcc: all@example. com Nur');
    expect([odd.from_name, /[\r\n]/.test(odd.subject)]).toEqual(['Klinik Seri', false]);
  });
});
