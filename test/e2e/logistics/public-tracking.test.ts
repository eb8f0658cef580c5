import { baseUrl, reference, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newDriver, newShipment, newVehicle } from '../../support/logistics.js';
import { newTenant, newUser, unique, type TestTenant } from '../../support/people.js';

const DAY_MS = 86_400_000;
/** What must be on no page: each text is sent where only those with an account may read it. */
const SECRETS = {
  company: 'Syarikat Rahsia',
  person: 'Puan Rahsiah',
  phone: '+60191919191',
  street: '77, Jalan Rahsia',
  postcode: '43219',
  email: 'rahsia@example.com',
  notes: 'Nota rahsia',
  instructions: 'Arahan rahsia',
  reference: 'RUJ-RAHSIA',
  hub: 'Hab Rahsia',
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const party = (city: string, state: string): Json => ({
  company_name: SECRETS.company,
  contact_person: SECRETS.person,
  phone_number: SECRETS.phone,
  email: SECRETS.email,
  latitude: 3.987654,
  longitude: 101.456789,
  address: { street: SECRETS.street, city, state, postal_code: SECRETS.postcode },
});
const linkOf = async ({ id }: Json, by = token): Promise<Json> =>
  must(await on.get(`/logistics/shipments/${id}/tracking-link`, by), 200);
const renew = (id: string, by = token) => on.post(`/logistics/shipments/${id}/tracking-link`, {}, by);
const report = async (id: string, body: Json): Promise<Json> =>
  must(await on.post(`/logistics/shipments/${id}/update-status`, body, token), 200);
const pathOf = (url: string): string => new URL(url).pathname;

interface Shown {
  status: number;
  headers: Headers;
  text: string;
}
const open = async (path: string, headers: Record<string, string> = {}): Promise<Shown> => {
  const answer = await fetch(`${baseUrl()}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const asJson = { accept: 'application/json' };
const read = async (path: string): Promise<Json> => {
  const { status, text } = await open(path, asJson);
  expect(status).toBe(200);
  return JSON.parse(text);
};
/** A shipment with a secret in everything that is not to be shown, under way and named to a driver and a vehicle. */
async function sent(): Promise<Json> {
  const [driver, vehicle] = await Promise.all([
    newDriver(tenant, { first_name: 'Pemandu', last_name: 'Rahsiawan' }),
    newVehicle(tenant, { registration_number: 'RHS 9191' }),
  ]);
  const shipment = await newShipment(tenant, {
    origin: party('Shah Alam', 'Selangor'),
    destination: party('George Town', 'Pulau Pinang'),
    delivery_date: '2029-05-10',
    delivery_time_window: { start: '09:00', end: '12:00' },
    notes: SECRETS.notes,
    customer_reference: SECRETS.reference,
    payment_method: 'cod',
    payment_amount: 9191.91,
    insurance_amount: 8181.81,
    package_details: { weight_kg: 7171.71, value_myr: 6161.61, special_instructions: SECRETS.instructions },
  });
  const seen = { status: 'in_transit', notes: SECRETS.notes, driver_id: driver.id, vehicle_id: vehicle.id };
  const location = { latitude: 3.987654, longitude: 101.456789, address: SECRETS.hub };
  await report(shipment.id, { ...seen, location: { ...location, timestamp: '2026-03-10T01:30:00Z' } });
  await report(shipment.id, { ...seen, location: { address: party('Ipoh', 'Perak').address } });
  return shipment;
}

describe('A-317: GET /track/{token}', () => {
  it('shows status, times, city and state of both ends and the promised window, without an account', async () => {
    const shipment = await sent();
    const { url, expires_at } = await linkOf(shipment);
    expect(expires_at).toBeNull();
    const { history, ...shown } = await read(pathOf(url));
    expect(shown).toEqual({
      tracking_number: shipment.tracking_number,
      status: 'in_transit',
      origin: { city: 'Shah Alam', state: 'Selangor' },
      destination: { city: 'George Town', state: 'Pulau Pinang' },
      delivery_date: '2029-05-10',
      delivery_time_window: { start: '09:00:00', end: '12:00:00' },
      estimated_delivery_time: '2029-05-10T04:00:00.000Z',
      actual_delivery_time: null,
    });
    expect(history.map(({ status }: Json) => status)).toEqual(['pending', 'in_transit', 'in_transit']);
    expect(history[1].at).toBe('2026-03-10T01:30:00.000Z');
    const { text } = await open(pathOf(url));
    for (const part of [
      '10/05/2029, 09:00–12:00',
      'Shah Alam, Selangor',
      'George Town, Pulau Pinang',
      '10/03/2026 09:30',
    ])
      expect(text).toContain(part);
  });

  it('tells nothing else, in HTML or JSON, in either language', async () => {
    const shipment = await sent();
    await on.put(`/logistics/shipments/${shipment.id}`, { payment_amount: 9292.92 }, token);
    const path = pathOf((await linkOf(shipment)).url);
    const figures = ['9191', '9292', '8181', '7171', '6161', '3.98', '101.45', 'RHS', 'Pemandu', 'Ipoh', 'Perak'];
    const ids = [shipment.id, tenant.id, tenant.name];
    for (const accept of ['text/html', 'application/json'])
      for (const language of ['en', 'ms']) {
        const { status, text } = await open(path, { accept, 'accept-language': language });
        expect(status).toBe(200);
        for (const secret of [...Object.values(SECRETS), ...figures, ...ids, 'RM', 'cod'])
          expect(text).not.toContain(secret);
        expect(text).not.toMatch(/rahsia/i);
      }
    // That something was corrected is not told either.
    expect((await read(path)).history).toHaveLength(3);
  });

  it('is HTML for browsers and JSON for who asks for it, in Malay for who prefers it', async () => {
    const path = pathOf((await linkOf(await newShipment(tenant))).url);
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const html = await open(path, { accept: browser, 'accept-language': 'ms-MY,ms;q=0.9,en;q=0.8' });
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('content-language')).toBe('ms');
    expect(html.text).toContain('<html lang="ms">');
    expect(html.text).toContain('Menunggu kutipan');
    const plain = await open(path);
    expect(plain.text).toContain('<html lang="en">');
    expect(plain.text).toContain('Waiting for collection');
    const json = await open(path, { accept: 'application/json, text/plain, */*' });
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const { headers } of [html, json])
      expect(headers.get('vary')?.split(', ')).toEqual(expect.arrayContaining(['Accept', 'Accept-Language']));
  });

  it('runs no script, and is found, passed on and kept by no third party', async () => {
    const path = pathOf((await linkOf(await newShipment(tenant))).url);
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    for (const [asked, status] of [
      [path, 200],
      [forged, 404],
    ] as const)
      for (const accept of ['text/html', 'application/json']) {
        const shown = await open(asked, { accept });
        expect(shown.status).toBe(status);
        const headers = Object.fromEntries(shown.headers);
        expect(headers).toMatchObject({
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
        expect(headers.etag).toBeUndefined();
        expect(headers['set-cookie']).toBeUndefined();
        expect(shown.text).not.toMatch(/<script|<link|<img|<a |href|src=| on\w+=/i);
      }
    expect((await open(path)).text).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('writes what was sent as text, never as markup', async () => {
    const destination = { address: { city: '<b>&"\'</b><script>alert(1)</script>', state: 'Selangor' } };
    const { text } = await open(pathOf((await linkOf(await newShipment(tenant, { destination }))).url));
    expect(text).toContain('&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  it('is counted by its route: no figure holds a link', async () => {
    const path = pathOf((await linkOf(await newShipment(tenant))).url);
    await open(path);
    const counted = 'route="/track/:token",status="200"';
    // A rendering is kept for a while.
    let { text } = await open('/metrics');
    for (let i = 0; i < 60 && !text.includes(counted); i += 1) {
      await new Promise((done) => setTimeout(done, 100));
      ({ text } = await open('/metrics'));
    }
    expect(text).toContain(counted);
    expect(text).not.toContain(path.slice('/track/'.length));
  });

  it('HEAD is answered, and other methods are 405', async () => {
    const path = pathOf((await linkOf(await newShipment(tenant))).url);
    expect((await fetch(`${baseUrl()}${path}`, { method: 'HEAD' })).status).toBe(200);
    const posted = await fetch(`${baseUrl()}${path}`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('A-317: a link that shows nothing', () => {
  /** Answers of one kind are one and the same, for every reason. */
  async function expectGone(path: string): Promise<void> {
    for (const accept of ['text/html', 'application/json']) {
      const headers = { accept, 'accept-language': 'ms' };
      const [shown, unknown] = await Promise.all([open(path, headers), open(`/track/${'A'.repeat(72)}`, headers)]);
      expect([path, shown.status]).toEqual([path, 404]);
      expect(shown.text).toBe(unknown.text);
      const kept = (one: Headers): [string, string][] =>
        [...one].filter(([name]) => !['x-request-id', 'date'].includes(name));
      expect(kept(shown.headers)).toEqual(kept(unknown.headers));
    }
  }

  it('has one changed character, at whichever place', async () => {
    const path = pathOf((await linkOf(await newShipment(tenant))).url);
    const begins = '/track/'.length;
    expect(path).toHaveLength(begins + 72);
    const changed = Array.from({ length: 72 }, (_, i) => {
      const at = begins + i;
      return path.slice(0, at) + (path[at] === 'A' ? 'B' : 'A') + path.slice(at + 1);
    });
    const answers = await Promise.all(changed.map((other) => open(other, asJson)));
    expect(answers.map(({ status }) => status)).toEqual(changed.map(() => 404));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await open(path)).status).toBe(200);
  });

  it('is cut, longer, or no token at all', async () => {
    const shipment = await newShipment(tenant);
    const path = pathOf((await linkOf(shipment)).url);
    for (const other of [path.slice(0, -1), `${path}A`, `${path}%00`, `/track/${shipment.id}`, '/track/x'])
      await expectGone(other);
    await expectGone(`/track/${shipment.tracking_number}`);
    await expectGone(`/track/${'A'.repeat(4_000)}`);
    // Links that were mangled on their way: a path that cannot be decoded, or has another part.
    for (const mangled of ['/track/%zz', `${path}%`, '/track/%E0%A4%A', '/track', '/track/', `${path}/x`, '/track//x'])
      await expectGone(mangled);
  });

  it('was renewed: the new one shows the shipment', async () => {
    const shipment = await newShipment(tenant);
    const first = await linkOf(shipment);
    expect((await open(pathOf(first.url))).status).toBe(200);
    const second = must(await renew(shipment.id), 200);
    expect(second.url).not.toBe(first.url);
    await expectGone(pathOf(first.url));
    expect((await open(pathOf(second.url))).status).toBe(200);
    expect(await linkOf(shipment)).toEqual(second);
  });

  it('ended 30 days after the delivery, and not before', async () => {
    const shipment = await newShipment(tenant);
    const path = pathOf((await linkOf(shipment)).url);
    const delivered = async (ago: number): Promise<Json> => {
      await report(shipment.id, { status: 'in_transit' });
      const timestamp = new Date(Date.now() - ago).toISOString();
      return report(shipment.id, { status: 'delivered', location: { timestamp } });
    };
    const { actual_delivery_time } = await delivered(30 * DAY_MS - 60_000);
    expect((await open(path)).status).toBe(200);
    const ends = new Date(Date.parse(actual_delivery_time) + 30 * DAY_MS).toISOString();
    expect((await linkOf(shipment)).expires_at).toBe(ends);
    await delivered(30 * DAY_MS + 1_000);
    await expectGone(path);
    await report(shipment.id, { status: 'returned' });
    expect((await open(path)).status).toBe(200);
  });

  it.each(['cancelled', 'returned'])('ended 30 days after the shipment was %s, and not before', async (status) => {
    const shipment = await newShipment(tenant);
    const path = pathOf((await linkOf(shipment)).url);
    const reported = async (ago: number): Promise<Date> => {
      const timestamp = new Date(Date.now() - ago).toISOString();
      await report(shipment.id, { status, location: { timestamp } });
      return new Date(Date.parse(timestamp) + 30 * DAY_MS);
    };
    const ends = await reported(30 * DAY_MS - 60_000);
    expect((await open(path)).status).toBe(200);
    expect((await linkOf(shipment)).expires_at).toBe(ends.toISOString());
    await reported(30 * DAY_MS + 1_000);
    await expectGone(path);
    await report(shipment.id, { status: 'in_transit' });
    expect([(await open(path)).status, (await linkOf(shipment)).expires_at]).toEqual([200, null]);
  });

  it('is of a business that did without logistics, or was suspended', async () => {
    const owner = await newTenant();
    const made = must(
      await on.post('/tenants', { name: unique('anak'), business_type: 'logistics' }, owner.admin.token),
      201,
    );
    const seat = must(await on.login(owner.admin.email, owner.admin.password, made.id), 200);
    const other = { ...owner, id: made.id, admin: { ...owner.admin, token: seat.access_token as string } };
    const shipment = await newShipment(other);
    const path = pathOf((await linkOf(shipment, other.admin.token)).url);
    expect((await open(path)).status).toBe(200);
    must(await on.post('/modules/logistics/disable', {}, other.admin.token), 200);
    await expectGone(path);
    must(await on.post('/modules/logistics/enable', {}, other.admin.token), 200);
    expect((await open(path)).status).toBe(200);
    await reference.put(`/tenants/${made.id}/`, { is_active: false }, { token: owner.admin.token });
    await expectGone(path);
  });
});

describe('A-317: GET and POST /api/v1/logistics/shipments/{shipment_id}/tracking-link/', () => {
  it('answer where the shipment is followed, at the host that was asked', async () => {
    const shipment = await newShipment(tenant);
    const link = await linkOf(shipment);
    expectKeys(link, logisticsShapes.trackingLink);
    expect(link).toMatchObject({ shipment_id: shipment.id, url: expect.stringMatching(/\/track\/[\w-]{72}$/) });
    if (process.env.PUBLIC_URL === undefined) expect(new URL(link.url).origin).toBe(new URL(baseUrl()).origin);
  });

  it('tell nothing to another tenant, and let no user renew who may only read', async () => {
    const [shipment, other] = await Promise.all([newShipment(tenant), newTenant()]);
    const viewer = await newUser(tenant, 'user');
    const { url } = await linkOf(shipment, viewer.token);
    expectRefusal(on, await renew(shipment.id, viewer.token), 403);
    for (const id of [shipment.id, UNKNOWN_ID, 'x']) {
      expectRefusal(on, await on.get(`/logistics/shipments/${id}/tracking-link`, other.admin.token), 404);
      expectRefusal(on, await renew(id, other.admin.token), 404);
    }
    expect((await linkOf(shipment)).url).toBe(url);
  });

  it('renew once for each of many at once', async () => {
    const shipment = await newShipment(tenant);
    const links = await Promise.all(Array.from({ length: 8 }, async () => must(await renew(shipment.id), 200)));
    const shown = await Promise.all(links.map(async ({ url }) => (await open(pathOf(url))).status));
    expect(new Set(links.map(({ url }) => url)).size).toBe(8);
    expect(shown.filter((status) => status === 200)).toHaveLength(1);
    expect((await open(pathOf((await linkOf(shipment)).url))).status).toBe(200);
  });
});
