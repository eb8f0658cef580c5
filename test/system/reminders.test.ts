import { readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NotificationService, type SendingOptions } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import { FileMailer } from '../../apps/api/dist/jobs/mail/file-mailer.js';
import type { Json } from '../support/client.js';
import { CommandLine } from '../support/command-line.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, startRefusingMailServer, type MailServer } from '../support/mail-server.js';
import { unique } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  pause,
  sendsNothing,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Reminders of appointments: each is sent once, after every failure, against a real mail server. */

jest.setTimeout(120_000);

const HOUR = 3_600_000;
const SENDER = 'peringatan@klinik.example';
const commandLine = new CommandLine();

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  // In production and without a mail server it sends nothing, and so leaves the job to the instances of the tests.
  service = await startOwnService(database, sendsNothing);
  opened = await openDatabase(database.appUrl);
  app = await openContexts(opened);
});
beforeEach(async () => {
  mail = await startMailServer();
  tenant = await newTenantAt(service);
});
afterEach(async () => {
  await mail.stop();
  // Reminders that a test has left behind do not concern the others.
  await sql(database.ownerUrl, "update healthcare.appointments set status = 'cancelled'");
});
afterAll(async () => {
  commandLine.close();
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const post = async (path: string, body: unknown, by = tenant): Promise<Json> => {
  const answer = await at(service).post(`/api/v1/${path}/`, body, by.admin.token);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};
const newPatient = (email: string | null = `${unique('pesakit')}@example.com`, by = tenant): Promise<Json> =>
  post('healthcare/patients', { first_name: 'Siti', last_name: 'Nur', email }, by);

/** Day and time in Malaysia, a number of hours from now. */
const inHours = (hours: number) => {
  const text = new Date(Date.now() + (hours + 8) * HOUR).toISOString();
  return { scheduled_date: text.slice(0, 10), scheduled_time: text.slice(11, 19) };
};
async function book(hours = 5, extra: Record<string, unknown> = {}, patient?: Json, by = tenant): Promise<Json> {
  const patient_id = (patient ?? (await newPatient(undefined, by))).id;
  return post('healthcare/appointments', { patient_id, doctor_id: 'dr-rahsia', ...inHours(hours), ...extra }, by);
}
const remind = (extra: Partial<SendingOptions> = {}): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(),
    failed: (error) => {
      throw error;
    },
    ...extra,
  });

interface State {
  sent: boolean;
  claimed: boolean;
  refused: string | null;
}
async function stateOf(id: string): Promise<State> {
  const [row] = await sql<State & object>(
    database.ownerUrl,
    `select a.reminder_sent as sent, n.id is not null as claimed, n.refusal_code as refused
       from healthcare.appointments a
       left join core.notifications n on n.tenant_id = a.tenant_id and n.subject_id = a.id
         and n.expires_at = a.scheduled_at and a.times_moved = coalesce(substring(n.occasion from 'move (\\d+)')::int, 0)
      where a.id = $1`,
    [id],
  );
  return { ...row! };
}
const DONE: State = { sent: true, claimed: true, refused: null };
const FREE: State = { sent: false, claimed: false, refused: null };
const UNKNOWN: State = { sent: false, claimed: true, refused: null };

/** As if it had been claimed long ago. */
const age = (id: string) =>
  sql(
    database.ownerUrl,
    `update core.notifications set claimed_at = claimed_at - interval '20 minutes' where subject_id = $1`,
    [id],
  );

/** What `npm run cli -- reminders` prints. */
const cli = async (): Promise<string> => {
  const urls = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  const { code, out, err } = await commandLine.run(['reminders'], { ...urls, ...testSecrets });
  if (code !== 0) throw new Error(err);
  return out;
};
const remindingService = (extra: Record<string, string> = {}) =>
  startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: SENDER, ...extra });

