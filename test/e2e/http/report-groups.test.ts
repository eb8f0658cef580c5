import { stateNamed } from '@usaha/shared/malaysia';
import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newClient } from '../../support/beauty.js';
import { newStudent, newClass } from '../../support/education.js';
import { newAttendance } from '../../support/education-results.js';
import { newAppointment, newBill, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';

/** what means the same is one row of every report, and is called as most records write it. */

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await newTenant();
});

const rows = async (path: string, query: Record<string, string>): Promise<Json[]> => {
  const answer = await on.get(`/${path}?${new URLSearchParams(query)}`, tenant.admin.token);
  expect(answer.status).toBe(200);
  return on.data(answer).rows;
};
/** One after the other, so that no order of arrival decides. */
const each = async <T>(values: readonly T[], make: (value: T, i: number) => Promise<unknown>): Promise<void> => {
  for (const [i, value] of values.entries()) await make(value, i);
};

describe('retail', () => {
  it('categories: any case and blanks at the ends; blank, none and "uncategorised" are one', async () => {
    const categories = [
      'beverages',
      'Beverages',
      ' BEVERAGES',
      'Beverages ',
      '',
      null,
      '  ',
      'Uncategorised',
      '\tFood\n',
      'food',
      'Food',
    ];
    const lines: Json[] = [];
    await each(categories, async (category) => lines.push(await newProduct(tenant, { category, tax_rate: 0 })));
    await sell(
      tenant,
      lines.map(({ id }) => ({ product_id: id, quantity: 1 })),
    );
    const found = await rows('retail/reports/sales', { group_by: 'category' });
    expect(found.map((row) => [row.group, row.label, row.sales_count, row.quantity])).toEqual([
      ['Beverages', 'Beverages', 1, 4],
      ['uncategorised', 'uncategorised', 1, 4],
      ['Food', 'Food', 1, 3],
    ]);
  });

  it('the label of equally common spellings is always the same one', async () => {
    const [one, two] = [await newProduct(tenant, { category: 'tea' }), await newProduct(tenant, { category: 'Tea' })];
    for (const { id } of [one, two, two, one]) {
      await sell(tenant, [{ product_id: id, quantity: 1 }]);
    }
    expect((await rows('retail/reports/sales', { group_by: 'category' })).map(({ label }) => label)).toEqual(['Tea']);
  });

  it('customers by state, however it is named; free texts are their own', async () => {
    const states = [
      'Penang',
      'Pulau Pinang',
      'pulau pinang ',
      'P. Pinang',
      'Penang',
      'W.P. Kuala Lumpur',
      'KL',
      'Bangkok',
      'BANGKOK',
      ' ',
      null,
    ];
    await each(states, (state) => newCustomer(tenant, { address: state === null ? null : { state } }));
    const found = await rows('retail/reports/customers', { segment_by: 'location' });
    expect(found.map(({ label, customers }) => [label, customers])).toEqual([
      ['Penang', 5],
      ['BANGKOK', 2],
      ['KL', 2],
      ['unknown', 2],
    ]);
  });

  it('states in SQL are those of the service', async () => {
    const names = [
      'Wilayah Persekutuan Kuala Lumpur',
      'WP Labuan',
      'Federal Territory of Putrajaya',
      'N. Sembilan',
      'Negeri Selangor',
      'Selangor Darul Ehsan',
      'Negeri Sembilan Darul Khusus',
      'Johor Darul Takzim',
      'JHR',
      'Melaka',
      'Sabah',
      'Johor Bahru Barat',
      'Wilayah Persekutuan',
      'selangor',
      'Johore',
      'Malacca',
      '吉隆坡',
    ];
    await each(names, (state) => newCustomer(tenant, { address: { state } }));
    const found = await rows('retail/reports/customers', { segment_by: 'location' });
    const keys = names.map((name) => stateNamed(name) ?? name);
    const expected = [...new Set(keys)].map((key) => keys.filter((other) => other === key).length);
    expect(found.map(({ customers }) => customers).sort()).toEqual(expected.sort());
    expect(found.length).toBe(new Set(keys).size);
  });

  it('a federal territory without its name is the one of its postcode', async () => {
    const addresses = [
      { state: 'Wilayah Persekutuan', postal_code: '50450' },
      { state: 'KL' },
      { state: 'W.P.', postal_code: '62000' },
      { state: ' wilayah persekutuan ', postal_code: '87000' },
      { state: 'Wilayah Persekutuan', postal_code: '40000' },
      { state: 'Wellington', postal_code: '50450' },
    ];
    await each(addresses, (address) => newCustomer(tenant, { address }));
    const found = await rows('retail/reports/customers', { segment_by: 'location' });
    const keys = addresses.map(({ state, postal_code }) => stateNamed(state, postal_code) ?? state);
    expect(keys).toEqual(['14', '14', '16', '15', 'Wilayah Persekutuan', 'Wellington']);
    expect(found.map(({ label, customers }) => [label, customers])).toEqual([
      [expect.stringMatching(/^(Kuala Lumpur|KL)$/), 2],
      ['Labuan', 1],
      ['Putrajaya', 1],
      ['Wellington', 1],
      ['Wilayah Persekutuan', 1],
    ]);
  });

  it('payment methods of a cashier', async () => {
    const { id } = await newProduct(tenant, { tax_rate: 0, selling_price: 10 });
    const methods = [
      'cash',
      'Tunai',
      ' CASH',
      'kad',
      'Card',
      'DuitNow QR',
      'duitnow',
      "Touch 'n Go",
      'TNG',
      'touch n go',
      'Boost',
      '',
      ' ',
      null,
    ];
    await each(methods, (payment_method) => sell(tenant, [{ product_id: id, quantity: 1 }], { payment_method }));
    const found = await rows('retail/reports/daily-closing', {});
    expect(found.map((row) => [row.payment_method, row.sales_count, row.expected_cash])).toEqual([
      [null, 3, 0],
      ['Boost', 1, 0],
      ['Card', 2, 0],
      ['CASH', 3, 30],
      ['DuitNow QR', 2, 0],
      ['TNG', 3, 0],
    ]);
  });
});

