import { finishedLetter } from './finished-letter.js';

const business = { name: 'Klinik Aman', phone: '03-1234 5678', email: 'tanya@klinik.example' };
const letter = {
  to: { name: 'Siti\u202e', address: 'siti@example.com' },
  from_name: 'https://evil.example\nBcc: x',
  subject: 'Peringatan\r\nwww.evil.com',
  text: 'Salam Siti \u202eruN,\nhttps://usaha.example/track/x\n',
};
const LINK = 'https://usaha.example/stop/x';

describe('A-394: a letter as it is sent', () => {
  it('has headings of one line without links and controls, and shows controls in its text', () => {
    const sent = finishedLetter('id', letter, {}, business, LINK);
    expect(sent).toMatchObject({
      to: { name: 'Siti' },
      from_name: 'https evil. example Bcc: x',
      subject: 'Peringatan www. evil. com',
    });
    expect(sent.text).toContain('Siti <U+202E>ruN,\nhttps://usaha.example/track/x');
  });

  it('names the business and a link by which its letters end, in both languages', () => {
    const { text, stop_url } = finishedLetter('id', letter, {}, business, LINK);
    expect(text.split(LINK)).toHaveLength(3);
    expect(text).toContain(`To get no more letters of Klinik Aman: ${LINK}`);
    expect(stop_url).toBe(LINK);
  });

  it('names where to ask for it where there is no link', () => {
    const { text, stop_url } = finishedLetter('id', letter, {}, business, null);
    expect(text).toContain('no more letters of Klinik Aman, please tell them: 03-1234 5678, tanya@klinik.example.');
    expect(stop_url).toBeNull();
    const silent = finishedLetter('id', letter, {}, { ...business, phone: null, email: ' ' }, null);
    expect(silent.text).toContain('please tell them.');
  });

  it('cannot be stopped where the recipient has asked for it', () => {
    expect(finishedLetter('id', letter, { nature: 'account' }, business, LINK)).toMatchObject({
      text: letter.text.replace('\u202e', '<U+202E>'),
      stop_url: null,
    });
  });
});
