import type { INestApplicationContext } from '@nestjs/common';
import { LetterStops, MOST_TO_ONE, NotificationService, type SendingOptions, type Way } from '@usaha/core';
import { ReceiverNotices } from '@usaha/logistics';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { parties } from '../support/logistics.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { unique } from '../support/people.js';
import { malaysianDay } from '../support/retail.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  pause,
  sendsNothing,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Letters of logistics, to receivers of shipments and to those who run the business: each is sent once, against a real mail server. */

jest.setTimeout(120_000);

const SENDER = 'surat@kurier.example';
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
  // Nor do thousands of parcels, of which the planner knows nothing yet.
  await sql(database.ownerUrl, 'truncate logistics.shipments cascade');
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
const post = (path: string, body?: unknown): Promise<Json> => done('POST', path, body);
const configure = (logistics: Json) => post('modules/logistics/enable', { configuration: { logistics } });

/** Sends the letters that are due a number of days from now. */
const send = (days = 0, extra: Partial<SendingOptions> = {}): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, SENDER),
    now: () => new Date(Date.now() + days * DAY_MS),
    failed: (error) => {
      throw error;
    },
    ...extra,
  });
const claims = (): Promise<Json[]> =>
  sql(database.ownerUrl, 'select * from core.notifications where tenant_id = $1 order by claimed_at, id', [tenant.id]);
const addresses = (): string[] => mail.received.map(({ to }) => to).sort();

/** Its receiver has an e-mail address unless told otherwise. */
const ship = (destination: Json = {}, extra: Json = {}): Promise<Json> =>
  post('logistics/shipments', {
    ...parties,
    destination: { ...parties.destination, email: `${unique('penerima')}@example.com`, ...destination },
    ...extra,
  });
const reach = ({ id }: Json, status: string): Promise<Json> =>
  post(`logistics/shipments/${id}/update-status`, { status, notes: 'Rahsia' });
const emailOf = (shipment: Json): string => shipment.destination.email;

