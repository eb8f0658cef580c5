import { configureBeauty } from '../../support/beauty.js';
import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { statedTypes, watchEvents, type RecordedEvent, type WatchedEvents } from '../../support/valid-events.js';

/** What every operation of salons announces, and with which data (A-431 … A-433). */

jest.setTimeout(120_000);

type Told = Omit<RecordedEvent, 'id'>;

const folders: Readonly<Record<string, string>> = {
  client: 'clients',
  staff: 'staff',
  service: 'services',
  product: 'products',
  stock: 'products',
  package: 'packages',
  membership: 'memberships',
  points: 'clients',
  appointment: 'appointments',
};

let tenant: TestTenant;
let watched: WatchedEvents;
beforeAll(async () => {
  tenant = await newTenant();
  await configureBeauty(tenant, { deduct_products_used: true });
  watched = await watchEvents(tenant.id);
});

const post = async (path: string, body: unknown, status = 201): Promise<Json> =>
  must(await on.post(`/beauty${path}`, body, tenant.admin.token), status);
const put = async (path: string, body: unknown): Promise<Json> =>
  must(await on.put(`/beauty${path}`, body, tenant.admin.token), 200);
const act = (path: string, body: unknown = {}): Promise<Json> => post(path, body, 200);
const remove = (path: string): Promise<Answer> => on.send('DELETE', `/beauty${path}`, { token: tenant.admin.token });

/** An event of a record: what is deleted or erased, and packages of clients, cannot be read. */
function told(name: string, id: string, version: number | null, data: Record<string, unknown> = {}): Told {
  const [noun = '', verb = ''] = name.split('.');
  const isRead = noun in folders && verb !== 'deleted' && verb !== 'erased';
  const path = isRead ? `/api/v1/beauty/${folders[noun]}/${id}/` : null;
  const own = { id, version, path, contract_path: null, ...data };
  return { type: `beauty.${name}`, actor_id: tenant.admin.id, data: own };
}

/** The events of what was done since, all of them. */
async function expectTold(...expected: Told[]): Promise<void> {
  const events = (await watched.since()).map(({ type, actor_id, data }) => ({ type, actor_id, data }));
  expect(events).toEqual(expected);
}

const PERSON = {
  first_name: 'Rahsia',
  last_name: 'Tertutup',
  email: 'rahsia@example.com',
  phone_number: '+60123450199',
  ic_number: '900101-14-5678',
  notes: 'sulit',
};
const PERSONAL = ['Rahsia', 'Tertutup', 'rahsia@', '+6012', '-14-5678', 'sulit', 'lavender', '4321.25', 'Mawar'];

it.each(['client', 'staff'])(
  'A-433: %s: no personal field is named, and nothing of the person is told',
  async (noun) => {
    const path = `/${folders[noun]}`;
    const { id } = await post(path, PERSON);
    await expectTold(told(`${noun}.created`, id, 1));
    await put(`${path}/${id}`, { first_name: 'Rahsia', phone_number: '+60123450199' });
    await expectTold();
    await put(`${path}/${id}`, { first_name: 'Mawar', notes: 'lebih sulit' });
    await expectTold(told(`${noun}.updated`, id, 2, { changed: [] }));
    await put(`${path}/${id}`, {
      pdpa_consent: true,
      ...(noun === 'staff' && { hourly_rate: 4321.25, position: 'stylist' }),
    });
    const position = noun === 'staff' ? ['position'] : [];
    await expectTold(told(`${noun}.updated`, id, 3, { changed: ['pdpa_consent', 'pdpa_consent_date', ...position] }));
    await remove(`${path}/${id}`);
    await expectTold(told(`${noun}.deleted`, id, 4));
    const other = await post(path, { ...PERSON, ...(noun === 'client' && { allergies: ['lavender'] }) });
    await expectTold(told(`${noun}.created`, other.id, 1));
    await act(`${path}/${other.id}/erase`);
    await expectTold(told(`${noun}.erased`, other.id, 2));
  },
);