describe('a reminder', () => {
  it('A-472: is not sent while its template is turned off', async () => {
    const { id } = await book();
    const turn = (enabled: boolean) =>
      at(service).send('PUT', '/api/v1/message-templates/appointment_reminder/', {
        token: tenant.admin.token,
        body: { enabled },
      });
    expect((await turn(false)).status).toBe(200);
    expect(await remind()).toBe(0);
    expect(await stateOf(id)).toEqual(FREE);
    await turn(true);
    expect(await remind()).toBe(1);
    expect(await stateOf(id)).toEqual(DONE);
  });

  it('names day, time and clinic, and nothing about health', async () => {
    const patient = await newPatient();
    const { id, scheduled_time } = await book(
      5,
      { reason: 'Rahsia besar', symptoms: ['Rahsia'], notes: 'Rahsia', appointment_type: 'rahsia' },
      patient,
    );
    expect(await remind()).toBe(1);
    const [letter] = mail.received;
    expect(letter!.to).toBe(patient.email);
    expect(letter!.text).toContain(scheduled_time.slice(0, 5));
    expect(letter!.text).toContain('Kedai-');
    expect(letter!.text).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(letter!.text).toMatch(new RegExp(`^From: .*<${SENDER}>\r?$`, 'm'));
    expect(letter!.text.toLowerCase()).not.toContain('rahsia');
    expect(await stateOf(id)).toEqual(DONE);
    const listed = await at(service).get('/v1/healthcare/appointments', tenant.admin.token);
    expect(listed.body.appointments[0]).toMatchObject({ id, reminder_sent: true });
    const trail = await at(service).get(`/api/v1/audit/?record_id=${id}`, tenant.admin.token);
    expect(trail.body.data[0]).toMatchObject({ action: 'remind', actor_id: null, changes: {} });
  });

  it('locks out no request: a client that read the appointment before may still change it', async () => {
    const { id } = await book();
    const path = `/api/v1/healthcare/appointments/${id}/`;
    const before = await at(service).get(path, tenant.admin.token);
    await remind();
    const headers = { 'if-match': before.headers.get('etag') as string };
    const after = await at(service).send('PUT', path, { token: tenant.admin.token, body: { notes: 'x' }, headers });
    expect(after.status).toBe(200);
  });

  it('is sent once, and again for another time', async () => {
    const { id } = await book();
    expect([await remind(), await remind()]).toEqual([1, 0]);
    const path = `/api/v1/healthcare/appointments/${id}/`;
    await at(service).put(path, { notes: 'x' }, tenant.admin.token);
    expect(await remind()).toBe(0);
    await at(service).put(path, inHours(7), tenant.admin.token);
    expect(await stateOf(id)).toEqual(FREE);
    expect([await remind(), await remind(), mail.received.length]).toEqual([1, 0, 2]);
  });

  it('is sent again for a time that the appointment left and came back to', async () => {
    const first = inHours(5);
    const { id } = await book(5, first);
    expect(await remind()).toBe(1);
    const path = `/api/v1/healthcare/appointments/${id}/`;
    for (const time of [inHours(7), first]) await at(service).put(path, time, tenant.admin.token);
    expect(await stateOf(id)).toEqual(FREE);
    expect([await remind(), await remind(), mail.received.length]).toEqual([1, 0, 2]);
    expect(await stateOf(id)).toEqual(DONE);
  });

  it('is for appointments that are to come within a day and will take place', async () => {
    const due = [await book(0.1), await book(23.9), await book(5, { status: 'confirmed' })];
    await book(-0.1);
    await book(24.1);
    for (const status of ['in_progress', 'completed', 'cancelled', 'no_show']) await book(5, { status });
    for (const email of [null, 'tiada', 'a@b.example, c@d.example']) await book(5, {}, await newPatient(email));
    const gone = await newPatient();
    await book(5, {}, gone);
    await at(service).delete(`/api/v1/healthcare/patients/${gone.id}/`, tenant.admin.token);
    expect(await remind()).toBe(3);
    for (const { id } of due) expect(await stateOf(id)).toEqual(DONE);
  });

  it('is not sent to a patient who refused consent, nor once it is withdrawn, but where nothing was said (A-374)', async () => {
    const patient = (extra: Record<string, unknown>) =>
      post('healthcare/patients', {
        first_name: 'Siti',
        last_name: 'Nur',
        email: `${unique('p')}@example.com`,
        ...extra,
      });
    const [refused, withdrawn] = [await patient({ pdpa_consent: false }), await patient({ pdpa_consent: true })];
    const silent = await patient({});
    for (const person of [refused, withdrawn, silent]) await book(5, {}, person);
    await at(service).put(`/api/v1/healthcare/patients/${withdrawn.id}/`, { pdpa_consent: false }, tenant.admin.token);
    expect(await remind()).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([silent.email]);
    await at(service).put(`/api/v1/healthcare/patients/${refused.id}/`, { pdpa_consent: true }, tenant.admin.token);
    expect(await remind()).toBe(1);
  });

  it('is not sent to a patient who refuses letters, until that is taken back (A-475)', async () => {
    const person = await newPatient();
    await book(5, {}, person);
    const prefer = (email: boolean | null) =>
      at(service).put(
        `/api/v1/healthcare/patients/${person.id}/`,
        { message_preferences: { email } },
        tenant.admin.token,
      );
    await prefer(false);
    expect(await remind()).toBe(0);
    await prefer(null);
    expect(await remind()).toBe(1);
  });

  it('is not sent where consent is withdrawn while it waits for its turn (A-374)', async () => {
    const [first, second] = [await newPatient(), await newPatient()];
    await book(5, {}, first);
    await book(6, {}, second);
    const withdrawing = {
      send: async () => {
        const path = `/api/v1/healthcare/patients/${second.id}/`;
        await at(service).put(path, { pdpa_consent: false }, tenant.admin.token);
        return { kind: 'accepted' } as const;
      },
    };
    expect(await remind({ mailer: withdrawing })).toBe(1);
  });

  it('comes as many hours before as the clinic has set', async () => {
    const { id } = await book(47);
    expect(await remind()).toBe(0);
    await post('modules/healthcare/enable', { configuration: { healthcare: { reminder_hours_before: 48 } } });
    expect(await remind()).toBe(1);
    expect(await stateOf(id)).toEqual(DONE);
  });

  it('is not sent for a clinic that disabled the module, or is suspended', async () => {
    const suspended = await newTenantAt(service);
    const [one, two] = [await book(), await book(5, {}, undefined, suspended)];
    await post('modules/healthcare/disable', undefined);
    await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where id = $1", [suspended.id]);
    expect(await remind()).toBe(0);
    expect([await stateOf(one.id), await stateOf(two.id)]).toEqual([FREE, FREE]);
  });
});