describe('receivers', () => {
  it('are told of in_transit and of delivered, in both languages, and nothing that is not theirs', async () => {
    const shipment = await ship(
      {},
      {
        delivery_date: malaysianDay(2),
        delivery_time_window: { start: '09:00', end: '12:00' },
        payment_method: 'Cash on delivery',
        payment_amount: 59.9,
        package_details: { value_myr: 987.65, description: 'Rahsia' },
        insurance_amount: 987.65,
        customer_reference: 'Rahsia',
      },
    );
    expect(await send()).toBe(0);
    await reach(shipment, 'in_transit');
    expect([await send(), await send()]).toEqual([1, 0]);
    await reach(shipment, 'delivered');
    expect([await send(), await send()]).toEqual([1, 0]);
    expect(addresses()).toEqual([emailOf(shipment), emailOf(shipment)]);
    const day = malaysianDay(2).split('-').reverse().join('/');
    const [first, second] = mail.received.map(({ text }) => text) as [string, string];
    for (const said of [
      shipment.tracking_number,
      `${day}, 09:00–12:00`,
      'RM 59.90',
      'Salam Tan Mei Ling',
      'Dear Tan Mei Ling',
      'Kedai-',
      'Auto-Submitted: auto-generated',
    ])
      expect(first).toContain(said);
    expect(second).toContain('Your shipment was delivered on');
    // No amount; a tracking number may have these letters.
    expect(second).not.toMatch(/RM\s?\d/);
    for (const text of [first, second]) expect(text).not.toMatch(/rahsia|987\.65|Nurul|Plumbum|Lebuh/i);
    const trail = await at(service).get(`/api/v1/audit/?record_id=${shipment.id}`, tenant.admin.token);
    expect(trail.body.data.filter(({ action }: Json) => action === 'notify_receiver')).toMatchObject([
      { actor_id: null, changes: {} },
      { actor_id: null, changes: {} },
    ]);
    expect(JSON.stringify([await claims(), service.output()])).not.toMatch(/penerima|Mei Ling/);
  });

  it('are told each status once, however often it is scanned or come back to, and by any call', async () => {
    const [scanned, put] = [await ship(), await ship()];
    for (const status of ['in_transit', 'in_transit', 'pending', 'in_transit']) await reach(scanned, status);
    await done('PUT', `logistics/shipments/${put.id}`, { status: 'in_transit' });
    expect(await send()).toBe(2);
    await reach(scanned, 'returned');
    await reach(scanned, 'in_transit');
    await done('PUT', `logistics/shipments/${put.id}`, { payment_amount: 5 });
    expect([await send(), addresses()]).toEqual([0, [emailOf(scanned), emailOf(put)].sort()]);
  });

  it('are told only what still is so, and no news of days ago', async () => {
    const [delivered, cancelled, undone, old] = [await ship(), await ship(), await ship(), await ship()];
    for (const shipment of [delivered, cancelled, undone, old]) await reach(shipment, 'in_transit');
    for (const [shipment, status] of [
      [delivered, 'delivered'],
      [cancelled, 'cancelled'],
      [undone, 'pending'],
    ] as const)
      await reach(shipment, status);
    expect([await send(2.01), mail.received]).toEqual([0, []]);
    await done('PUT', `logistics/shipments/${old.id}`, { destination: { ...old.destination, email: null } });
    expect([await send(), addresses()]).toEqual([1, [emailOf(delivered)]]);
    await reach(undone, 'in_transit');
    expect([await send(), addresses()]).toEqual([1, [emailOf(delivered), emailOf(undone)].sort()]);
  });

  it('are all told of a van that is scanned at once', async () => {
    const shipments = await Promise.all(Array.from({ length: 30 }, () => ship()));
    const tracking_numbers = shipments.map(({ tracking_number }) => tracking_number);
    await post('logistics/shipments/bulk-status', { tracking_numbers, status: 'in_transit' });
    await post('logistics/shipments/bulk-status', { tracking_numbers, status: 'in_transit' });
    expect([await send(), await send()]).toEqual([30, 0]);
    expect(addresses()).toEqual(shipments.map(emailOf).sort());
  });

  it('are told as their schedule says, and not by a driver who is told not to', async () => {
    const schedule = (shipment: Json, contact_preferences: Json | null): Promise<Json> =>
      post('logistics/schedules', { shipment_id: shipment.id, scheduled_date: malaysianDay(1), contact_preferences });
    const [against, changed, without, invalid] = [
      await ship(),
      await ship(),
      await ship({ email: null }),
      await ship({ email: 'tiada' }),
    ];
    await schedule(against, { email: false, sms: true });
    // The newest that says anything counts.
    await schedule(changed, { email: false });
    await schedule(changed, { email: true, sms: false });
    await schedule(changed, null);
    for (const shipment of [against, changed, without, invalid]) await reach(shipment, 'in_transit');
    expect([await send(), addresses()]).toEqual([1, [emailOf(changed)]]);
    await configure({ tell_receivers: false });
    const off = await ship();
    await reach(off, 'in_transit');
    expect(await send()).toBe(0);
    await configure({ tell_receivers: true });
    await post('modules/logistics/disable');
    expect(await send()).toBe(0);
    await configure({});
    expect([await send(), addresses()]).toEqual([1, [emailOf(changed), emailOf(off)].sort()]);
  });

  it('who cannot be told take the place of none who can be', async () => {
    const dueTo = async (toPhones: Way[]): Promise<(string | null | undefined)[]> => {
      const tenantNow = { tenant_id: tenant.id, actor: null, now: new Date() };
      const due = await opened.work(tenantNow, (ctx) => app.get(ReceiverNotices).due(ctx, toPhones));
      return due.map(({ address, person }) => address ?? person?.phone).sort();
    };
    const emails = [
      'tiada@tiada',
      '@',
      'a b@example.com',
      'a@b@example.com',
      '[a]@example.com',
      'x\\y@example.com',
      'a@.',
    ];
    const right = [' ada@example.com ', "o'neil+1@mail.example.com"];
    const numbers = ['01', '0123', '012 ada', '0123450102345', '123450102', '03-1234 5678'];
    const mobile = ['012-345 0102', '+60 12 345 0102', '60123450102', '(011) 1234 5678'];
    const shipments = [
      ...[...emails, ...right].map((email) => ship({ email, phone_number: null })),
      ...[...numbers, ...mobile].map((phone_number) => ship({ email: 'tiada@tiada', phone_number })),
    ];
    for (const shipment of await Promise.all(shipments)) await reach(shipment, 'in_transit');
    expect(await dueTo([])).toEqual([...right].sort());
    // WhatsApp needs an opt-in, which a schedule would say.
    expect(await dueTo(['whatsapp'])).toEqual([...right].sort());
    expect(await dueTo(['sms'])).toEqual([...right, ...mobile].sort());
  });

  /** A number of shipments to one receiver reach in_transit. */
  const crowd = async (email: string, count: number): Promise<void> => {
    await sql(
      database.ownerUrl,
      `with made as (
         insert into logistics.shipments (tenant_id, id, created_at, updated_at, tracking_number, status, origin, destination,
           package_details, service_type, insurance_required, total_distance_km, distance_source, estimated_delivery_time,
           promised_until, events)
         select $1, uuidv7(), now(), now(), gen_random_uuid()::text, 'in_transit', '{}', jsonb_build_object('email', $2::text),
                '{}', 'standard', false, 0, 'none', now(), now(), 1
           from generate_series(1, $3::integer) n returning id)
       insert into logistics.shipment_events (tenant_id, id, created_at, position, shipment_id, status, happened_at, changes)
       select $1, uuidv7(), now(), 1, m.id, 'in_transit', now(), '{}' from made m`,
      [tenant.id, email, count],
    );
  };

  it('are told though another has more to be told than is sent on a day', async () => {
    const busy = `${unique('sibuk')}@example.com`;
    await crowd(busy, 1_050);
    const shipment = await ship();
    await reach(shipment, 'in_transit');
    expect([await send(), await send()]).toEqual([MOST_TO_ONE + 1, 0]);
    expect(addresses()).toEqual([...Array.from({ length: MOST_TO_ONE }, () => busy), emailOf(shipment)].sort());
    // The next day more of the same.
    expect(await send(1)).toBe(MOST_TO_ONE);
  });

  it('are told though many others have had all of the day, however often they are looked at', async () => {
    const many = Array.from({ length: 21 }, (_, i) => `${unique(`ramai${i}`)}@example.com`);
    for (const email of many) await crowd(email, 100);
    expect(await send()).toBe(21 * MOST_TO_ONE);
    const shipment = await ship();
    await reach(shipment, 'in_transit');
    expect([await send(), addresses().filter((to) => to === emailOf(shipment)).length]).toEqual([1, 1]);
  });

  it('are told though others who have more to be told have stopped the letters', async () => {
    const linked = await openContexts(opened, 'https://usaha.example');
    const stops = linked.get(LetterStops);
    for (let i = 0; i < 3; i += 1) {
      const email = `${unique('cukup')}@example.com`;
      await crowd(email, 500);
      await opened.work({ tenant_id: tenant.id, actor: null, now: new Date() }, async (ctx) => {
        const token = stops.urlOf(ctx, email)?.split('/').at(-1) ?? '';
        await stops.stop(ctx, stops.read(token)?.recipient ?? '');
      });
    }
    await linked.close();
    const shipment = await ship();
    await reach(shipment, 'in_transit');
    expect([await send(), await send(), addresses()]).toEqual([1, 0, [emailOf(shipment)]]);
  });

  it('beyond the limit of a day are told the next', async () => {
    const shipments = await Promise.all(Array.from({ length: 4 }, () => ship()));
    for (const shipment of shipments) await reach(shipment, 'in_transit');
    expect([await send(0, { mostPerDay: 3 }), await send(1, { mostPerDay: 3 })]).toEqual([3, 1]);
    expect(addresses()).toEqual(shipments.map(emailOf).sort());
  });

  it('that are refused are shown to operators for as long as the shipment is there', async () => {
    const [there, gone] = [await ship(), await ship()];
    for (const shipment of [there, gone]) await reach(shipment, 'in_transit');
    mail.behaviour.recipient = () => '550 Unknown';
    expect(await send()).toBe(0);
    await reach(gone, 'delivered');
    const later = { tenant_id: tenant.id, actor: null, now: new Date(Date.now() + 3_600_000) };
    const open = await opened.work(later, (ctx) => app.get(NotificationService).open(ctx));
    expect(open.map(({ kind, subject, subject_id, occasion }) => [kind, subject, subject_id, occasion])).toEqual([
      ['logistics.receiver_letter', 'shipment', there.id, 'in_transit'],
    ]);
  });
});

