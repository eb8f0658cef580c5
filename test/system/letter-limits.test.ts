import type { INestApplicationContext } from '@nestjs/common';
import { MOST_TO_ONE, NotificationService, type SendingOptions } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** what one recipient is sent, by however many tenants, and how a recipient has it stopped. */

jest.setTimeout(180_000);

const HOUR = 3_600_000;
const SENDER = 'surat@usaha.example';
const PUBLIC_URL = 'https://usaha.example/app';

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
/** Two instances. */
let apps: INestApplicationContext[];
let mail: MailServer;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database, { PUBLIC_URL });
  opened = await openDatabase(database.appUrl);
  apps = [await openContexts(opened, PUBLIC_URL), await openContexts(opened, PUBLIC_URL)];
});
beforeEach(async () => {
  mail = await startMailServer();
});
afterEach(async () => {
  await mail.stop();
  await sql(database.ownerUrl, "update healthcare.appointments set status = 'cancelled'");
});
afterAll(async () => {
  for (const app of apps ?? []) await app.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const post = async (path: string, body: unknown, by: OwnTenant): Promise<Json> => {
  const answer = await at(service).post(`/api/v1/${path}/`, body, by.admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const newPatient = (by: OwnTenant, email: string): Promise<Json> =>
  post('healthcare/patients', { first_name: 'Siti', last_name: 'Nur', email }, by);
const book = (by: OwnTenant, patient: Json, minutes: number): Promise<Json> => {
  const text = new Date(Date.now() + 13 * HOUR + minutes * 60_000).toISOString();
  const when = { scheduled_date: text.slice(0, 10), scheduled_time: text.slice(11, 19), duration_minutes: 1 };
  return post('healthcare/appointments', { patient_id: patient.id, doctor_id: unique('dr'), ...when }, by);
};
const remind = (app = apps[0]!, extra: Partial<SendingOptions> = {}): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(),
    failed: (error) => {
      throw error;
    },
    ...extra,
  });
/** The link of a letter, as a path of the service. */
const linkOf = (text: string): string => {
  const [, path] = /https:\/\/usaha\.example\/app(\/stop\/[\w-]+)/.exec(text) ?? [];
  if (path === undefined) throw new Error(`No link in ${text}`);
  return path;
};

describe('A-394: a stranger', () => {
  it('is sent ten letters a day by four tenants of 130 appointments each, and two instances that send at once', async () => {
    const tenants = await Promise.all(Array.from({ length: 4 }, () => newTenantAt(service)));
    const stranger = unique('orang');
    await Promise.all(
      tenants.map(async (tenant, i) => {
        // The same mailbox, however it is written.
        const patient = await newPatient(
          tenant,
          i % 2 === 0 ? `${stranger}@Example.com` : `${stranger}+${i}@example.com`,
        );
        for (let minute = 0; minute < 130; minute += 1) await book(tenant, patient, minute);
      }),
    );
    const waiting: number[] = [];
    const full = (_: string, count: number) => waiting.push(count);
    const sent = await Promise.all(apps.map((app) => remind(app, { full })));
    expect([sent.reduce((sum, count) => sum + count, 0), mail.received.length]).toEqual([MOST_TO_ONE, 10]);
    expect(waiting.length).toBeGreaterThan(0);
    expect(await remind()).toBe(0);
    // Claims are kept of what was sent, and of nothing else.
    const [{ claims }] = (await sql(
      database.ownerUrl,
      'select count(*)::integer as claims from core.notifications',
    )) as [{ claims: number }];
    expect(claims).toBe(10);
  });

  it('is named nowhere in what is counted, and is counted again the next day', async () => {
    const tenant = await newTenantAt(service);
    const email = `${unique('orang')}@example.com`;
    await book(tenant, await newPatient(tenant, email), 0);
    expect(await remind()).toBe(1);
    const rows = await sql<Json>(database.ownerUrl, 'select * from core.letter_counts');
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows.every(({ tenant_id }) => tenant_id === '00000000-0000-0000-0000-000000000000')).toBe(true);
    const tomorrow = { tenant_id: rows[0].tenant_id, actor: null, now: new Date(Date.now() + 24 * HOUR) };
    await opened.work(tomorrow, (ctx) => apps[0]!.get(NotificationService).forgetCounts(ctx));
    expect(await sql(database.ownerUrl, 'select * from core.letter_counts')).toEqual([]);
  });

  it('has a letter that the mail server puts off not counted', async () => {
    const tenant = await newTenantAt(service);
    await book(tenant, await newPatient(tenant, `${unique('orang')}@example.com`), 0);
    mail.behaviour.letter = () => '450 later';
    for (let i = 0; i < 12; i += 1) expect(await remind()).toBe(0);
    delete mail.behaviour.letter;
    expect(await remind()).toBe(1);
  });
});

describe('A-394: a recipient who wants no more letters', () => {
  /** A letter, its link, and another one that would be due. */
  const written = async (
    tenant: OwnTenant,
    email: string,
  ): Promise<{ path: string; letter: string; again: () => Promise<Json> }> => {
    const patient = await newPatient(tenant, email);
    await book(tenant, patient, 0);
    expect(await remind()).toBe(1);
    const letter = mail.received.at(-1)!;
    return { path: linkOf(letter.text), letter: letter.raw, again: () => book(tenant, patient, 10) };
  };

  it('finds the link in the letter, and where mail programs look for it', async () => {
    const tenant = await newTenantAt(service);
    const { path, letter } = await written(tenant, `${unique('orang')}@example.com`);
    const unfolded = letter.replace(/\r?\n[ \t]+/g, ' ');
    expect(unfolded).toMatch(/^List-Unsubscribe: ?<https:\/\/usaha\.example\/app\/stop\/[\w-]+>\r?$/m);
    expect(unfolded).toContain(`${path}>`);
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(unfolded).not.toMatch(/^Reply-To:/im);
  });

  it('stops them by one click of a mail program, those of this business alone, until they are wanted again', async () => {
    const [tenant, other] = [await newTenantAt(service), await newTenantAt(service)];
    const email = `${unique('orang')}@example.com`;
    const { path, again } = await written(tenant, email);
    const ofOther = await written(other, email);
    const clicked = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    await again();
    await ofOther.again();
    expect(await remind()).toBe(1);
    expect(linkOf(mail.received.at(-1)!.text)).toBe(ofOther.path);
    expect(JSON.stringify(await sql(database.ownerUrl, 'select * from core.letter_stops'))).not.toContain(email);
    const post = async (body: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      return (await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body })).status;
    };
    expect([await post('{"resume": "yes"}'), await post('{"resume"')]).toEqual([400, 400]);
    expect(await remind()).toBe(0);
    expect(await post('{"resume": true}')).toBe(200);
    expect(await remind()).toBe(1);
  });

  it('has nothing stopped by a program that only follows links', async () => {
    const tenant = await newTenantAt(service);
    const { path, again } = await written(tenant, `${unique('orang')}@example.com`);
    for (const method of ['GET', 'HEAD']) {
      const seen = await fetch(`${service.baseUrl}${path}`, { method });
      expect([seen.status, seen.headers.get('cache-control'), seen.headers.get('referrer-policy')]).toEqual([
        200,
        'no-store',
        'no-referrer',
      ]);
    }
    const page = await fetch(`${service.baseUrl}${path}`, { headers: { 'accept-language': 'ms' } });
    const html = await page.text();
    expect(html).toContain('<form method="post"');
    expect(html).toContain('Hentikan surat daripada Kedai-');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    await again();
    expect(await remind()).toBe(1);
  });

  it('gets one and the same answer to every link that is none', async () => {
    const tenant = await newTenantAt(service);
    const { path } = await written(tenant, `${unique('orang')}@example.com`);
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [forged, `${path}x`, '/stop/x', '/stop/%00', '/stop/a.b'])
      for (const method of ['GET', 'POST'])
        expect([wrong, (await fetch(`${service.baseUrl}${wrong}`, { method })).status]).toEqual([wrong, 404]);
    expect(await sql(database.ownerUrl, 'select 1 from core.letter_stops where tenant_id = $1', [tenant.id])).toEqual(
      [],
    );
  });
});
