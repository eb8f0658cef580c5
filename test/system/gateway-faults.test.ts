import { FAKE_BRAND_ID, FAKE_SECRET_KEY, startFakeChip, type FakeChip } from '../../tools/fake-chip.js';
import type { Answer, Json } from '../support/client.js';
import { callbackPath } from '../support/payment-callbacks.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/**
 * A gateway that answers 5xx, cuts the connection, hangs or lies, at each call of an attempt: nothing is booked by it, and once the
 * gateway is well the money is booked once.
 */

jest.setTimeout(300_000);

const TOTAL = 80;

let database: OwnDatabase;
let chip: FakeChip;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  chip = await startFakeChip();
  service = await startOwnService(database, { PUBLIC_URL: 'https://usaha.example' }, { movesClock: true });
  tenant = await newTenantAt(service);
  const account = { gateway: 'chip', brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url: chip.api_url };
  await send('PUT', 'payment-account', account);
  // From now on the key of the signatures is known: every call is about a purchase, and none of this one.
  const first = await Payable.made('fpx');
  await first.pay();
  expect(await first.callback()).toBe(200);
});
afterEach(() => (chip.faults.length = 0));
afterAll(async () => {
  await stopOwnServices();
  await chip.stop();
  await dropDatabases();
});

const raw = (method: string, path: string, body?: Json): Promise<Answer> => {
  const options = { token: tenant.admin.token, ...(body === undefined ? {} : { body }) };
  return at(service).send(method, `/api/v1/${path}/`, options);
};
async function send(method: string, path: string, body?: Json): Promise<Json> {
  const answer = await raw(method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** A request of a separate bill, and what payers, staff and CHIP do with it. */
class Payable {
  private constructor(
    private readonly bill: string,
    private readonly request: Json,
  ) {}

  static async made(method?: string): Promise<Payable> {
    const { id: patient_id } = await send('POST', 'healthcare/patients', { first_name: 'Siti', last_name: 'Nur' });
    const items = [{ description: 'Rundingan', quantity: 1, unit_price: TOTAL }];
    const { id: bill } = await send('POST', 'healthcare/billing', { patient_id, items });
    const subject = { subject_type: 'healthcare.bill', subject_id: bill };
    return new Payable(bill, await send('POST', 'payment-requests', { ...subject, ...(method && { method }) }));
  }

  async page(method?: string): Promise<{ status: number; body: Json }> {
    const url = `${service.baseUrl}${new URL(this.request.url).pathname}`;
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const answer = await fetch(
      url,
      method ? { method: 'POST', headers, body: JSON.stringify({ method }) } : { headers },
    );
    return { status: answer.status, body: (await answer.json()) as Json };
  }

  /** A page asks about an attempt once it is five seconds old. */
  async pageThatAsks(): Promise<number> {
    return eventually('the page has asked', async () => {
      const { status } = await this.page();
      return chip.faults.length === 0 && status;
    });
  }

  check = (): Promise<Answer> => raw('POST', `payment-requests/${this.request.id}/check`, {});
  read = (): Promise<Json> => send('GET', `payment-requests/${this.request.id}`);
  payments = (): Promise<Json> => send('GET', `healthcare/billing/${this.bill}/payments`);

  /** The purchase of its last attempt. */
  async purchase(): Promise<{ id: string }> {
    const [attempt] = await send('GET', `payment-requests/${this.request.id}/attempts`);
    const found = [...chip.book.purchases.values()].find(({ reference }) => reference === attempt.id);
    if (!found) throw new Error('There is no such purchase');
    return found;
  }

  async pay(): Promise<void> {
    await chip.payerDoes((await this.purchase()).id, { method: 'fpx', callback: false });
  }

  async callback(): Promise<number> {
    const purchase = chip.book.purchases.get((await this.purchase()).id);
    const body = JSON.stringify({ event_type: 'purchase.paid', ...purchase });
    const headers = { 'content-type': 'application/json', 'x-signature': chip.book.sign(body) };
    const url = `${service.baseUrl}${callbackPath(tenant.id, 'chip')}`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  async expectNothingBooked(): Promise<void> {
    expect(await this.read()).toMatchObject({ status: 'open', paid_amount: 0, unapplied_amount: 0 });
    expect(await this.payments()).toEqual([]);
  }

  async expectBookedOnce(): Promise<void> {
    expect(await this.read()).toMatchObject({ status: 'paid', paid_amount: TOTAL, unapplied_amount: 0 });
    expect(await this.payments()).toMatchObject([{ amount: TOTAL, payment_method: 'fpx' }]);
  }
}

/** Faults of one answer, and what is thereby unknown. */
const FAULTS = ['500', '503', 'cut', 'half', 'html'] as const;
const ASKING: [call: string, ask: (of: Payable) => Promise<number>, status: number][] = [
  ['check/', async (of) => (await of.check()).status, 503],
  ['a callback', (of) => of.callback(), 503],
  ['the page', (of) => of.pageThatAsks(), 200],
];

describe('an attempt that is asked about', () => {
  it.each(FAULTS.flatMap((fault) => ASKING.map((asking) => [fault, ...asking] as const)))(
    '%s at %s: it stays as it is, and is booked once by the next answer',
    async (fault, _call, ask, status) => {
      const of = await Payable.made('fpx');
      await of.pay();
      chip.faults.push(fault);
      expect(await ask(of)).toBe(status);
      expect(chip.faults).toEqual([]);
      await of.expectNothingBooked();
      expect(await Promise.all([of.callback(), of.callback(), of.check().then((answer) => answer.status)])).toEqual([
        200, 200, 200,
      ]);
      await of.expectBookedOnce();
    },
  );

  it('hang: no answer within ten seconds is none', async () => {
    const of = await Payable.made('fpx');
    await of.pay();
    chip.faults.push('hang');
    const { status, body } = await of.check();
    expect([status, body.error.code]).toEqual([503, 'GATEWAY_SILENT']);
    await of.expectNothingBooked();
    expect((await of.check()).status).toBe(200);
    await of.expectBookedOnce();
  });

  type Purchase = Record<string, unknown>;
  const paid = ({ payment }: Purchase, other: Json) => ({ ...(payment as Json), ...other });
  it.each<[string, (purchase: Purchase) => unknown]>([
    ['a status that it does not have', (purchase) => ({ ...purchase, status: 'hold' })],
    ['another purchase', (purchase) => ({ ...purchase, id: '00000000-0000-4000-8000-000000000002' })],
    ['no time of the payment', (purchase) => ({ ...purchase, payment: paid(purchase, { paid_on: null }) })],
    ['an amount that is a text', (purchase) => ({ ...purchase, payment: paid(purchase, { amount: '8000' }) })],
    ['half a sen', (purchase) => ({ ...purchase, payment: paid(purchase, { amount: 8000.5 }) })],
  ])('with %s is not believed, and booked once by the truth', async (_, lie) => {
    const of = await Payable.made('fpx');
    await of.pay();
    chip.faults.push(lie);
    expect((await of.check()).status).toBe(503);
    await of.expectNothingBooked();
    expect((await of.check()).status).toBe(200);
    await of.expectBookedOnce();
  });

  it.each<[string, (purchase: Purchase) => unknown, number]>([
    ['amount', (purchase) => ({ ...purchase, payment: paid(purchase, { amount: 7_999 }) }), 79.99],
    ['currency', (purchase) => ({ ...purchase, payment: paid(purchase, { currency: 'SGD' }) }), TOTAL],
    ['mode', (purchase) => ({ ...purchase, is_test: false }), TOTAL],
  ])('of which another %s was taken books nothing, and is a difference', async (_, lie, amount) => {
    const of = await Payable.made('fpx');
    await of.pay();
    chip.faults.push(lie);
    expect((await of.check()).status).toBe(200);
    expect(await of.payments()).toEqual([]);
    const differences = (await send('GET', 'payment-differences')) as unknown as Json[];
    const { id } = await of.read();
    expect(differences.filter(({ payment_request_id }) => payment_request_id === id)).toMatchObject([
      { kind: 'amount_differs', amount, expected: TOTAL, status: 'open' },
    ]);
  });
});

describe('an attempt that begins', () => {
  it.each([...FAULTS, 'late-500', 'late-cut'])(
    '%s: the payer is told so, and another begins once this one is given up',
    async (fault) => {
      const of = await Payable.made();
      chip.faults.push(fault);
      const { status, body } = await of.page('fpx');
      expect([status, body.error.code]).toEqual([503, 'GATEWAY_SILENT']);
      // The gateway may still carry it out, for all that is known.
      expect((await of.page('card')).status).toBe(409);
      await of.expectNothingBooked();
      await ahead(70_000);
      const next = await of.page('fpx');
      await ahead(0);
      expect([next.status, next.body.waiting?.method]).toEqual([200, 'fpx']);
      await of.pay();
      expect((await of.check()).status).toBe(200);
      await of.expectBookedOnce();
    },
  );

  const ahead = (milliseconds: number): Promise<void> =>
    new Promise((done) => {
      service.child.once('message', () => done());
      service.child.send({ ahead: milliseconds });
    });
});

it.each([...FAULTS, 'late-500', 'late-cut'])(
  '%s while an attempt is abandoned: it stays, and may be paid',
  async (fault) => {
    const of = await Payable.made('fpx');
    chip.faults.push(fault);
    expect((await of.page('card')).status).toBe(503);
    expect(chip.faults).toEqual([]);
    await of.expectNothingBooked();
    const chosen = await of.page('card');
    expect([chosen.status, chosen.body.waiting?.method]).toEqual([200, 'card']);
    await of.pay();
    expect(await of.callback()).toBe(200);
    await of.expectBookedOnce();
  },
);