describe('those who run the business', () => {
  const van = (road_tax_expiry: string, plate = unique('WXY')): Promise<Json> =>
    post('logistics/vehicles', { registration_number: plate, road_tax_expiry });
  const texts = (): string[] => mail.received.map(({ text }) => text);

  it('are told in one letter what is newly due, each once: administrators and managers, and no other user', async () => {
    await newMemberAt(service, tenant, 'manager');
    for (const role of ['staff', 'user']) await newMemberAt(service, tenant, role);
    const off = await newMemberAt(service, tenant, 'manager');
    await sql(database.ownerUrl, "update core.users set status = 'inactive' where id = $1", [off.id]);
    const [past, soon] = [await van(malaysianDay(-3)), await van(malaysianDay(30))];
    await van(malaysianDay(32));
    await post('logistics/drivers', {
      first_name: 'Ahmad',
      last_name: 'Faizal',
      ic_number: '900101145678',
      license_number: 'Rahsia',
      license_expiry: malaysianDay(7),
    });
    expect([await send(), await send()]).toEqual([2, 0]);
    expect(addresses().map((address) => address.slice(0, 3))).toEqual(['man', 'own']);
    for (const text of texts()) {
      expect(text).toContain(`${past.registration_number}: road tax ended on`);
      expect(text).toContain(`${soon.registration_number}: cukai jalan akan tamat pada`);
      expect(text).toContain('Ahmad Faizal: driving licence ends on');
      expect(text).not.toMatch(/Rahsia|900101/);
      expect(text.match(/: road tax/g)).toHaveLength(2);
    }
    const { length } = mail.received;
    expect([await send(1), length]).toEqual([0, 2]);
  });

  it('are told the next day what came up since, and a renewed document again', async () => {
    const first = await van(malaysianDay(5));
    expect(await send()).toBe(1);
    const second = await van(malaysianDay(3));
    expect([await send(), await send(1)]).toEqual([0, 1]);
    expect(texts()[1]).toContain(second.registration_number);
    expect(texts()[1]).not.toContain(first.registration_number);
    await done('PUT', `logistics/vehicles/${first.id}`, { road_tax_expiry: malaysianDay(20) });
    expect([await send(2), await send(2), await send(3)]).toEqual([1, 0, 0]);
    expect(texts()[2]).toContain(first.registration_number);
  });

  it('are told once of a service that stays undone, and of the next one when it comes', async () => {
    const serviced = (next_service_mileage: number, current_mileage: number) => ({
      registration_number: 'WXY 1',
      current_mileage,
      maintenance_schedule: { next_service_mileage, service_type: 'minyak hitam' },
    });
    const { id } = await post('logistics/vehicles', serviced(10_000, 9_500));
    expect(await send()).toBe(1);
    await done('PUT', `logistics/vehicles/${id}`, serviced(10_000, 10_500));
    expect(await send(1)).toBe(0);
    await done('PUT', `logistics/vehicles/${id}`, serviced(20_000, 10_500));
    expect(await send(2)).toBe(0);
    await done('PUT', `logistics/vehicles/${id}`, serviced(20_000, 19_000));
    expect([await send(3), texts()[1]]).toEqual([
      1,
      expect.stringContaining('service (minyak hitam) is due at 20000 km'),
    ]);
  });

  it('are not told of what was renewed while the letter waited, and are told late of the rest', async () => {
    const [renewed, left] = [await van(malaysianDay(5)), await van(malaysianDay(6))];
    mail.behaviour.recipient = () => '450 Later';
    expect(await send()).toBe(0);
    mail.behaviour.recipient = undefined;
    await done('PUT', `logistics/vehicles/${renewed.id}`, { road_tax_expiry: malaysianDay(400) });
    expect([await send(2), await send(2)]).toEqual([1, 0]);
    expect(texts()[0]).toContain(left.registration_number);
    expect(texts()[0]).not.toContain(renewed.registration_number);
  });

  it('are told nothing by a business that does not use the module, and nothing is lost by it', async () => {
    await van(malaysianDay(5));
    await post('modules/logistics/disable');
    expect([await send(), await send(10)]).toEqual([0, 0]);
    await configure({});
    expect(await send(11)).toBe(1);
  });
});

