import type { Labelled } from '@usaha/logistics';
import { Shipment } from '@usaha/logistics';
import { Sheet } from '../pdf/sheet.js';
import { Typesetter } from '../pdf/typesetter.js';
import { drawLabels } from './label-sheet.js';
import { printedLabels } from './printed-labels.js';

const party = (name: string, street: string, extra: object = {}) => ({
  company_name: null,
  contact_person: name,
  phone_number: '+60123450102',
  email: 'receiver@example.com',
  latitude: 3.1,
  longitude: 101.5,
  address: { street, city: 'George Town', state: 'Pulau Pinang', postal_code: '10300', country: 'Malaysia' },
  ...extra,
});

function shipment(said: Partial<Shipment> = {}): Shipment {
  const now = new Date('2026-11-22T00:00:00Z');
  const made = Shipment.of(
    { origin: party('Nurul Huda', '12, Jalan Plumbum'), destination: party('Tan Mei Ling', '8, Lebuh Pantai') },
    now,
  );
  return Object.assign(made, { tracking_number: 'MY261122W7Q2R5TX' }, said);
}

const linkOf = ({ tracking_number }: Shipment): string => `https://usaha.example/track/${tracking_number}`;

/** The texts of every label. */
async function textsOf(shipments: Shipment[], language: 'en' | 'ms' = 'en'): Promise<string[][]> {
  const pages: string[][] = [[]];
  const draw = jest.spyOn(Typesetter.prototype, 'draw').mockImplementation((text) => void pages.at(-1)?.push(text));
  const begin = Sheet.prototype.newPage;
  const newPage = jest.spyOn(Sheet.prototype, 'newPage').mockImplementation(function (this: Sheet) {
    begin.call(this);
    pages.push([]);
  });
  const labelled: Labelled = { business: { name: 'Kurier Pantas' }, shipments };
  try {
    await drawLabels(printedLabels(labelled, linkOf, language));
  } finally {
    [draw, newPage].forEach((spy) => spy.mockRestore());
  }
  return pages;
}

describe('a label', () => {
  it('says who sends what to whom', async () => {
    const [texts = []] = await textsOf([
      shipment({
        service_type: 'express',
        package_details: { weight_kg: 2.5, is_fragile: true },
        customer_reference: 'PO-2026-0815',
        delivery_date: '2026-12-15',
        delivery_time_window: { start: '09:00:00', end: '12:00:00' },
      }),
    ]);
    expect(texts).toEqual([
      'Kurier Pantas',
      'EXPRESS',
      'MY261122W7Q2R5TX',
      'From: Nurul Huda',
      'Tel. +60123450102',
      '12, Jalan Plumbum, 10300 George Town, Pulau Pinang',
      'To',
      'Tan Mei Ling',
      '8, Lebuh Pantai',
      '10300 George Town, Pulau Pinang',
      'Tel. +60123450102',
      'Scan to follow the parcel',
      'FRAGILE',
      'Weight: 2.5 kg',
      'Deliver: 15/12/2026, 09:00–12:00',
      'Ref.: PO-2026-0815',
    ]);
  });

  it('A-290: says the amount to collect where it is paid on delivery, and no amount elsewhere', async () => {
    const cod = shipment({ payment_method: 'Cash on Delivery', payment_amount: 1234.5 });
    const [paid = [], unsaid = [], card = []] = await textsOf(
      [cod, shipment({ payment_method: 'cod' }), shipment({ payment_method: 'card', payment_amount: 1234.5 })],
      'ms',
    );
    expect(paid).toEqual(expect.arrayContaining(['KUTIP SEMASA HANTAR', 'RM 1,234.50']));
    expect(unsaid).toContain('RM –');
    expect(card.join()).not.toMatch(/RM|KUTIP/);
  });

  it('names the country where it is another, and the company with the person', async () => {
    const destination = party('Lim', 'Orchard Road 1', { company_name: 'Kedai Buku' });
    destination.address = { ...destination.address, city: 'Singapore', state: '', country: 'Singapore' };
    const [texts = []] = await textsOf([shipment({ destination })]);
    expect(texts).toEqual(expect.arrayContaining(['Lim', 'Kedai Buku', '10300 Singapore, Singapore']));
  });

  it('is in Malay, too', async () => {
    const [texts = []] = await textsOf(
      [shipment({ service_type: 'economy', package_details: { is_fragile: true } })],
      'ms',
    );
    expect(texts).toEqual(expect.arrayContaining(['EKONOMI', 'Kepada', 'MUDAH PECAH', 'Imbas untuk jejak bungkusan']));
  });

  it('keeps town and telephone number of the receiver, however long the rest is', async () => {
    const destination = party('Tan Mei Ling '.repeat(15), 'Lebuh Pantai '.repeat(38));
    const [texts = []] = await textsOf([shipment({ destination })]);
    expect(texts).toEqual(expect.arrayContaining(['10300 George Town, Pulau Pinang', 'Tel. +60123450102']));
  });

  it('is a page for each parcel', async () => {
    const numbers = ['MY261122W7Q2R5TX', 'MY261122W7Q2R5TY', 'MY261122W7Q2R5TZ'];
    const pages = await textsOf(numbers.map((tracking_number) => shipment({ tracking_number })));
    expect(pages.map((texts) => texts[2])).toEqual(numbers);
  });
});