it('A-432: points of clients are told entry by entry', async () => {
  const { id } = await post('/clients', { ...PERSON, loyalty_points: 12 });
  const entry = (version: number, kind: string, points_changed: number, balance: number) =>
    told('points.changed', id, version, { kind, points_changed, balance });
  await expectTold(told('client.created', id, 1), entry(1, 'opening', 12, 12));
  await put(`/clients/${id}`, { loyalty_points: 5, membership_level: 'gold' });
  await expectTold(
    told('client.updated', id, 2, { changed: ['loyalty_points', 'membership_level'] }),
    entry(2, 'correction', -7, 5),
  );
});

it('services, packages and memberships are made, changed and deleted', async () => {
  const { id } = await post('/services', { name: 'Facial', price: 80 });
  await expectTold(told('service.created', id, 1, { price: 80, is_active: true }));
  await put(`/services/${id}`, { name: 'Facial' });
  await expectTold();
  await put(`/services/${id}`, { price: 85.5, is_active: false });
  await expectTold(told('service.updated', id, 2, { price: 85.5, is_active: false, changed: ['is_active', 'price'] }));
  await remove(`/services/${id}`);
  await expectTold(told('service.deleted', id, 3, { price: 85.5, is_active: false }));

  const offered = await post('/packages', { name: 'Pakej' });
  await expectTold(told('package.created', offered.id, 1, { total_price: null, is_active: true }));
  await put(`/packages/${offered.id}`, { total_price: 60, discount_percentage: 25 });
  const changed = ['discount_percentage', 'total_price'];
  await expectTold(told('package.updated', offered.id, 2, { total_price: 60, is_active: true, changed }));

  const client = await post('/clients', PERSON);
  const joined = await post('/memberships', { client_id: client.id, membership_type: 'Gold', annual_fee: 100 });
  await expectTold(
    told('client.created', client.id, 1),
    told('membership.created', joined.id, 1, { client_id: client.id }),
  );
  await put(`/memberships/${joined.id}`, { status: 'frozen', payment_method: 'akaun sulit' });
  await expectTold(told('membership.updated', joined.id, 2, { client_id: client.id, changed: ['status'] }));
  await post(`/clients/${client.id}/memberships`, { membership_id: joined.id, payment_method: 'cash' });
  await expectTold();
});

it('stock is told entry by entry, for an opening, a correction, a treatment, and products on a bill', async () => {
  const product = await post('/products', { name: 'Serum', price: 45.9, stock_quantity: 10 });
  const { id } = product;
  const stock = (
    version: number,
    kind: string,
    quantity_changed: number,
    stock_quantity: number,
    appointment_id: string | null = null,
  ) => told('stock.changed', id, version, { kind, quantity_changed, stock_quantity, appointment_id });
  await expectTold(told('product.created', id, 1, { price: 45.9, stock_quantity: 10 }), stock(1, 'opening', 10, 10));
  await put(`/products/${id}`, { price: 49, stock_quantity: 8 });
  await expectTold(
    told('product.updated', id, 2, { price: 49, stock_quantity: 8, changed: ['price', 'stock_quantity'] }),
    stock(2, 'correction', -2, 8),
  );
  const { id: service_id } = await post('/services', { name: 'Facial', price: 80 });
  const made = await post('/appointments', {
    walk_in: true,
    services: [{ service_id }],
    products: [{ product_id: id, quantity: 2 }],
  });
  await watched.since();
  const visit = { client_id: null, status: 'completed', previous_status: 'pending', total_amount: 178, amount_paid: 0 };
  await act(`/appointments/${made.id}/complete`, {
    services_rendered: [{ service_id, products_used: [{ product_id: id, quantity: 1 }] }],
  });
  await expectTold(
    told('appointment.completed', made.id, 2, visit),
    stock(3, 'used', -1, 7, made.id),
    stock(4, 'sold', -2, 5, made.id),
  );
  await put(`/appointments/${made.id}`, { products: [] });
  await expectTold(
    told('appointment.updated', made.id, 3, {
      ...visit,
      previous_status: null,
      changed: expect.arrayContaining(['products']),
    }),
    stock(5, 'returned', 2, 7, made.id),
  );
  await remove(`/products/${id}`);
  await expectTold(told('product.deleted', id, 6, { price: 49, stock_quantity: 7 }));
});