describe('the claim of a reminder', () => {
  it('is thrown away three months after it made sense, and not before', async () => {
    const { id } = await book();
    await remind();
    const forget = (days: number) =>
      opened.work({ tenant_id: tenant.id, actor: null, now: new Date(Date.now() + days * 24 * HOUR) }, (ctx) =>
        app.get(NotificationService).forget(ctx),
      );
    await forget(90);
    expect(await stateOf(id)).toEqual(DONE);
    await forget(91);
    expect(await stateOf(id)).toEqual({ ...DONE, claimed: false });
  });
});

describe('two at once', () => {
  it('send each reminder once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) ids.push((await book()).id);
    const counts = await Promise.all([remind(), remind(), remind()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(new Set(mail.received.map(({ to }) => to)).size).toBe(12);
    expect(mail.received).toHaveLength(12);
    for (const id of ids) expect(await stateOf(id)).toEqual(DONE);
  });

  it('do so as instances of the service', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) ids.push((await book()).id);
    const instances = await Promise.all([remindingService(), remindingService()]);
    await eventually('all are sent', async () => {
      const states = await Promise.all(ids.map(stateOf));
      return states.every(({ sent }) => sent);
    });
    expect(mail.received.map(({ to }) => to).sort()).toEqual([...new Set(mail.received.map(({ to }) => to))].sort());
    expect(mail.received).toHaveLength(12);
    for (const instance of instances) await instance.stop();
  });
});

