import { smsParts } from './sms-length.js';
import { smsText, withoutContacts } from './sms-text.js';

describe('A-477: the text of a short message', () => {
  it('says that it costs nothing, and whose it is', () => {
    expect(smsText('Klinik Aman', 'Peringatan janji temu.')).toBe('RM0.00 Klinik Aman: Peringatan janji temu.');
  });

  it.each([
    ['Klinik Aman 03-1234 5678', 'Klinik Aman'],
    ['Kedai 012-345 6789 www.kedai.example', 'Kedai'],
    ['Kedai +60123456789', 'Kedai'],
    ['Kedai https://kedai.example/a?b=c buka', 'Kedai buka'],
    // Numbers of documents are none of telephones.
    ['INV-2026-000042 MY26031012345678', 'INV-2026-000042 MY26031012345678'],
    ['10/03/2026, 09:00', '10/03/2026, 09:00'],
    ['RM 1080.00', 'RM 1080.00'],
  ])('shows of %s: %s', (text, shown) => expect(withoutContacts(text)).toBe(shown));

  it('has three parts at most, in each alphabet', () => {
    const long = smsText('Kedai', 'a'.repeat(1_000));
    expect([smsParts(long), long.length, long.endsWith('a...')]).toEqual([3, 459, true]);
    const wide = smsText('Kedai', '你'.repeat(1_000));
    expect([smsParts(wide), wide.length, wide.endsWith('你...')]).toEqual([3, 201, true]);
    const whole = smsText('Kedai', 'a'.repeat(440));
    expect([smsParts(whole), whole.endsWith('aaaa')]).toEqual([3, true]);
  });

  it('needs no other alphabet for a dash', () => expect(smsParts(smsText('Kedai', '09:00–12:00'.padEnd(140)))).toBe(1));
});
