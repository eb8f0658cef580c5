import type { DeliveryOrder, Party } from '@usaha/logistics';
import { Sheet } from '../pdf/sheet.js';
import { Typesetter } from '../pdf/typesetter.js';
import { drawDeliveryOrder, type DeliveryOrderSheet } from './delivery-order-sheet.js';

const party = (given: Partial<Party> = {}): Party => ({
  company_name: null,
  address: null,
  contact_person: null,
  phone_number: null,
  email: null,
  latitude: null,
  longitude: null,
  ...given,
});
const address = { street: '8, Lebuh Pantai', city: 'George Town', state: null, postal_code: '10300', country: null };

const sheet = (given: Partial<DeliveryOrder> = {}, language: DeliveryOrderSheet['language'] = 'en') => ({
  order: {
    tracking_number: 'MY260310A1B2C3DZ',
    customer_reference: null,
    business: {
      name: 'Kurier Jaya',
      registration_number: '202001012345',
      sst_registration_number: 'W10-1808-32000001',
      address: null,
      phone: null,
      email: null,
    },
    sender: party(),
    receiver: party({ contact_person: '陳美玲', address: address as never, phone_number: '+60123450102' }),
    service: { en: 'Express', ms: 'Ekspres' },
    day: '2029-05-10',
    window: { start: '09:00:00', end: '12:00:00' },
    driver_name: null,
    registration_number: 'WXY 1234',
    package: {
      package_type: 'kotak',
      description: null,
      weight_kg: 1234.5,
      dimensions_cm: [30, null, 10],
      is_fragile: true,
    },
    instructions: ['Telefon'],
    is_cancelled: false,
    ...given,
  },
  printed_at: new Date('2026-03-10T08:30:00Z'),
  language,
});

/** The texts of every page, in the order in which they are drawn. */
async function pagesOf(data: DeliveryOrderSheet): Promise<string[][]> {
  const pages: string[][] = [[]];
  const draw = jest.spyOn(Typesetter.prototype, 'draw').mockImplementation((text) => {
    pages.at(-1)?.push(text);
  });
  const begin = Sheet.prototype.newPage;
  const newPage = jest.spyOn(Sheet.prototype, 'newPage').mockImplementation(function (this: Sheet) {
    begin.call(this);
    pages.push([]);
  });
  try {
    await drawDeliveryOrder(data);
  } finally {
    [draw, newPage].forEach((spy) => spy.mockRestore());
  }
  return pages;
}
const textsOf = async (data: DeliveryOrderSheet): Promise<string> => (await pagesOf(data)).flat().join(' | ');

describe('a printed delivery order', () => {
  it('tells what the driver needs, and where the receiver signs', async () => {
    const texts = await textsOf(sheet());
    for (const told of [
      'Kurier Jaya | Registration No.: 202001012345 | Delivery order | Tracking No. | MY260310A1B2C3DZ',
      'Printed | 10/03/2026 16:30 | Service | Express | To be delivered | 10/05/2029, 09:00–12:00',
      'Driver | – | Vehicle | WXY 1234',
      'Sender | – | Receiver | 陳美玲 | 8, Lebuh Pantai, 10300 George Town | Tel.: +60123450102',
      'Package | kotak | Weight | 1,234.5 kg | Length × width × height | 30 × – × 10 cm | FRAGILE',
      'Instructions | Telefon',
      'Received by (name) | Signature | Date and time',
    ])
      expect(texts).toContain(told);
    expect(texts).not.toMatch(/SST|Collect|CANCELLED|MYR/);
  });

  it('tells what is to be collected, in either language', async () => {
    expect(await textsOf(sheet({ collect: 1059.9 }))).toContain('Collect from the receiver: MYR 1,059.90');
    const malay = await textsOf(sheet({ collect: null, is_cancelled: true }, 'ms'));
    expect(malay).toContain('Kutip daripada penerima: amaun tidak dinyatakan');
    expect(malay).toContain('Nota hantaran | DIBATALKAN');
  });

  it.each([
    [{ start: '09:00:00', end: null }, 'en', '10/05/2029, from 09:00'],
    [{ start: null, end: '12:00:00' }, 'ms', '10/05/2029, sehingga 12:00'],
    [null, 'en', '10/05/2029 |'],
  ] as const)('promises %j (%s) as %s', async (window, language, told) => {
    expect(await textsOf(sheet({ window }, language))).toContain(told);
  });

  it('leaves out what was not told', async () => {
    const nothing = { package_type: null, description: null, weight_kg: null, is_fragile: false };
    const texts = await textsOf(
      sheet({ package: { ...nothing, dimensions_cm: [null, null, null] }, instructions: [] }),
    );
    expect(texts).toContain('Package | – | Received by');
  });

  it('prints instructions whole, and the lines to be signed together on the last page', async () => {
    const words = Array.from({ length: 1_500 }, (_, i) => `arahan${i}`);
    const pages = await pagesOf(sheet({ instructions: [words.join(' ')], collect: 5 }));
    expect(pages.length).toBeGreaterThan(1);
    expect(
      pages
        .flat()
        .join(' ')
        .match(/arahan\d+/g),
    ).toEqual(words);
    const last = pages.at(-1)?.join(' | ') ?? '';
    expect(last).toContain('Received by (name) | Signature | Date and time');
  });
});
