import type { INestApplicationContext } from '@nestjs/common';
import { NotificationService, type SendingOptions } from '@usaha/core';
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
  eventually,
  newTenantAt,
  pause,
  sendsNothing,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Letters to guardians, of absences and overdue invoices: each is sent once, against a real mail server. */

jest.setTimeout(120_000);

const SENDER = 'surat@sekolah.example';
const DAY_MS = 86_400_000;

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
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
  // Letters that a test has left behind do not concern the others.
  await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where name like 'Kedai-%'");
});
afterAll(async () => {
  await app?.close();
  await opened?.end();
  await stopOwnServices();
  await dropDatabases();
});

const done = async (method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body?.data;
};
const post = (path: string, body: unknown): Promise<Json> => done('POST', path, body);
const writeOf = (notify_guardians: unknown) =>
  post('modules/education/enable', { configuration: { education: { notify_guardians } } });

/** One who consents, and whose guardian can be written to. */
const newStudent = (extra: Record<string, unknown> = {}): Promise<Json> =>
  post('education/students', {
    first_name: unique('Aina'),
    last_name: 'binti Ali',
    parent_guardian: { name: 'Ali bin Abu', email: `${unique('wali')}@example.com` },
    pdpa_consent: true,
    ...extra,
  });
const absent = (student: Json, date: string, extra: Record<string, unknown> = {}): Promise<Json> =>
  post('education/attendance', { student_id: student.id, date, status: 'absent', ...extra });
async function owe(student: Json, due_date: string, amount = 180, fee_type = 'tuition'): Promise<Json> {
  const fee = await post('education/fees', { fee_type, amount });
  const invoices = { fee_id: fee.id, student_ids: [student.id], period: due_date.slice(0, 7), due_date };
  return (await post('education/invoices', invoices))[0];
}
const pay = (student: Json, amount: number): Promise<Json> =>
  post('education/payments', { student_id: student.id, amount });

/** A Monday in the past: what becomes of a letter depends on the clock that is given, not on that of the machine. */
const MONDAY = '2025-03-10';
const dayAfter = (days: number, day = MONDAY): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** Sends the letters that are due `days` days after that Monday, at noon in Malaysia unless another hour is said. */
const send = (days = 0, extra: Partial<SendingOptions> = {}, hour = '12:00:00'): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(`${dayAfter(days)}T${hour}+08:00`),
    failed: (error) => {
      throw error;
    },
    ...extra,
  });
const claims = (): Promise<Json[]> =>
  sql(database.ownerUrl, 'select * from core.notifications where tenant_id = $1 order by claimed_at, id', [tenant.id]);
const addresses = (): string[] => mail.received.map(({ to }) => to).sort();
const emailOf = (student: Json): string => student.parent_guardian.email;

