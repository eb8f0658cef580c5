import { ACCOUNT_EVENTS, awaitEvents } from '../support/awaited-events.js';
import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeyReview, AccountLetterSender } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type Member,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** letters and events of the life of keys, under a clock that the test moves, through a real mail server. */

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const KEYS = '/api/v1/api-keys/';

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;
let second: Member;

beforeAll(async () => {
  database = await clonedDatabase();
  // It sends none: this process does.
  service = await startOwnService(database, { ACCOUNT_MAIL_PER_TENANT_AND_DAY: '0' });
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  mail = await startMailServer();
  tenant = await newTenantAt(service);
  await awaitEvents(tenant.id, ACCOUNT_EVENTS, database.ownerUrl);
  second = await newMemberAt(service, tenant, 'admin');
});
afterEach(() => mail.stop());
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

async function newKey(token: string, body: Json = {}): Promise<Json> {
  const answer = await at(service).post(KEYS, { name: 'Kedai dalam talian', scopes: ['*:read'], ...body }, token);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const review = (now: Date): Promise<void> =>
  opened.job({ tenant_id: tenant.id, actor: null, now }, (ctx) => app.get(ApiKeyReview).run(ctx));

/** Sends the letters in the queue: recipient, headers and body of each. */
async function sent(now: Date): Promise<string[]> {
  const before = mail.received.length;
  await app.get(AccountLetterSender).sendFor([tenant.id], {
    mailer: new SmtpMailer(mail.url, 'akaun@usaha.example'),
    now: () => now,
    mostPerDay: 500,
    invitationsAfterMs: 0,
    counted: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
  return mail.received
    .slice(before)
    .map(({ to, text }) => `${to}: ${text.replace(/\s+/g, ' ')}`)
    .sort();
}

const events = async (id: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      database.ownerUrl,
      `select name from kernel.outbox where payload ->> 'api_key_id' = $1 order by id`,
      [id],
    )
  ).map(({ name }) => name);

it('both administrators get a letter 14 and 3 days before the expiry, each once; the expiry is an event', async () => {
  const { id, expires_at, updated_at } = await newKey(tenant.admin.token);
  const until = (days: number): Date => new Date(Date.parse(expires_at) - days * DAY_MS);
  const expected = [tenant.admin.email, second.email].map((email) => expect.stringContaining(`${email}: `));
  const rounds: [days: number, letters: boolean][] = [
    [100, false],
    [14.01, false],
    [13.99, true],
    [13, false],
    [3.01, false],
    [2.99, true],
    [0.1, false],
    [-0.01, false],
    [-1, false],
  ];
  for (const [days, hasLetters] of rounds) {
    // Two instances at once.
    await Promise.all([review(until(days)), review(until(days))]);
    const letters = await sent(until(days));
    expect([days, letters]).toEqual([days, hasLetters ? expect.arrayContaining(expected) : []]);
    expect(letters).toHaveLength(hasLetters ? 2 : 0);
    for (const letter of letters) expect(letter).toContain('API key');
  }
  expect(await events(id)).toEqual(['core.api_key.created', 'core.api_key.expired']);
  const view = (await at(service).get(`${KEYS}${id}/`, tenant.admin.token)).body.data;
  expect(view.updated_at).toBe(updated_at);
  expect(mail.received.at(-1)?.text).toContain('Kedai dalam talian');
});

it('a key that is made to end within 14 days, and one that never does, need no letter', async () => {
  const soon = await newKey(tenant.admin.token, { expires_at: new Date(Date.now() + DAY_MS).toISOString() });
  await newKey(tenant.admin.token, { expires_at: null });
  await review(new Date());
  await review(new Date(Date.now() + 2 * DAY_MS));
  await review(new Date(Date.now() + 4_000 * DAY_MS));
  expect(await sent(new Date())).toEqual([]);
  expect(await events(soon.id)).toEqual(['core.api_key.created', 'core.api_key.expired']);
});

it('a later expiry is told of again', async () => {
  const { id, expires_at } = await newKey(tenant.admin.token);
  const now = new Date(Date.parse(expires_at) - 2 * DAY_MS);
  await review(now);
  expect(await sent(now)).toHaveLength(2);
  const later = new Date(Date.parse(expires_at) + 100 * DAY_MS);
  await at(service).put(`${KEYS}${id}/`, { expires_at: later.toISOString() }, tenant.admin.token);
  await review(now);
  expect(await sent(now)).toEqual([]);
  const then = new Date(later.getTime() - 13 * DAY_MS);
  await review(then);
  expect(await sent(then)).toHaveLength(2);
});

it('a suspension is told once to the administrators who remain, and again after the next one', async () => {
  const { id } = await newKey(second.token);
  const role = (name: string) => at(service).put(`/api/v1/users/${second.id}/`, { role: name }, tenant.admin.token);
  const now = new Date();
  await review(now);
  expect(await sent(now)).toEqual([]);
  await role('staff');
  await Promise.all([review(now), review(now)]);
  const letters = await sent(now);
  expect(letters).toEqual([expect.stringContaining(tenant.admin.email)]);
  expect(letters[0]).toContain('suspended');
  await review(now);
  expect(await sent(now)).toEqual([]);
  await role('admin');
  await review(now);
  await role('staff');
  await review(now);
  expect(await sent(now)).toHaveLength(1);
  // Another administrator answers for it now.
  expect((await at(service).post(`${KEYS}${id}/rotate/`, {}, tenant.admin.token)).status).toBe(200);
  await review(now);
  expect(await sent(now)).toEqual([]);
});

it('a former hash is forgotten once its overlap is over, and no sooner', async () => {
  const { id } = await newKey(tenant.admin.token);
  await at(service).post(`${KEYS}${id}/rotate/`, { overlap_hours: 1 }, tenant.admin.token);
  const kept = async (): Promise<boolean> => {
    const [row] = await sql<Json>(database.ownerUrl, 'select previous_hash from core.api_keys where id = $1', [id]);
    return row.previous_hash !== null;
  };
  await review(new Date(Date.now() + 59 * 60_000));
  expect(await kept()).toBe(true);
  await review(new Date(Date.now() + 61 * 60_000));
  expect(await kept()).toBe(false);
});
