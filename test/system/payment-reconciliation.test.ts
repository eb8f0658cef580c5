import type { INestApplicationContext } from '@nestjs/common';
import { AttemptReconciliation, NotificationService } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { malaysianDay } from '../support/retail.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Gateways that are asked again at night, what differs from the books, and the letter about it. */

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(240_000);

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  tenant = await newTenantAt(service);
});
afterEach(async () => {
  // What a test has left behind does not concern the others.
  await sql(database.ownerUrl, 'update core.payment_attempts set reconcile_at = null');
  await sql(database.ownerUrl, "update core.payment_differences set status = 'resolved'");
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const post = async (path: string, body: Json): Promise<Json> => {
  const answer = await at(service).post(`/api/v1${path}/`, body, tenant.admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const get = async (path: string, query = ''): Promise<Json> =>
  (await at(service).get(`/api/v1${path}/${query}`, tenant.admin.token)).body.data;

/** A request of a bill of 80, with an attempt by FPX that has ended as its payer decided. */
async function ended(decision: Json): Promise<Json> {
  const person = {
    first_name: 'Aina',
    last_name: 'Roslan',
    date_of_birth: '1990-01-01',
    gender: 'female',
    phone: '0123456789',
  };
  const patient = await post('/healthcare/patients', person);
  const items = [{ description: 'Rundingan', quantity: 1, unit_price: 80 }];
  const bill = await post('/healthcare/billing', { patient_id: patient.id, items });
  const subject = { subject_type: 'healthcare.bill', subject_id: bill.id };
  const request = await post('/payment-requests', { ...subject, method: 'fpx' });
  await decide(request, decision);
  return post(`/payment-requests/${request.id}/check`, {});
}
/** The page at the sandbox stays known: a request that was paid shows it no more. */
const pages = new Map<string, string>();
async function decide(request: Json, decision: Json): Promise<void> {
  const page = request.waiting?.redirect_url ?? pages.get(request.id);
  pages.set(request.id, page);
  const answer = await fetch(`${service.baseUrl}${new URL(page).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ callback: false, ...decision }),
  });
  expect(answer.status).toBe(200);
}
/** The sandbox loses its book of the attempts of a business, so that it knows nothing of them. */
const loseBook = async (): Promise<void> => {
  await sql(database.ownerUrl, 'delete from core.sandbox_payments where tenant_id = $1', [tenant.id]);
  await sql(database.ownerUrl, 'delete from core.sandbox_charges where tenant_id = $1', [tenant.id]);
};
/** The night that comes next is of today until two in Malaysia. */
const firstNight = (): number => (new Date(Date.now() + 8 * 3_600_000).getUTCHours() < 2 ? 0 : 1);
/** One round of the job in a night from now, the next being the first. @returns how many attempts were compared */
const night = (nights: number, time = '02:00:00'): Promise<number> =>
  app.get(AttemptReconciliation).run({
    now: () => new Date(`${malaysianDay(firstNight() + nights - 1)}T${time}+08:00`),
    failed: (error) => {
      throw error;
    },
  });
const differences = (): Promise<Json[]> => get('/payment-differences');

describe('the night', () => {
  it('asks about each attempt of the last three days once, and finds nothing where the books agree', async () => {
    const request = await ended({ outcome: 'pay' });
    await ended({ outcome: 'refuse' });
    expect(await night(1, '01:59:59')).toBe(0);
    expect([await night(1), await night(1, '06:00:00')]).toEqual([2, 0]);
    expect([await night(2), await night(3), await night(4), await night(9)]).toEqual([2, 2, 0, 0]);
    expect(await differences()).toEqual([]);
    expect(await get(`/payment-requests/${request.id}`)).toMatchObject({ status: 'paid', paid_amount: 80 });
  });

  it('books money that came after the last question about an attempt', async () => {
    const request = await ended({ outcome: 'expire' });
    expect(request.status).toBe('open');
    await decide(request, { outcome: 'pay', late: true });
    expect(await night(1)).toBe(1);
    expect(await get(`/payment-requests/${request.id}`)).toMatchObject({ status: 'paid', paid_amount: 80 });
    expect(await differences()).toEqual([]);
  });

  it('opens a difference of what is booked and not at the gateway, once, also after it is resolved', async () => {
    const request = await ended({ outcome: 'pay' });
    await loseBook();
    expect(await night(1)).toBe(1);
    const [found, ...more] = await differences();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: 'not_at_gateway',
      payment_request_id: request.id,
      amount: 80,
      expected: null,
      status: 'open',
    });
    expect(await get(`/payment-differences/${found?.id}`)).toEqual(found);
    await post(`/payment-differences/${found?.id}/resolve`, { note: 'Disemak dengan bank' });
    expect(await night(2)).toBe(1);
    expect((await differences()).map(({ status }) => status)).toEqual(['resolved']);
    // The books stay as they are: a person decides.
    expect(await get(`/payment-requests/${request.id}`)).toMatchObject({ status: 'paid', paid_amount: 80 });
  });

  it('is counted at /metrics', async () => {
    await ended({ outcome: 'pay' });
    await loseBook();
    await night(1);
    await eventually('the difference is counted', async () =>
      /^payment_differences_open 1$/m.test((await at(service).get('/metrics')).text),
    );
  });
});

describe('instances, of which one is killed while it asks', () => {
  const countDifferences = async (): Promise<number> =>
    (await sql(database.ownerUrl, 'select 1 from core.payment_differences where tenant_id = $1', [tenant.id])).length;
  const due = () =>
    sql(
      database.ownerUrl,
      "update core.payment_attempts set reconcile_at = now() - interval '1 second' where tenant_id = $1",
      [tenant.id],
    );
  const left = async (): Promise<number> => {
    const text = 'select count(*)::int as n from core.payment_attempts where tenant_id = $1 and reconcile_at <= now()';
    return (await sql<{ n: number }>(database.ownerUrl, text, [tenant.id]))[0]?.n ?? -1;
  };

  it('open one difference of each attempt', async () => {
    for (let i = 0; i < 3; i += 1) await ended({ outcome: 'pay' });
    await loseBook();
    await service.stop();
    await due();
    // An answer takes longer than the instance lives.
    const slow = await startOwnService(database, { SANDBOX_DELAY_MS: '600000' });
    await eventually('an instance does the job', async () => {
      const holders = await sql(
        database.ownerUrl,
        "select 1 from core.job_leases where job = 'payment_reconciliation' and until > now()",
      );
      return holders.length > 0;
    });
    await slow.stop('SIGKILL');
    expect([await left(), await countDifferences()]).toEqual([3, 0]);
    const [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
    service = one;
    await eventually('all attempts are compared', async () => (await left()) === 0, 120);
    expect((await differences()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['not_at_gateway', 80],
      ['not_at_gateway', 80],
      ['not_at_gateway', 80],
    ]);
    await two.stop();
  });
});

describe('the letter', () => {
  let mail: MailServer;
  beforeEach(async () => {
    mail = await startMailServer();
  });
  afterEach(() => mail.stop());
  const send = (days: number, time = '07:00:00'): Promise<number> =>
    app.get(NotificationService).sendDue({
      mailer: new SmtpMailer(mail.url, 'surat@kedai.example'),
      now: () => new Date(`${malaysianDay(days)}T${time}+08:00`),
      failed: (error) => {
        throw error;
      },
    });
  /** Opened on a day, at a time. */
  const openedAt = (id: string, days: number, time: string) =>
    sql(database.ownerUrl, 'update core.payment_differences set created_at = $2 where id = $1', [
      id,
      new Date(`${malaysianDay(days)}T${time}+08:00`),
    ]);

  it('tells administrators, in the first morning after a day, of all that is open, once', async () => {
    await newMemberAt(service, tenant, 'manager');
    const request = await ended({ outcome: 'pay' });
    await loseBook();
    await night(1);
    const [found] = await differences();
    await openedAt(found?.id, 1, '02:00:00');
    expect([await send(1, '12:00:00'), await send(2, '06:59:59'), await send(2), await send(2, '15:00:00')]).toEqual([
      0, 0, 1, 0,
    ]);
    const [letter, ...more] = mail.received.splice(0);
    expect([letter?.to, more]).toEqual([tenant.admin.email, []]);
    for (const said of [
      `${request.subject_number}, RM 80.00: the payment is booked, and the gateway does not have it`,
      `${request.subject_number}, RM 80.00: bayaran telah direkodkan, tetapi tiada di gerbang bayaran`,
    ])
      expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain(said);
    expect([await send(3), await send(4)]).toEqual([0, 0]);
    const trail = await at(service).get(`/api/v1/audit/?record_id=${tenant.admin.id}`, tenant.admin.token);
    expect(trail.body.data.filter(({ action }: Json) => action === 'notify_payment_differences')).toHaveLength(1);
  });

  it('is one a day, with what came since, and none of what is resolved', async () => {
    await ended({ outcome: 'pay' });
    await ended({ outcome: 'pay' });
    await loseBook();
    await night(1);
    const [second, first] = await differences();
    await openedAt(first?.id, 1, '06:00:00');
    await openedAt(second?.id, 1, '08:00:00');
    expect([await send(2), await send(3)]).toEqual([1, 1]);
    expect(mail.received.splice(0).map(({ text }) => text.match(/, RM 80\.00: the payment/g)?.length)).toEqual([1, 2]);
    const third = await ended({ outcome: 'pay' });
    await loseBook();
    await night(2);
    const [latest] = await differences();
    expect(latest?.payment_request_id).toBe(third.id);
    await openedAt(latest?.id, 3, '08:00:00');
    for (const { id } of await differences()) await post(`/payment-differences/${id}/resolve`, { note: 'Selesai' });
    expect(await send(5)).toBe(0);
  });

  it('is not sent where the business has turned it off', async () => {
    await at(service).put('/api/v1/message-templates/payment_differences/', { enabled: false }, tenant.admin.token);
    await ended({ outcome: 'pay' });
    await loseBook();
    await night(1);
    const [found] = await differences();
    await openedAt(found?.id, 1, '02:00:00');
    expect(await send(2)).toBe(0);
  });
});
