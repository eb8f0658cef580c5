import { writeAccountLetter, type WrittenLetter } from './account-letter-writer.js';

const letter = (more: Partial<WrittenLetter>) =>
  writeAccountLetter({
    kind: 'webhook_disabled',
    language: null,
    to: { name: 'Siti', address: 'siti@kedai.example' },
    email: 'siti@kedai.example',
    business: 'Kedai Siti',
    links: [],
    host: 'hooks.kedai.example:8443',
    ...more,
  });

describe('the letter about a webhook endpoint that was disabled (A-446)', () => {
  it('names the business, the host and the reason, in both languages and without a link', () => {
    const gone = letter({ reason: 'gone' });
    expect(gone.subject).toBe(
      'Satu titik akhir webhook telah dinyahaktifkan / A webhook endpoint was disabled: Kedai Siti',
    );
    expect(gone.text).toContain(
      'Titik akhir webhook milik Kedai Siti di hooks. kedai. example:8443 telah dinyahaktifkan',
    );
    expect(gone.text).toContain(
      'The webhook endpoint of Kedai Siti at hooks. kedai. example:8443 was disabled: it answered that it is gone',
    );
    expect(gone.text).not.toMatch(/https?:|hooks\.kedai/);
  });

  it('says that an endpoint failed for five days', () => {
    expect(letter({ reason: 'failing', language: 'en' }).text).toContain(
      'no event could be delivered to it for five days',
    );
  });
});
