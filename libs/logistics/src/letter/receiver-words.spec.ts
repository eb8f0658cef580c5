import { receiverLetter, receiverValues, type News } from './receiver-words.js';

const NOW = new Date('2029-05-09T02:00:00Z');
const business = { name: 'Kurier\nPantas', email: 'tanya@kurier.example', phone: '03-1234 5678' };
const to = { name: 'Tan Mei Ling', address: ' mei@example.com ' };
const shipment: News['shipment'] = {
  tracking_number: 'MY29050812345678',
  delivery_date: '2029-05-10',
  delivery_time_window: { start: '09:00:00', end: '12:00:00' },
  estimated_delivery_time: new Date('2029-05-10T04:00:00Z'),
  promised_until: new Date('2029-05-10T04:00:00Z'),
  actual_delivery_time: null,
  payment_amount: 59.9,
};
const news = (given: Partial<News> = {}, of: Partial<News['shipment']> = {}): News => ({
  status: 'in_transit',
  shipment: { ...shipment, ...of },
  is_cod: false,
  link: 'https://usaha.example/track/abc',
  ...given,
});
const textOf = (...given: Parameters<typeof news>): string => receiverLetter(to, news(...given), business, NOW).text;

describe('a letter to a receiver', () => {
  it('is in both languages, the national one first, in the name of the business', () => {
    const letter = receiverLetter(to, news(), business, NOW);
    expect(letter).toMatchObject({
      to: { name: 'Tan Mei Ling', address: 'mei@example.com' },
      from_name: 'Kurier Pantas',
      subject: 'Dalam perjalanan / On its way: MY29050812345678, Kurier Pantas',
    });
    expect(letter.text.indexOf('Salam Tan')).toBeLessThan(letter.text.indexOf('Dear Tan'));
    for (const said of [
      'MY29050812345678',
      '10/05/2029, 09:00–12:00',
      'https://usaha.example/track/abc',
      '03-1234 5678',
    ])
      expect(letter.text.split(said)).toHaveLength(3);
  });

  it.each([
    [{ delivery_time_window: null }, '10/05/2029\n'],
    [{ delivery_time_window: { start: '09:00:00', end: null } }, '10/05/2029, from 09:00'],
    [{ delivery_time_window: { start: null, end: '12:00:00' } }, '10/05/2029, by 12:00'],
    [{ delivery_date: null, delivery_time_window: null }, '10/05/2029\n'],
  ])('says when it is expected: %j', (given, said) => {
    expect(textOf({}, given)).toContain(`Expected: ${said}`);
  });

  it('promises nothing that is past, and leaves out a link that there is none of', () => {
    const text = textOf({ link: null }, { promised_until: new Date('2029-05-09T01:59:59Z') });
    expect(text).not.toMatch(/Expected|Jangkaan|Follow|Jejaki/);
  });

  it('names an amount only where the receiver has to pay it (A-290)', () => {
    expect(textOf()).not.toMatch(/RM|59\.90/);
    expect(textOf({ is_cod: true })).toContain('Please have ready for the driver: RM 59.90');
    for (const payment_amount of [null, 0]) expect(textOf({ is_cod: true }, { payment_amount })).not.toContain('RM');
    expect(textOf({ is_cod: true, status: 'delivered' })).not.toContain('RM');
  });

  it('says when it was delivered, in Malaysia', () => {
    const text = textOf({ status: 'delivered' }, { actual_delivery_time: new Date('2029-05-09T16:30:00Z') });
    expect(text).toContain('Your shipment was delivered on 10/05/2029, 00:30.');
    expect(text).not.toContain('Expected');
  });

  it('does without the name of the receiver', () => {
    const { text } = receiverLetter({ ...to, name: ' ' }, news(), business, NOW);
    expect(text).toContain('Dear Sir or Madam,');
  });
});

describe('the values of a message to a receiver', () => {
  it('are number, day and amount, and no person', () => {
    expect(receiverValues(news({ is_cod: true }), NOW, 'en')).toEqual({
      tracking_number: 'MY29050812345678',
      promised: '10/05/2029, 09:00–12:00',
      to_collect: 59.9,
      at: NOW,
      link: 'https://usaha.example/track/abc',
    });
  });

  it('say so where there is nothing to say: WhatsApp takes no empty value', () => {
    const broken = { promised_until: new Date('2029-05-09T01:59:59Z'), payment_amount: null };
    expect(receiverValues(news({ is_cod: true, link: null }, broken), NOW, 'ms')).toMatchObject({
      promised: '-',
      to_collect: 0,
      link: '-',
    });
    expect(receiverValues(news(), NOW, 'ms')).toMatchObject({ to_collect: 0 });
  });
});