describe('guardians', () => {
  it.each([
    [undefined, 0, []],
    ['nothing', 0, []],
    ['absence', 1, ['education.absence']],
    [['overdue'], 1, ['education.overdue']],
    [['absence', 'overdue'], 2, ['education.absence', 'education.overdue']],
  ])('are written to of what the school has set: %j', async (topics, count, kinds) => {
    await writeOf(topics);
    const student = await newStudent();
    await absent(student, MONDAY);
    await owe(student, dayAfter(-1));
    expect(await send()).toBe(count);
    expect((await claims()).map(({ kind }) => kind)).toEqual(kinds);
    expect(addresses()).toEqual(kinds.map(() => emailOf(student)));
  });

  it('are written to where nothing was said of consent (A-374)', async () => {
    await writeOf(['absence', 'overdue']);
    const student = await newStudent({ pdpa_consent: undefined });
    await absent(student, MONDAY);
    await owe(student, dayAfter(-1));
    expect(await send()).toBe(2);
  });

  it('are not written to after a refusal (A-374), without an address, and about a student who is deleted or erased', async () => {
    await writeOf(['absence', 'overdue']);
    const guardian = { name: 'Ali', email: 'wali@example.com' };
    const [deleted, erased] = [await newStudent(), await newStudent()];
    const students = [
      await newStudent({ pdpa_consent: false }),
      await newStudent({ parent_guardian: null }),
      await newStudent({ parent_guardian: { name: 'Ali' } }),
      await newStudent({ parent_guardian: { ...guardian, email: 'tiada' } }),
      await newStudent({ parent_guardian: { ...guardian, email: 'a@b.example, c@d.example' } }),
      deleted,
      erased,
    ];
    for (const student of students) {
      await absent(student, MONDAY);
      await owe(student, dayAfter(-1));
    }
    await done('DELETE', `education/students/${deleted.id}`);
    await post(`education/students/${erased.id}/erase`, undefined);
    expect([await send(), await claims(), mail.received]).toEqual([0, [], []]);
  });

  it('are not written to by a school that disabled the module, or is suspended', async () => {
    await writeOf(['absence', 'overdue']);
    const student = await newStudent();
    await absent(student, MONDAY);
    await owe(student, dayAfter(-1));
    await post('modules/education/disable', undefined);
    expect(await send()).toBe(0);
    await writeOf(['absence', 'overdue']);
    await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where id = $1", [tenant.id]);
    expect([await send(), await claims()]).toEqual([0, []]);
  });

  it('learn nothing of health, religion or marks, and what is kept of the letter names no person', async () => {
    await writeOf(['absence', 'overdue']);
    const secret = 'rahsia';
    const student = await newStudent({
      religion: secret,
      medical_conditions: [secret],
      allergies: [secret],
      special_needs: [secret],
      blood_type: 'O+',
    });
    await absent(student, MONDAY, { remarks: secret });
    await post('education/grades', { student_id: student.id, score: 12.34, max_score: 100, remarks: secret });
    await owe(student, dayAfter(-1));
    expect(await send()).toBe(2);
    const said = mail.received.map(({ text }) => text).join('\n');
    expect(said.toLowerCase()).not.toMatch(/rahsia|12\.34|o\+/);
    for (const { text } of mail.received) {
      expect(text).toContain(student.first_name);
      expect(text).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
      expect(text).toMatch(new RegExp(`^From: .*<${SENDER}>\r?$`, 'm'));
    }
    const trail = await at(service).get(`/api/v1/audit/?record_id=${student.id}`, tenant.admin.token);
    const kept = JSON.stringify([await claims(), service.output()]);
    expect(kept).not.toMatch(new RegExp([student.first_name, emailOf(student), 'Ali', 'binti', secret].join('|')));
    expect(trail.body.data.filter((entry: Json) => entry.actor_id === null)).toMatchObject([
      { action: 'notify_overdue', changes: {} },
      { action: 'notify_absence', changes: {} },
    ]);
    await post(`education/students/${student.id}/erase`, undefined);
    expect([await send(1), await send(7), mail.received.length]).toEqual([0, 0, 2]);
  });
});

describe('letters that were refused', () => {
  it('are shown to operators, save those about a student who is deleted or erased meanwhile', async () => {
    await writeOf(['absence', 'overdue']);
    const students = [await newStudent(), await newStudent(), await newStudent()];
    for (const student of students) {
      await absent(student, MONDAY);
      await owe(student, dayAfter(-1));
    }
    mail.behaviour.recipient = () => '550 Unknown';
    expect(await send()).toBe(0);
    const [kept, deleted, erased] = students as [Json, Json, Json];
    await done('DELETE', `education/students/${deleted.id}`);
    await post(`education/students/${erased.id}/erase`, undefined);
    const now = new Date(`${MONDAY}T13:00:00+08:00`);
    const open = await opened.work({ tenant_id: tenant.id, actor: null, now }, (ctx) =>
      app.get(NotificationService).open(ctx),
    );
    expect(open.map(({ kind, subject_id }) => [kind, subject_id]).sort()).toEqual([
      ['education.absence', kept.id],
      ['education.overdue', kept.id],
    ]);
  });
});

