import type { INestApplicationContext } from '@nestjs/common';
import { NotificationService } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
import { startMailServer, type MailServer } from '../support/mail-server.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { malaysianDay } from '../support/retail.js';

/** Letters to a business about its e-invoices, under a clock that the test moves. */

jest.setTimeout(120_000);

const ADDRESS = 'akaun@kedai.example';
const DAY_MS = 86_400_000;

let database: OwnDatabase;
let service: OwnService;
let mail: MailServer;
let tenant: OwnTenant;
const instances: { opened: Database; app: INestApplicationContext }[] = [];

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  for (let i = 0; i < 2; i += 1) {
    const opened = await openDatabase(database.appUrl);
    instances.push({ opened, app: await openContexts(opened) });
  }
});
beforeEach(async () => {
  mail = await startMailServer();
  tenant = await newTenantAt(service);
  await sql(database.ownerUrl, 'update core.tenants set email = $2 where id = $1', [tenant.id, ADDRESS]);
  await done('PUT', 'einvoices/settings', { enabled: true });
});
afterEach(async () => {
  await mail.stop();
  // Letters that a test has left behind do not concern the others.
  await sql(database.ownerUrl, "update core.tenants set status = 'suspended' where id = $1", [tenant.id]);
});
afterAll(async () => {
  for (const { app, opened } of instances) {
    await app.close();
    await opened.end();
  }
  await stopOwnServices();
  await dropDatabases();
});

async function done(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await at(service).send(method, `/api/v1/${path}/`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body?.data;
}
const sendAt = async (now: Date, instance = 0): Promise<number> =>
  (await instances[instance]?.app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(mail.url, 'surat@kedai.example'),
    now: () => now,
    failed: (error) => {
      throw error;
    },
  })) ?? 0;
/** At a time of day (UTC+8), a number of days from now. */
const send = (days: number, time = '07:00:00', instance = 0): Promise<number> =>
  sendAt(new Date(`${malaysianDay(days)}T${time}+08:00`), instance);
const told = () => mail.received.splice(0).map(({ to, text }) => ({ to, text: text.replaceAll(/\s+/g, ' ') }));

/** An e-invoice of a sale that is blocked, since its buyer has no state. */
async function blocked(): Promise<Json> {
  const product = await done('POST', 'retail/products', {
    sku: 'TEH',
    name: 'Teh',
    selling_price: 10,
    current_stock: 9,
  });
  const sale = await done('POST', 'retail/sales', {
    items: [{ product_id: product.id, quantity: 1 }],
  });
  return done('POST', 'einvoices', {
    source: { module: 'retail', kind: 'sale', id: sale.id },
    buyer: {
      name: 'Siti Nur',
      tin: 'IG123456789',
      phone: '+60123450101',
      address: { line1: '12, Jalan Telawi 3', city: 'Kuala Lumpur' },
    },
  });
}

it('A-532: one letter a day says which e-invoices are blocked and why, until none is', async () => {
  const { id, number, status, errors } = await blocked();
  expect(status).toBe('blocked');
  expect(await send(1, '06:59:59')).toBe(0);
  // Two instances at once: one letter.
  const sent = await Promise.all([send(1, '07:00:00', 0), send(1, '07:00:00', 1)]);
  expect([...sent].sort()).toEqual([0, 1]);
  expect(await send(1, '23:00:00')).toBe(0);
  const [letter, ...more] = told();
  expect([letter?.to, more]).toEqual([ADDRESS, []]);
  expect(letter?.text).toContain(`${number}: ${errors[0].message}`);
  expect(letter?.text).toContain('E-invois ini tersekat');
  expect(await send(2)).toBe(1);
  await done('POST', `einvoices/${id}/discard`, { reason: 'Salah' });
  told();
  expect([await send(3), told()]).toEqual([0, []]);
});

it('A-532: none goes once e-invoices are off', async () => {
  await blocked();
  await done('PUT', 'einvoices/settings', { enabled: false });
  expect([await send(1), told()]).toEqual([0, []]);
});

it('A-527: the end of a certificate is told 30, 7 and 1 days before, each once, and not once it has ended', async () => {
  const until = new Date(Date.now() + 100 * DAY_MS);
  await sql(database.ownerUrl, 'update einvoice.settings set certificate_until = $2 where tenant_id = $1', [
    tenant.id,
    until,
  ]);
  const before = (days: number): Promise<number> => sendAt(new Date(until.getTime() - days * DAY_MS));
  expect(await before(31)).toBe(0);
  const sent = [];
  for (const days of [30, 29, 8, 7, 6, 1, 0.5]) sent.push(await before(days));
  expect(sent).toEqual([1, 0, 0, 1, 0, 1, 0]);
  const letters = told();
  expect(letters.map(({ to }) => to)).toEqual([ADDRESS, ADDRESS, ADDRESS]);
  const day = new Date(until.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  for (const { text } of letters) expect(text).toContain(`your e-invoices ends on ${day}`);
  expect([await before(0), await before(-1)]).toEqual([0, 0]);
});