describe('an instance that dies', () => {
  it('between claiming a reminder and sending it, leaves it known as unknown and not sent again', async () => {
    const { id } = await book();
    let connections = 0;
    const victim: { service?: Promise<OwnService> } = {};
    const killed = new Promise<void>((done) => {
      mail.behaviour.connected = async () => {
        connections += 1;
        // It has not been greeted yet: nothing can have been sent.
        await (await victim.service)?.stop('SIGKILL');
        done();
      };
    });
    victim.service = remindingService();
    await killed;
    mail.behaviour.connected = () => void (connections += 1);
    expect(connections).toBe(1);
    expect([await stateOf(id), mail.received.length]).toEqual([UNKNOWN, 0]);

    await age(id);
    const next = await remindingService();
    const line = await eventually('it is reported', () => next.log().find((entry) => entry.subject_id === id));
    expect(line).toMatchObject({ level: 'warn', tenant_id: tenant.id, msg: expect.stringContaining('not sent again') });
    await pause(300);
    expect([await stateOf(id), connections]).toEqual([UNKNOWN, 1]);
    expect(await cli()).toMatch(
      new RegExp(
        `appointment ${id} of tenant ${tenant.id}, on .*: it is not known whether it was sent\\n(.*\\n)*Reminders to look after: \\d+\\n$`,
      ),
    );
    await next.stop();
  });

  it('is not mistaken for one that is still sending', async () => {
    const { id } = await book();
    await remind({ mailer: { send: () => Promise.resolve({ kind: 'unknown', reason: 'cut off' }) } });
    expect(await stateOf(id)).toEqual(UNKNOWN);
    const told: unknown[] = [];
    expect(await remind({ unsure: (_tenant, found) => told.push(...found) })).toBe(0);
    expect(told).toEqual([]);
    expect(await cli()).not.toContain(id);
  });
});