describe('an absence', () => {
  beforeEach(() => writeOf('absence'));

  it('is told once a day, with all classes that were missed', async () => {
    const [maths, history] = [
      await post('education/classes', { name: 'Matematik' }),
      await post('education/classes', { name: 'Sejarah' }),
    ];
    const student = await newStudent();
    await absent(student, MONDAY, { class_id: maths.id });
    await absent(student, MONDAY, { class_id: history.id });
    await absent(student, dayAfter(1), { class_id: maths.id });
    expect([await send(), await send()]).toEqual([1, 0]);
    const [letter] = mail.received;
    expect(letter?.to).toBe(emailOf(student));
    expect(letter?.text).toContain('10/03/2025');
    expect(letter?.text).toContain('Matematik, Sejarah');
    await absent(student, MONDAY);
    expect([await send(), await send(1), await send(1), await send(2)]).toEqual([0, 1, 0, 0]);
    expect(mail.received[1]?.text).toContain('11/03/2025');
  });

  it('of today and yesterday is told, and no older one', async () => {
    const students = await Promise.all([0, 1, 2, 3].map(() => newStudent()));
    for (const [i, student] of students.entries()) await absent(student, dayAfter(-i));
    expect(await send(0, {}, '00:00:01')).toBe(2);
    expect(addresses()).toEqual(students.slice(0, 2).map(emailOf).sort());
  });

  it('that was a mistake is not told', async () => {
    for (const status of ['present', 'excused', 'late']) {
      const { id } = await absent(await newStudent(), MONDAY);
      await done('PUT', `education/attendance/${id}`, { status });
    }
    expect([await send(), await claims()]).toEqual([0, []]);
  });

  it('that is corrected while other letters are sent is not told', async () => {
    const [first, second] = [await newStudent(), await newStudent()];
    const records = [await absent(first, MONDAY), await absent(second, MONDAY)];
    mail.behaviour.recipient = (address) => {
      return address === emailOf(first) ? undefined : '550 Not asked for';
    };
    const mailer = new SmtpMailer(mail.url, SENDER);
    const correcting: SendingOptions['mailer'] = {
      send: async (letter) => {
        await done('PUT', `education/attendance/${records[1]?.id}`, { status: 'excused' });
        return mailer.send(letter);
      },
    };
    expect([await send(0, { mailer: correcting }), await send()]).toEqual([1, 0]);
    expect(await claims()).toHaveLength(1);
  });
});

describe('overdue invoices', () => {
  beforeEach(() => writeOf('overdue'));

  it('are told from the day after the oldest was due, every seven days, with all that is owed', async () => {
    const student = await newStudent();
    const invoices = [await owe(student, dayAfter(-1), 180.5), await owe(student, dayAfter(2), 20, 'exam')];
    const later = await owe(student, dayAfter(20));
    await pay(student, 30);
    expect([await send(-1), await send(), await send()]).toEqual([0, 1, 0]);
    for (const days of [1, 2, 3, 4, 5, 6]) expect(await send(days)).toBe(0);
    expect([await send(7), await send(7)]).toEqual([1, 0]);
    const [first, second] = mail.received.map(({ text }) => text);
    expect(first).toContain(`${invoices[0]?.invoice_number}, March 2025, due on 09/03/2025: MYR 150.50`);
    expect(first).toContain('Total: MYR 150.50');
    expect(second).toContain(`${invoices[1]?.invoice_number}, March 2025, due on 12/03/2025: MYR 20.00`);
    expect(second).toContain('Jumlah: MYR 170.50');
    expect(second).not.toContain(later.invoice_number);
  });

  it('that were paid meanwhile are not told, save where the payment turned out void', async () => {
    const student = await newStudent();
    await owe(student, dayAfter(-1));
    const payment = await pay(student, 180);
    expect(await send()).toBe(0);
    await post(`education/payments/${payment.id}/void`, { reason: 'Cek tendang' });
    expect(await send()).toBe(1);
    expect(mail.received[0]?.text).toContain('Total: MYR 180.00');
    await pay(student, 180);
    expect(await send(7)).toBe(0);
  });

  it('are told on a later day where the day itself was missed, and the days of the next letters stay', async () => {
    const student = await newStudent();
    await owe(student, dayAfter(-3));
    expect([await send(), await send(1), await send(4), await send(5), await send(6)]).toEqual([1, 0, 0, 1, 0]);
  });

  it('beyond the limit of every day are those of each student in turn', async () => {
    const students = await Promise.all([1, 2, 3].map(() => newStudent()));
    for (const student of students) await owe(student, dayAfter(-1));
    for (const days of [6, 13, 20]) expect(await send(days, { mostPerDay: 1 })).toBe(1);
    expect(addresses()).toEqual(students.map(emailOf).sort());
  });

  it('are told once a day, after any payment on it', async () => {
    const student = await newStudent();
    await owe(student, dayAfter(-3));
    await owe(student, dayAfter(-1));
    expect(await send()).toBe(1);
    await pay(student, 180);
    expect(await send()).toBe(0);
  });
});

