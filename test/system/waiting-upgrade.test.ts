import { randomUUID } from 'node:crypto';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { migrate } from '../../libs/shared/dist/index.js';
import type { Json } from '../support/client.js';
import { appointmentBody } from '../support/healthcare.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { plant } from '../support/planted-row.js';
import {
  clonedDatabase,
  dropDatabases,
  emptyDatabase,
  plantTenant,
  sql,
  type OwnDatabase,
} from '../support/system-database.js';
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
 * Upgrades while payments wait for their payer and messages are claimed: afterwards each attempt is settled once,
 * and no message is sent twice.
 */

jest.setTimeout(300_000);

/** Schemas of earlier commits: the last before payments could wait, and the first with messages. */
const BEFORE_WAITING = 1764980530000;
const WITH_MESSAGES = 1764980534000;
const TOTAL = 80;

let database: OwnDatabase;
let mail: MailServer;
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(async () => {
  await stopOwnServices();
  await mail.stop();
});
afterAll(dropDatabases);

const stampOf = ({ name }: { name: string }): number => Number(name.slice(-13));
const start = (): Promise<OwnService> =>
  startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: 'mesej@usaha.example' }, { movesClock: true });
const owner = <R extends object>(text: string, values: unknown[] = []) => sql<R>(database.ownerUrl, text, values);
const lettersTo = (address: string): number => mail.received.filter(({ to }) => to === address).length;

const withOwner = async <T>(
  known: typeof migrations,
  work: (dataSource: ReturnType<typeof createDataSource>) => Promise<T>,
): Promise<T> => {
  const options = { url: database.ownerUrl, entities: [], migrations: known, poolSize: 2 };
  const dataSource = await createDataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
};