describe('a mail server', () => {
  const told: Json[] = [];
  const undelivered = (reminder: Json) => told.push(reminder);
  beforeEach(() => told.splice(0));

  it.each([
    ['the recipient', () => (mail.behaviour.recipient = (address) => `550 <${address}> unknown`)],
    ['the letter', () => (mail.behaviour.letter = () => '554 Looks like spam')],
  ])('that refuses %s permanently is not asked again', async (_, refuse) => {
    const patient = await newPatient();
    const { id } = await book(5, {}, patient);
    refuse();
    expect(await remind({ undelivered })).toBe(0);
    expect(told).toEqual([
      {
        tenant_id: tenant.id,
        kind: 'healthcare.appointment_reminder',
        subject_id: id,
        occasion: expect.any(String),
        delivery: 'refused',
        reason: expect.any(String),
      },
    ]);
    expect(JSON.stringify(told)).not.toContain(patient.email);
    const { sent, refused } = await stateOf(id);
    expect([sent, refused]).toEqual([false, expect.stringMatching(/^55[04]$/)]);
    mail.behaviour.recipient = mail.behaviour.letter = undefined;
    expect(await remind()).toBe(0);
    await age(id);
    expect(await cli()).toMatch(new RegExp(`appointment ${id} .*: refused: 55[04] `));
  });

  it.each([
    ['a recipient', () => (mail.behaviour.recipient = () => '450 Come back later')],
    ['a letter', () => (mail.behaviour.letter = () => '452 No room')],
  ])('that puts %s off is asked again, and takes the others meanwhile', async (_, refuse) => {
    const [first, second] = [await book(3), await book(4)];
    refuse();
    expect(await remind({ undelivered })).toBe(0);
    expect(told.map(({ subject_id, delivery }) => [subject_id, delivery])).toEqual([
      [first.id, 'postponed'],
      [second.id, 'postponed'],
    ]);
    expect(await stateOf(first.id)).toEqual(FREE);
    mail.behaviour.recipient = mail.behaviour.letter = undefined;
    expect(await remind()).toBe(2);
  });

  it('that refuses a letter before it has seen it is asked again, and for the others meanwhile', async () => {
    const [first, second] = [await book(3), await book(4)];
    const refusing = await startRefusingMailServer('554 No valid recipients');
    try {
      expect(await remind({ undelivered, mailer: new SmtpMailer(refusing.url, SENDER) })).toBe(0);
    } finally {
      await refusing.stop();
    }
    expect(told.map(({ subject_id, delivery }) => [subject_id, delivery])).toEqual([
      [first.id, 'postponed'],
      [second.id, 'postponed'],
    ]);
    expect(await stateOf(first.id)).toEqual(FREE);
    expect(await remind()).toBe(2);
  });

  it('that cannot be reached is left alone until the next time', async () => {
    const [first, second] = [await book(3), await book(4)];
    await mail.stop();
    expect(await remind({ undelivered })).toBe(0);
    expect(told).toMatchObject([{ subject_id: first.id, delivery: 'unreachable' }]);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([FREE, FREE]);
    mail = await startMailServer();
    expect(await remind()).toBe(2);
  });

  it('that hangs up while a letter is under way leaves it unknown', async () => {
    const { id } = await book();
    mail.behaviour.breaks = true;
    expect(await remind({ undelivered })).toBe(0);
    expect(told).toMatchObject([{ subject_id: id, delivery: 'unknown' }]);
    mail.behaviour.breaks = false;
    expect([await remind(), await stateOf(id)]).toEqual([0, UNKNOWN]);
    await age(id);
    const found: Json[] = [];
    await remind({ unsure: (_tenant, reminders) => found.push(...reminders) });
    expect(found).toMatchObject([{ subject_id: id, refused: false }]);
  });

  it('is given the account in its URL', async () => {
    const guarded = await startMailServer({ user: 'klinik@example.com', pass: 'r@hsia/1' });
    try {
      const withAccount = (account: string) => guarded.url.replace('//', `//${account}@`);
      await book();
      const wrong = new SmtpMailer(withAccount('klinik%40example.com:wrong'), SENDER);
      expect(await remind({ mailer: wrong, undelivered })).toBe(0);
      expect(told).toMatchObject([{ delivery: 'unreachable', reason: expect.stringContaining('535') }]);
      expect(await remind({ mailer: new SmtpMailer(withAccount('klinik%40example.com:r%40hsia%2F1'), SENDER) })).toBe(
        1,
      );
      expect(guarded.received).toHaveLength(1);
    } finally {
      await guarded.stop();
    }
  });
});

describe('an appointment that moves while its reminder is under way', () => {
  it('is reminded of again', async () => {
    const { id } = await book();
    mail.behaviour.recipient = () => {
      mail.behaviour.recipient = undefined;
      return undefined;
    };
    const slow = {
      send: async () => {
        await at(service).put(`/api/v1/healthcare/appointments/${id}/`, inHours(7), tenant.admin.token);
        return { kind: 'accepted' as const };
      },
    };
    await remind({ mailer: slow });
    expect(await stateOf(id)).toEqual(FREE);
    expect(await remind()).toBe(1);
  });
});

describe('without a mail server', () => {
  it('letters are laid into a folder that no other user can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'usaha-mail-'));
    try {
      const patient = await newPatient();
      await book(5, {}, patient);
      expect(await remind({ mailer: new FileMailer(join(folder, 'outbox-mail')) })).toBe(1);
      const [name, ...more] = readdirSync(join(folder, 'outbox-mail'));
      expect([name, more]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.eml$/), []]);
      const file = join(folder, 'outbox-mail', name!);
      expect(readFileSync(file, 'utf8')).toContain(`To: "Siti Nur" <${patient.email}>`.replaceAll('"', ''));
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a service without a data directory prints them', async () => {
    const { id } = await book();
    const printing = await startOwnService(database);
    await eventually('it is printed', () =>
      printing.output().includes('A letter, printed because there is no SMTP_URL'),
    );
    await eventually('it is done', async () => (await stateOf(id)).sent);
  });
});