describe('the limit of a tenant and day', () => {
  it('is that of all kinds, and what is left goes out on the next days', async () => {
    await writeOf(['absence', 'overdue']);
    const students = await Promise.all([0, 1, 2, 3, 4].map(() => newStudent()));
    for (const student of students.slice(0, 2)) await absent(student, MONDAY);
    for (const student of students) await owe(student, dayAfter(-1));
    const told: string[] = [];
    const limit = { mostPerDay: 3, exhausted: (tenant_id: string) => void told.push(tenant_id) };
    expect([await send(0, limit), await send(0, limit, '23:59:59')]).toEqual([3, 0]);
    expect((await claims()).map(({ kind }) => kind).sort()).toEqual([
      'education.absence',
      'education.absence',
      'education.overdue',
    ]);
    expect(told).toEqual([tenant.id, tenant.id]);
    expect([await send(1, limit, '00:00:01'), await send(1, limit), await send(2, limit)]).toEqual([3, 0, 1]);
    expect(new Set((await claims()).map(({ kind, subject_id }) => `${kind} ${subject_id}`)).size).toBe(7);
  });

  it('is no other tenant’s', async () => {
    for (const _ of [1, 2]) {
      tenant = await newTenantAt(service);
      await writeOf('absence');
      for (const _student of [1, 2]) await absent(await newStudent(), MONDAY);
    }
    expect([await send(0, { mostPerDay: 1 }), await send(1, { mostPerDay: 1 })]).toEqual([2, 2]);
  });
});

describe('instances of the service', () => {
  const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const sendingService = () => startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: SENDER });
  const inDebt = async (): Promise<Json> => {
    const student = await newStudent();
    await absent(student, today());
    await owe(student, dayAfter(-1, today()));
    return student;
  };
  beforeEach(() => writeOf(['absence', 'overdue']));

  it('two at once send each letter once', async () => {
    const students = await Promise.all([1, 2, 3, 4, 5, 6].map(inDebt));
    const instances = await Promise.all([sendingService(), sendingService()]);
    await eventually('all are sent', async () => (await claims()).filter(({ outcome }) => outcome).length === 12);
    expect(addresses()).toEqual(students.flatMap((student) => [emailOf(student), emailOf(student)]).sort());
    for (const instance of instances) await instance.stop();
  });

  it('that die between claiming a letter and sending it do not have it sent again', async () => {
    const student = await inDebt();
    let connections = 0;
    const victim: { service?: Promise<OwnService> } = {};
    const killed = new Promise<void>((gone) => {
      mail.behaviour.connected = async () => {
        connections += 1;
        // It has not been greeted yet: nothing can have been sent.
        await (await victim.service)?.stop('SIGKILL');
        gone();
      };
    });
    victim.service = sendingService();
    await killed;
    mail.behaviour.connected = undefined;
    expect([connections, mail.received]).toEqual([1, []]);
    await sql(database.ownerUrl, "update core.notifications set claimed_at = claimed_at - interval '20 minutes'");
    const next = await sendingService();
    await eventually('the other letter is sent', () => mail.received.length > 0);
    const line = await eventually('it is reported', () =>
      next.log().find(({ subject_id }) => subject_id === student.id),
    );
    expect(line).toMatchObject({ kind: 'education.absence', msg: expect.stringContaining('not sent again') });
    await pause(300);
    expect((await claims()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['education.absence', null],
      ['education.overdue', 'accepted'],
    ]);
    expect(mail.received).toHaveLength(1);
  });
});