describe('instances of the service', () => {
  const sendingService = () => startOwnService(database, { SMTP_URL: mail.url, MAIL_FROM: SENDER });

  it('two at once send each letter and each SMS once, and tell no number in the log', async () => {
    const shipments = await Promise.all(Array.from({ length: 6 }, () => ship({ phone_number: null })));
    const called = await ship({ email: null, phone_number: '012-345 6789' });
    for (const shipment of [...shipments, called]) await reach(shipment, 'in_transit');
    await post('logistics/vehicles', { registration_number: 'WXY 1', road_tax_expiry: malaysianDay(1) });
    const instances = await Promise.all([sendingService(), sendingService()]);
    await eventually('all are sent', async () => (await claims()).filter(({ outcome }) => outcome).length === 8);
    const own = mail.received.find(({ text }) => text.includes('road tax'))?.to as string;
    expect(addresses()).toEqual([...shipments.map(emailOf), own].sort());
    const messages = await sql(database.ownerUrl, 'select way, subject_id from core.messages where tenant_id = $1', [
      tenant.id,
    ]);
    expect(messages).toEqual([{ way: 'sms', subject_id: called.id }]);
    for (const instance of instances) expect(instance.output()).not.toMatch(/0?12-?345 ?6789|23456789/);
    for (const instance of instances) await instance.stop();
  });

  it('that die between claiming a letter and sending it do not have it sent again', async () => {
    const shipment = await ship({ phone_number: null });
    await reach(shipment, 'in_transit');
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
    const line = await eventually('it is reported', () =>
      next.log().find(({ subject_id }) => subject_id === shipment.id),
    );
    expect(line).toMatchObject({ kind: 'logistics.receiver_letter', msg: expect.stringContaining('not sent again') });
    await pause(300);
    expect((await claims()).map(({ kind, outcome }) => [kind, outcome])).toEqual([['logistics.receiver_letter', null]]);
    expect(mail.received).toEqual([]);
  });
});