describe('A-431: an appointment', () => {
  let client_id: string;
  let services: { service_id: string }[];
  beforeAll(async () => {
    client_id = (await post('/clients', PERSON)).id;
    services = [{ service_id: (await post('/services', { name: 'Potongan', price: 80 })).id }];
  });
  const event = (
    verb: string,
    id: string,
    version: number,
    status: string,
    previous_status: string | null,
    more = {},
  ) => {
    const data = { client_id, status, previous_status, total_amount: null, amount_paid: 0, ...more };
    return told(`appointment.${verb}`, id, version, data);
  };
  const book = async (more = {}): Promise<string> => {
    const { id } = await post('/appointments', { client_id, services, ...more });
    await watched.since();
    return id;
  };

  it('announces the status that an operation reaches, whichever operation that is', async () => {
    await watched.since();
    const { id } = await post('/appointments', { client_id, services });
    await expectTold(event('created', id, 1, 'pending', null));
    await put(`/appointments/${id}`, { status: 'confirmed' });
    await expectTold(event('confirmed', id, 2, 'confirmed', 'pending'));
    await put(`/appointments/${id}`, { status: 'confirmed' });
    await expectTold();
    await act(`/appointments/${id}/check-in`);
    await expectTold(event('checked_in', id, 3, 'confirmed', null));
    await act(`/appointments/${id}/check-in`);
    await expectTold();
    await act(`/appointments/${id}/start`);
    await expectTold(event('started', id, 4, 'in_progress', 'confirmed'));
    await act(`/appointments/${id}/complete`);
    await expectTold(event('completed', id, 5, 'completed', 'in_progress', { total_amount: 80 }));
    await put(`/appointments/${id}`, { status: 'pending' });
    await expectTold(event('reopened', id, 6, 'pending', 'completed'));
    await put(`/appointments/${id}`, { status: 'in_progress' });
    await expectTold(event('started', id, 7, 'in_progress', 'pending'));
    await put(`/appointments/${id}`, { status: 'completed' });
    await expectTold(event('completed', id, 8, 'completed', 'in_progress'));
    await put(`/appointments/${id}`, { status: 'no_show' });
    await expectTold(event('missed', id, 9, 'no_show', 'completed'));
    await put(`/appointments/${id}`, { status: 'cancelled' });
    await expectTold(event('cancelled', id, 10, 'cancelled', 'no_show'));
  });

  it('is checked in alone, also where that confirms it, and cancelled by its operation', async () => {
    const id = await book();
    await act(`/appointments/${id}/check-in`);
    await expectTold(event('checked_in', id, 2, 'confirmed', 'pending'));
    await act(`/appointments/${id}/cancel`, { reason: 'sulit', cancelled_by: 'Rahsia' });
    await expectTold(event('cancelled', id, 3, 'cancelled', 'confirmed'));
  });

  it('is updated where more than the status changed, and where it is made in a later one announces both', async () => {
    const { id } = await post('/appointments', { client_id, services, status: 'confirmed' });
    await expectTold(event('confirmed', id, 1, 'confirmed', null), event('created', id, 1, 'confirmed', null));
    await put(`/appointments/${id}`, { notes: 'sulit' });
    await expectTold(event('updated', id, 2, 'confirmed', null, { changed: [] }));
    await put(`/appointments/${id}`, { notes: 'sulit', status: 'confirmed', services, client_id });
    await expectTold();
    const { id: staff_id } = await post('/staff', PERSON);
    await watched.since();
    await put(`/appointments/${id}`, { status: 'completed', services: [{ ...services[0], staff_id }] });
    const changed = expect.arrayContaining(['services', 'status']);
    await expectTold(
      event('completed', id, 3, 'completed', 'confirmed'),
      event('updated', id, 3, 'completed', 'confirmed', { changed }),
    );
    await put(`/appointments/${id}`, { services: [...services, ...services] });
    const more = { changed: expect.arrayContaining(['services', 'total_price']) };
    await expectTold(event('updated', id, 4, 'completed', null, more));
  });

  it('tells what is paid, given back and tipped', async () => {
    const id = await book();
    const entry = (payment: string, kind: string, amount: number, amount_paid: number): Told => {
      const path = `/api/v1/beauty/appointments/${id}/`;
      return told('payment.created', payment, null, { path, appointment_id: id, kind, amount, amount_paid });
    };
    const paid = await post(`/appointments/${id}/payments`, { amount: 30, payment_method: 'card' });
    await expectTold(entry(paid.id, 'payment', 30, 30));
    const back = await post(`/appointments/${id}/refunds`, { amount: 10, reason: 'sulit' });
    await expectTold(entry(back.id, 'refund', 10, 20));
    const tip = await post(`/appointments/${id}/tips`, { amount: 5 });
    await expectTold(entry(tip.id, 'tip', 5, 20));
    await act(`/appointments/${id}/complete`, { payment_received: true });
    const { amount_paid } = must(await on.get(`/beauty/appointments/${id}`, tenant.admin.token), 200);
    expect(amount_paid).toBe(80);
    await expectTold(event('completed', id, 5, 'completed', 'pending', { total_amount: 80, amount_paid }), {
      ...entry('', 'payment', 60, 80),
      data: { ...entry('', 'payment', 60, 80).data, id: expect.any(String) },
    });
  });

  it('takes sessions of a package of its client, and gives them back', async () => {
    const service_id = services[0]?.service_id as string;
    const offered = await post('/packages', {
      name: 'Pakej',
      total_price: 60,
      services: [{ service_id, sessions: 3 }],
    });
    const package_id = offered.id;
    await watched.since();
    const sold = await post(`/clients/${client_id}/packages`, { package_id, payment_method: 'cash' });
    await expectTold(told('client_package.created', sold.id, 1, { client_id, package_id, price: 60 }));
    const appointment_id = await book({ services: [...services, ...services] });
    const session = (verb: string, version: number, balance: number) =>
      told(`client_package.${verb}`, sold.id, version, { client_id, package_id, service_id, balance, appointment_id });
    await act(`/client-packages/${sold.id}/redeem`, { appointment_id, service_id });
    await expectTold(session('redeemed', 2, 2));
    await act(`/client-packages/${sold.id}/redeem`, { appointment_id, service_id });
    await expectTold(session('redeemed', 3, 1));
    await put(`/appointments/${appointment_id}`, { status: 'cancelled' });
    await expectTold(
      event('cancelled', appointment_id, 4, 'cancelled', 'pending'),
      session('returned', 4, 2),
      session('returned', 4, 3),
    );
    await act(`/client-packages/${sold.id}/void`, { reason: 'sulit' });
    await expectTold(told('client_package.voided', sold.id, 5, { client_id, package_id, price: 60 }));
  });
});

it('announces nothing for what is refused or only read', async () => {
  const { token } = tenant.admin;
  await on.post('/beauty/services', { name: 'Facial', price: -1 }, token);
  await on.post('/beauty/appointments', { services: [] }, token);
  for (const folder of Object.values(folders)) must(await on.get(`/beauty/${folder}`, token), 200);
  await expectTold();
});

it('A-432, A-433: every type of salons occurred, and no personal value in any', () => {
  expect(watched.types()).toEqual([...statedTypes('beauty'), 'beauty.client_package.voided'].sort());
  const text = watched.text();
  expect(PERSONAL.filter((value) => text.includes(value))).toEqual([]);
});
