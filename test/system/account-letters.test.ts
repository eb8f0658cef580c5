import type { INestApplicationContext } from '@nestjs/common';
import {
  AccountLetterRepository,
  AccountLetterSender,
  AccountLetters,
  AccountLinks,
  AccountPages,
  type AccountLetterResult,
  type AccountSendingOptions,
  type NewAccountLetter,
} from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** The queue of letters about accounts, against a real mail server. */

jest.setTimeout(120_000);

const SENDER = 'akaun@usaha.example';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAGE = /http:\/\/127\.0\.0\.1:3000\/account\/([\w-]{88})(?=\s)/g;

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  // It sends none: this process does.
  service = await startOwnService(database, { ACCOUNT_MAIL_PER_TENANT_AND_DAY: '0' });
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
  app.get(AccountPages).listensOn(3000);
});
beforeEach(async () => {
  mail = await startMailServer();
  tenant = await newTenantAt(service);
});
afterEach(async () => {
  await mail.stop();
  await sql(database.ownerUrl, 'delete from core.account_letters');
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const as = <T>(work: (ctx: Context) => Promise<T>, more: Partial<Context> = {}, by = tenant): Promise<T> =>
  opened.work({ tenant_id: by.id, actor: null, now: new Date(), ...more }, work);

const enqueue = (letter: NewAccountLetter, more: Partial<Context> = {}, by = tenant): Promise<void> =>
  as(async (ctx) => app.get(AccountLetters).enqueue(ctx, letter), more, by);

const results: [string, AccountLetterResult][] = [];
const send = async (extra: Partial<AccountSendingOptions> = {}, by = tenant): Promise<AccountLetterResult[]> => {
  results.length = 0;
  await app.get(AccountLetterSender).sendFor([by.id], {
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(),
    mostPerDay: 500,
    invitationsAfterMs: 0,
    counted: (kind, result) => results.push([kind, result]),
    failed: (error) => {
      throw error;
    },
    ...extra,
  });
  return results.map(([, result]) => result);
};
const inMs = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
const rowsOf = (by = tenant) =>
  sql<{ outcome: string | null; attempts: number; text: string }>(
    database.ownerUrl,
    'select r.outcome, r.attempts, r::text as text from core.account_letters r where tenant_id = $1 order by id',
    [by.id],
  );
const notice = (user_id = tenant.admin.id): NewAccountLetter => ({ kind: 'password_was_reset', user_id });

describe('a letter about an account', () => {
  it('is in the language of the request, and in all where no client is there (A-401)', async () => {
    await enqueue(notice(), { language: 'ms' });
    await enqueue(notice(), { language: 'en' });
    await enqueue(notice());
    expect(await send()).toEqual(['accepted', 'accepted', 'accepted']);
    const [malay, english, both] = mail.received.map(({ text }) => text);
    expect(malay).toContain('Kata laluan akaun anda');
    expect(malay).not.toContain('The password');
    expect(english).not.toContain('Kata laluan');
    for (const words of ['Kata laluan akaun anda', 'The password of your account']) expect(both).toContain(words);
    expect(new Set(mail.received.map(({ to }) => to))).toEqual(new Set([tenant.admin.email]));
    expect(await send()).toEqual([]);
  });

  it('commits with its change or not at all (A-401)', async () => {
    const failing = as(async (ctx) => {
      app.get(AccountLetters).enqueue(ctx, notice());
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([await send(), await rowsOf()]).toEqual([[], []]);
  });

  it('keeps address and name sealed (A-430)', async () => {
    await enqueue({ kind: 'email_changed', user_id: tenant.admin.id, address: 'lama@rahsia.example' });
    await enqueue({ kind: 'password_reset', name: 'nama@rahsia.example', from: 'x' });
    for (const { text } of await rowsOf()) expect(text).not.toContain('rahsia');
    await send();
    expect(mail.received.map(({ to }) => to)).toEqual(['lama@rahsia.example']);
  });

  it('is sent once by two senders at once', async () => {
    for (let i = 0; i < 15; i += 1) await enqueue(notice());
    await Promise.all([send(), send()]);
    expect(mail.received).toHaveLength(15);
  });

  it('is sent by another instance 60 seconds after the one that took it ended (A-401)', async () => {
    await enqueue(notice());
    const dead = new Error('the process ended');
    const failed: unknown[] = [];
    await send({ mailer: { send: () => Promise.reject(dead) }, failed: (error) => failed.push(error) });
    expect(failed).toEqual([dead]);
    expect(await send(inMs(55 * SECOND))).toEqual([]);
    expect(await send(inMs(61 * SECOND))).toEqual(['accepted']);
  });

  it('waits 5 seconds, then twice as long each time, up to 15 minutes, while no server answers (A-401)', async () => {
    await enqueue(notice());
    const gone = new SmtpMailer('smtp://127.0.0.1:1', SENDER);
    const begun = Date.now();
    let at = 0;
    for (const pause of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      const now = () => new Date(begun + at * SECOND);
      expect(await send({ mailer: gone, now })).toEqual(['unreachable']);
      at += pause;
      expect(await send({ now: () => new Date(begun + (at - 1) * SECOND) })).toEqual([]);
    }
    expect(at).toBeGreaterThan(3_000);
    expect(await send({ now: () => new Date(begun + at * SECOND) })).toEqual(['accepted']);
    expect(mail.received).toHaveLength(1);
  });

  it('is not tried where another has found the server out of reach, and keeps its first attempt', async () => {
    for (let i = 0; i < 5; i += 1) await enqueue(notice());
    expect(await send({ mailer: new SmtpMailer('smtp://127.0.0.1:1', SENDER) })).toEqual(['unreachable']);
    expect((await rowsOf()).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 0, 0, 1]);
    expect((await send(inMs(10 * SECOND))).length).toBe(5);
  });

  it('that a server refuses is not tried again; one whose end is unknown is', async () => {
    await enqueue(notice());
    mail.behaviour.recipient = () => '550 5.1.1 unknown';
    expect([await send(), await send(inMs(HOUR)), (await rowsOf())[0]?.outcome]).toEqual([['refused'], [], 'refused']);
    delete mail.behaviour.recipient;
    await enqueue(notice());
    mail.behaviour.breaks = true;
    expect(await send()).toEqual(['unknown']);
    mail.behaviour.breaks = false;
    expect(await send(inMs(MINUTE))).toEqual(['accepted']);
  });

  it('waits for the next day beyond the limit of its tenant (A-401)', async () => {
    for (let i = 0; i < 5; i += 1) await enqueue(notice());
    expect(await send({ mostPerDay: 3 })).toHaveLength(3);
    expect(await send({ mostPerDay: 3 })).toEqual([]);
    expect(await send({ mostPerDay: 3, ...inMs(24 * HOUR) })).toHaveLength(2);
  });

  it('goes to nowhere once its user is deleted or its tenant suspended', async () => {
    const member = await newMemberAt(service, tenant, 'staff');
    await enqueue(notice(member.id));
    await sql(database.ownerUrl, 'update core.users set deleted_at = now() where id = $1', [member.id]);
    expect(await send()).toEqual(['needless']);
    await enqueue(notice());
    await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where id = $1", [tenant.id]);
    expect(await send()).toEqual(['needless']);
    expect(mail.received).toEqual([]);
  });

  it('is forgotten after seven days (A-430)', async () => {
    await enqueue(notice());
    const forget = (ms: number) =>
      as((ctx) => app.get(AccountLetterRepository).forget(ctx), { now: new Date(Date.now() + ms) });
    await forget(7 * 24 * HOUR - MINUTE);
    expect(await rowsOf()).toHaveLength(1);
    await forget(7 * 24 * HOUR + MINUTE);
    expect(await rowsOf()).toEqual([]);
  });

  it('has no header, line or link that names in it have made', async () => {
    const evil = 'Siti\r\nBcc: mangsa@evil.example\r\n\r\nhttps://evil.example/x';
    await sql(database.ownerUrl, 'update core.users set first_name = $2 where id = $1', [tenant.admin.id, evil]);
    await sql(database.ownerUrl, 'update core.tenants set name = $2 where id = $1', [tenant.id, evil]);
    await enqueue(notice());
    await enqueue({ kind: 'key_expiring', key_name: evil, day: '2026-12-01' });
    await send();
    expect(mail.received).toHaveLength(2);
    for (const { raw, text, to } of mail.received) {
      expect(to).toBe(tenant.admin.email);
      const [head = ''] = raw.split(/\r?\n\r?\n/);
      expect(head).not.toMatch(/^bcc:/im);
      expect(text).not.toContain('://');
      expect(text).not.toMatch(/^Bcc/m);
    }
  });

  it('about an API key goes to every administrator who can sign in, and to no other user (A-418)', async () => {
    const second = await newMemberAt(service, tenant, 'admin');
    await newMemberAt(service, tenant, 'manager');
    await enqueue({ kind: 'key_suspended', key_name: 'Kasir' });
    await send();
    expect(mail.received.map(({ to }) => to).sort()).toEqual([tenant.admin.email, second.email].sort());
    expect(mail.received[0]?.text).toContain('Kasir');
  });
});

describe('a letter with a link', () => {
  const invited = async (by = tenant) => {
    const email = `${unique('jemput')}@example.com`;
    // Without a password it is pending.
    const body = { email, first_name: 'Siti', last_name: 'Nur', role: 'STAFF' };
    const made = await at(service).post('/v1/users', body, by.admin.token);
    await as(
      async (ctx) => {
        const link = app.get(AccountLinks).begin(ctx, 'invitation', made.body.id, email);
        app.get(AccountLetters).enqueue(ctx, { kind: 'invitation', link });
      },
      {},
      by,
    );
    return { email };
  };
  const tokensIn = (text = ''): string[] => [...new Set([...text.matchAll(PAGE)].map(([, token]) => token as string))];

  it('has its secret from its sending on; the database keeps the SHA-256 alone (A-402)', async () => {
    const { email } = await invited();
    const before = await sql<{ secret_hash: string | null }>(
      database.ownerUrl,
      'select secret_hash from core.account_links where tenant_id = $1',
      [tenant.id],
    );
    expect(before).toEqual([{ secret_hash: null }]);
    await send();
    expect(mail.received.map(({ to }) => to)).toEqual([email]);
    const [token = ''] = tokensIn(mail.received[0]?.text);
    expect(token).toHaveLength(88);
    const [{ text } = { text: '' }] = await sql<{ text: string }>(
      database.ownerUrl,
      'select r::text as text from core.account_links r where tenant_id = $1',
      [tenant.id],
    );
    expect(text).not.toContain(email);
    expect(text).not.toContain(Buffer.from(token, 'base64url').subarray(32).toString('base64url'));
    expect((await rowsOf())[0]?.text).not.toContain(email);
  });

  it('has another secret with each attempt', async () => {
    await invited();
    mail.behaviour.letter = () => '451 later';
    const seen: string[] = [];
    const mailer = new SmtpMailer(mail.url, SENDER);
    const noting: AccountSendingOptions['mailer'] = {
      send: (letter) => {
        seen.push(...tokensIn(letter.text));
        return mailer.send(letter);
      },
    };
    expect(await send({ mailer: noting })).toEqual(['postponed']);
    delete mail.behaviour.letter;
    expect(await send({ mailer: noting, ...inMs(MINUTE) })).toEqual(['accepted']);
    expect(new Set(seen).size).toBe(2);
  });

  it('is forgotten a day after its end (A-430)', async () => {
    await invited();
    const left = async (ms: number) => {
      await as((ctx) => app.get(AccountLinks).forget(ctx), { now: new Date(Date.now() + ms) });
      return sql(database.ownerUrl, 'select 1 from core.account_links where tenant_id = $1', [tenant.id]);
    };
    expect(await left(8 * 24 * HOUR - MINUTE)).toHaveLength(1);
    expect(await left(8 * 24 * HOUR + MINUTE)).toHaveLength(0);
    await invited();
    await as(async (ctx) => app.get(AccountLinks).endAllIn(ctx));
    expect(await left(24 * HOUR - MINUTE)).toHaveLength(1);
    expect(await left(24 * HOUR + MINUTE)).toHaveLength(0);
  });

  it('waits while the tenant is too new to invite (A-401)', async () => {
    await invited();
    await enqueue(notice());
    expect(await send({ invitationsAfterMs: 24 * HOUR })).toEqual(['accepted']);
    expect(await send({ invitationsAfterMs: 24 * HOUR, ...inMs(25 * HOUR) })).toEqual(['accepted']);
  });
});