describe('healthcare', () => {
  it('states and genders of patients', async () => {
    const people = [
      ['Penang', 'Male'],
      ['Pulau Pinang', 'lelaki'],
      ['pulau pinang', 'L'],
      ['Pulau Pinang', 'perempuan '],
      [' ', 'FEMALE'],
      [null, ' '],
    ] as const;
    await each(people, ([state, gender]) => newPatient(tenant, { gender, address: state === null ? null : { state } }));
    const by = async (group_by: string) =>
      (await rows('healthcare/reports/patient-demographics', { group_by })).map(({ label, patients }) => [
        label,
        patients,
      ]);
    expect(await by('location')).toEqual([
      ['Pulau Pinang', 4],
      ['unknown', 2],
    ]);
    expect(await by('gender')).toEqual([
      ['male', 3],
      ['female', 2],
      ['unknown', 1],
    ]);
  });

  it('types of appointments and ways of paying bills', async () => {
    const patient = await newPatient(tenant);
    const types = ['follow_up', 'Follow-up', 'Rawatan susulan', 'follow up', 'Follow-up', ' ', null];
    await each(types, (appointment_type, i) =>
      newAppointment(tenant, { patient_id: patient.id, appointment_type, scheduled_date: `2031-03-${10 + i}` }),
    );
    const appointments = await rows('healthcare/reports/appointment-stats', { group_by: 'appointment_type' });
    expect(appointments.map(({ label, appointments: many }) => [label, many])).toEqual([
      ['Follow-up', 5],
      ['unspecified', 2],
    ]);
    const items = [{ description: 'Consultation', quantity: 1, unit_price: 50 }];
    await each(['Cash', 'tunai', 'Cash ', 'card', null, ''], (payment_method) =>
      newBill(tenant, { patient_id: patient.id, payment_method, items }),
    );
    const revenue = await rows('healthcare/reports/revenue', { group_by: 'payment_method' });
    expect(revenue.map(({ label, bills }) => [label, bills])).toEqual([
      ['Cash', 3],
      ['unspecified', 2],
      ['card', 1],
    ]);
  });
});

it('beauty: levels of membership, frequencies and genders of clients', async () => {
  const clients = [
    { membership_level: 'Gold', frequency: 'weekly', gender: 'Female' },
    { membership_level: 'gold ', frequency: 'Weekly', gender: 'perempuan' },
    { membership_level: 'Gold', frequency: ' ', gender: 'P' },
    { membership_level: null, frequency: null, gender: null },
    { membership_level: '  ', frequency: 'Weekly', gender: ' ' },
  ];
  await each(clients, (client) => newClient(tenant, client));
  const by = async (group_by: string) =>
    (await rows('beauty/reports/clients', { group_by })).map(({ label, clients: many }) => [label, many]);
  expect(await by('membership_level')).toEqual([
    ['Gold', 3],
    ['none', 2],
  ]);
  expect(await by('frequency')).toEqual([
    ['Weekly', 3],
    ['none', 2],
  ]);
  expect(await by('demographics')).toEqual([
    ['female, unknown', 3],
    ['unknown, unknown', 2],
  ]);
});

it('education: levels by the names that a school has for them', async () => {
  const levels = [
    'Form 4',
    'Tingkatan 4',
    'form 4 sains',
    'Form 4',
    'FORM  4',
    'Form 10',
    'form 10',
    'Darjah 3',
    ' ',
    null,
  ];
  const { id: class_id } = await newClass(tenant);
  await each(levels, async (current_grade) => {
    const { id: student_id } = await newStudent(tenant, { current_grade });
    await newAttendance(tenant, { class_id, student_id, date: '2026-03-10', status: 'present' });
  });
  const found = await rows('education/reports/attendance', { group_by: 'grade' });
  expect(found.map(({ label, total }) => [label, total])).toEqual([
    ['Form 10', 2],
    ['Form 4', 5],
    ['Darjah 3', 1],
    ['unspecified', 2],
  ]);
});