/** Takes the schema back to that of an earlier commit, with the rows that it can hold. */
const rewind = (stamp: number): Promise<void> =>
  withOwner(migrations, async (dataSource) => {
    for (const later of migrations.filter((one) => stampOf(one) > stamp)) {
      expect(later.name).not.toBe('');
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
  });

describe('from a schema whose payments do not wait', () => {
  const [taken, refused, lost] = [randomUUID(), randomUUID(), randomUUID()];
  const [claimed, free] = [randomUUID(), randomUUID()];

  it('what the gateway had done is written down, what it had not is given up, and a claimed letter stays unsent', async () => {
    database = await emptyDatabase();
    await withOwner(
      migrations.filter((one) => stampOf(one) <= BEFORE_WAITING),
      migrate,
    );
    const tenant_id = await plantTenant(database.ownerUrl);
    const begun = new Date(Date.now() - 120_000);
    const times = { created_at: begun, updated_at: begun };
    await owner("update core.tenants set business_type = 'healthcare', created_at = now() - interval '30 days'");
    for (const id of [taken, refused, lost]) {
      const money = { type: 'charge', amount: 50, currency: 'MYR', status: 'pending', payment_method: 'fpx' };
      await plant(database.ownerUrl, 'core.payments', { tenant_id, id, ...times, ...money });
    }
    const line = { tenant_id, at: begun, kind: 'charge', amount: 50, currency: 'MYR' };
    await plant(database.ownerUrl, 'core.sandbox_charges', { ...line, attempt_id: taken, reason: null });
    await plant(database.ownerUrl, 'core.sandbox_charges', { ...line, attempt_id: refused, reason: 'declined' });
    for (const [id, email] of [
      [claimed, 'dahulu@example.com'],
      [free, 'baru@example.com'],
    ] as const) {
      const scheduled_at = new Date(Date.now() + 5 * 3_600_000);
      const ends_at = new Date(scheduled_at.getTime() + 1_800_000);
      const visit = { patient_id: id, doctor_id: `dr ${email}`, scheduled_at, ends_at, duration_minutes: 30 };
      const patient = { tenant_id, id, ...times, first_name: 'Siti', last_name: 'Nur', email };
      await plant(database.ownerUrl, 'healthcare.patients', { ...patient, medical_record_number: email });
      await plant(database.ownerUrl, 'healthcare.appointments', {
        ...{ tenant_id, id, ...times, ...visit },
        status: 'scheduled',
      });
    }
    const [{ scheduled_at } = { scheduled_at: new Date() }] = await owner<{ scheduled_at: Date }>(
      'select scheduled_at from healthcare.appointments where id = $1',
      [claimed],
    );
    await plant(database.ownerUrl, 'core.notifications', {
      ...{ tenant_id, id: randomUUID(), kind: 'healthcare.appointment_reminder', subject_id: claimed },
      ...{ occasion: scheduled_at.toISOString(), expires_at: scheduled_at, claimed_at: begun },
    });

    await Promise.all([start(), start()]);
    const read = () =>
      owner<{ id: string; status: string; failure_reason: string | null }>(
        'select id, status, failure_reason from core.payments where tenant_id = $1 order by status, failure_reason',
        [tenant_id],
      );
    const settled = await eventually('all payments are settled', async () => {
      const found = await read();
      return found.every(({ status }) => status !== 'pending') && found;
    });
    expect(settled).toEqual([
      { id: taken, status: 'completed', failure_reason: null },
      { id: refused, status: 'failed', failure_reason: 'declined' },
      { id: lost, status: 'failed', failure_reason: 'not_charged' },
    ]);
    const trail = 'select record_id as id, action from kernel.audit_entries where record_id = any($1)';
    expect(new Set(await owner(trail, [[taken, refused, lost]]))).toEqual(
      new Set([
        { id: taken, action: 'complete' },
        { id: refused, action: 'fail' },
        { id: lost, action: 'fail' },
      ]),
    );
    await eventually('the letter that was not claimed', () => lettersTo('baru@example.com') === 1);
    expect([mail.received.length, lettersTo('dahulu@example.com')]).toEqual([1, 0]);
  });
});

describe('from a schema with waiting attempts and claimed messages', () => {
  let first: OwnService;
  let tenant: OwnTenant;

  const ask = async (service: OwnService, method: string, path: string, body?: Json): Promise<Json> => {
    const said = body === undefined ? {} : { body };
    const answer = await at(service).send(method, `/api/v1/${path}/`, { token: tenant.admin.token, ...said });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data;
  };
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const postPage = async (service: OwnService, url: string, body: Json): Promise<Json> => {
    const address = `${service.baseUrl}${new URL(url).pathname}`;
    const answer = await fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) });
    expect([url, answer.status]).toEqual([url, 200]);
    return (await answer.json()) as Json;
  };
  const newPatient = (email: string): Promise<Json> =>
    ask(first, 'POST', 'healthcare/patients', { first_name: 'Siti', last_name: 'Nur', email });

  /** A request of a patient's bill, and an attempt that waits. */
  async function waitingRequest(): Promise<{ bill: string; request: string; page: string; attempt: string }> {
    const patient = await newPatient(`${randomUUID()}@example.com`);
    const items = [{ description: 'Rundingan', quantity: 1, unit_price: TOTAL }];
    const { id: bill } = await ask(first, 'POST', 'healthcare/billing', { patient_id: patient.id, items });
    const asked = { subject_type: 'healthcare.bill', subject_id: bill, method: 'fpx' };
    const { id: request, waiting } = await ask(first, 'POST', 'payment-requests', asked);
    const [attempt] = await ask(first, 'GET', `payment-requests/${request}/attempts`);
    return { bill, request, page: waiting.redirect_url, attempt: attempt.id };
  }

  async function waitingPayment(subscription: Json): Promise<{ id: string; page: string }> {
    const { id: payment_method_id } = await ask(first, 'POST', 'payment-methods', { type: 'fpx' });
    const metadata = { subscription_id: subscription.id };
    const body = { amount: subscription.amount, payment_method_id, metadata, wait: true };
    const { id, waiting } = await ask(first, 'POST', 'payments', body);
    return { id, page: waiting.redirect_url };
  }

  async function sendTo(email: string): Promise<string> {
    const { id: patient_id } = await newPatient(email);
    const visit = appointmentBody(patient_id, { doctor_id: `dr-${email}` });
    const { id: subject_id } = await ask(first, 'POST', 'healthcare/appointments', visit);
    const subject = { subject_type: 'healthcare.appointment', subject_id };
    const message = { template: 'appointment_reminder', ...subject, ways: ['email'] };
    return (await ask(first, 'POST', 'messages', message)).id;
  }

  const moveClock = (service: OwnService, ahead: number): Promise<void> =>
    new Promise((done) => {
      service.child.once('message', () => done());
      service.child.send({ ahead });
    });

  it('each is settled once, and no message is sent twice', async () => {
    database = await clonedDatabase();
    first = await start();
    tenant = await newTenantAt(first);
    const plan = { tenant_id: tenant.id, plan_type: 'STARTER', billing_cycle: 'MONTHLY' };
    const { body: subscription } = await at(first).post('/v1/subscriptions', plan, tenant.admin.token);
    const [paid, open] = [await waitingRequest(), await waitingRequest()];
    const [paidFor, openFor] = [await waitingPayment(subscription), await waitingPayment(subscription)];
    mail.behaviour.recipient = (address) =>
      address === 'kemudian@example.com' ? '451 4.3.0 Later, please' : undefined;
    const postponed = await sendTo('kemudian@example.com');
    await eventually('the message is postponed', async () => {
      const text = 'select 1 from core.message_tries where message_id = $1 and outcome = $2';
      return (await owner(text, [postponed, 'postponed'])).length === 1;
    });
    mail.behaviour.letter = () => {
      first.child.kill('SIGKILL');
      return undefined;
    };
    const cut = await sendTo('terputus@example.com');
    await eventually('the letter has left', () => lettersTo('terputus@example.com') === 1);
    await first.stop('SIGKILL');
    // Paid at the bank, of which no instance was told.
    await owner("update core.sandbox_payments set status = 'paid', paid_at = now() where id = any($1)", [
      [paid.attempt, paidFor.id],
    ]);
    await rewind(WITH_MESSAGES);
    delete mail.behaviour.recipient;
    delete mail.behaviour.letter;

    const [one, two] = await Promise.all([start(), start()]);
    await Promise.all([one, two].map((service) => moveClock(service, 150_000)));
    const requested = (id: string) => ask(one, 'GET', `payment-requests/${id}`);
    const payment = (id: string) => ask(two, 'GET', `payments/${id}`);
    await eventually('the paid ones are booked', async () => {
      const [request, stated] = [await requested(paid.request), await payment(paidFor.id)];
      return request.status === 'paid' && stated.status === 'completed';
    });
    expect(await payment(openFor.id)).toMatchObject({ status: 'pending', waiting: { method: 'fpx' } });
    expect(await requested(open.request)).toMatchObject({ status: 'open', waiting: { method: 'fpx' } });
    for (const { page } of [open, openFor]) await postPage(one, page, { outcome: 'pay' });
    await eventually('the others are booked', async () => {
      const [request, stated] = [await requested(open.request), await payment(openFor.id)];
      return request.status === 'paid' && stated.status === 'completed';
    });
    for (const { bill, request } of [paid, open]) {
      expect(await ask(one, 'GET', `healthcare/billing/${bill}/payments`)).toMatchObject([
        { amount: TOTAL, payment_request_id: request },
      ]);
      expect(await requested(request)).toMatchObject({ paid_amount: TOTAL, unapplied_amount: 0 });
    }
    expect(await ask(one, 'GET', `subscriptions/${subscription.id}`)).toMatchObject({ terms_paid: 2 });

    const message = (id: string) => ask(one, 'GET', `messages/${id}`);
    await eventually(
      'both messages have ended',
      async () => {
        const found = [await message(cut), await message(postponed)];
        return found.every(({ status }) => status !== 'waiting');
      },
      120,
    );
    expect(await message(cut)).toMatchObject({ status: 'unknown', reason: 'no_outcome' });
    expect(await message(postponed)).toMatchObject({ status: 'sent', way: 'email' });
    expect([lettersTo('terputus@example.com'), lettersTo('kemudian@example.com')]).toEqual([1, 1]);
  });
});
