import type { INestApplicationContext } from '@nestjs/common';
import { NotificationService } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { SmtpMailer } from '../../apps/api/dist/jobs/mail/smtp-mailer.js';
import { LowStockNotices1764980485000 } from '../../libs/retail/dist/migrations/1764980485000-low-stock-notices.js';
import type { Json } from '../support/client.js';
import { openContexts } from '../support/contexts.js';
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
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Letters about low stock, under a clock that the test moves, through a real mail server. */

jest.setTimeout(120_000);

const SENDER = 'surat@kedai.example';

let database: OwnDatabase;
let opened: Database;
let service: OwnService;
let app: INestApplicationContext;
let mail: MailServer;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
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
const post = (path: string, body?: unknown): Promise<Json> => done('POST', path, body);
const configure = (enable_inventory_alerts: boolean) =>
  post('modules/retail/enable', { configuration: { retail: { enable_inventory_alerts } } });
const product = (name: string) =>
  post('retail/products', { sku: unique('SKU'), name, selling_price: 10, current_stock: 9, minimum_stock: 5 });
const setStock = ({ id }: Json, quantity: number) =>
  post(`retail/products/${id}/update-stock`, { operation: 'set', quantity });

/** How many products wait for the next letter. */
const waiting = async (): Promise<number> => {
  const text = 'select count(*)::int as n from retail.low_stock_notices where tenant_id = $1 and day is null';
  const [row] = await sql<{ n: number }>(database.ownerUrl, text, [tenant.id]);
  return row?.n ?? 0;
};
const areWaiting = (count: number) =>
  eventually(`${count} products wait`, async () => ((await waiting()) === count ? true : null));

/** Sends what is due at a time of day (UTC+8), a number of days from now. */
const send = (days: number, time = '07:00:00', url = mail.url): Promise<number> =>
  app.get(NotificationService).sendDue({
    mailer: new SmtpMailer(url, SENDER),
    now: () => new Date(`${malaysianDay(days)}T${time}+08:00`),
    failed: (error) => {
      throw error;
    },
  });
const told = () => mail.received.splice(0).map(({ to, text }) => ({ to, text }));
const awaited = async (): Promise<string[]> => {
  const text = 'select inner_types from core.event_interests where tenant_id = $1';
  const [row] = await sql<{ inner_types: string[] }>(database.ownerUrl, text, [tenant.id]);
  return row?.inner_types ?? [];
};

describe('low stock', () => {
  it('is told from seven on to administrators and managers, once, and again only after it was above the minimum', async () => {
    await configure(true);
    const manager = await newMemberAt(service, tenant, 'manager');
    await newMemberAt(service, tenant, 'staff');
    const [tea, coffee] = [await product('Teh Tarik'), await product('Kopi O')];
    await setStock(tea, 5);
    await setStock(coffee, 2);
    await areWaiting(2);
    await setStock(coffee, 20);

    expect(await send(1, '06:59:59')).toBe(0);
    expect([await send(1), await send(1, '09:00:00')]).toEqual([2, 0]);
    const letters = told();
    expect(letters.map(({ to }) => to).sort()).toEqual([tenant.admin.email, manager.email].sort());
    for (const { text } of letters) {
      for (const said of [
        `Teh Tarik (${tea.sku}): 5 left, the minimum is 5`,
        `Teh Tarik (${tea.sku}): tinggal 5 unit, paras minimum ialah 5`,
        'Low stock',
        'Stok rendah',
      ])
        expect(text).toContain(said);
      expect(text).not.toContain('Kopi');
    }
    const trail = await at(service).get(`/api/v1/audit/?record_id=${manager.id}`, tenant.admin.token);
    expect(trail.body.data.filter(({ action }: Json) => action === 'notify_stock_alerts')).toMatchObject([
      { actor_id: null, record_type: 'user', changes: {} },
    ]);

    expect(await send(2)).toBe(0);
    await setStock(tea, 4);
    await setStock(coffee, 6);
    expect(await send(3)).toBe(0);
    await setStock(tea, 9);
    await setStock(tea, 3);
    await setStock(coffee, 1);
    // The coffee's first fall still waits.
    await eventually('both wait', async () => ((await waiting()) === 2 ? true : null));
    expect([await send(4), await send(5)]).toEqual([2, 0]);
    for (const { text } of told())
      expect(text).toMatch(
        /Kopi O \(\S+\): tinggal 1 unit[^]*Teh Tarik \(\S+\): tinggal 3 unit[^]*Kopi O[^]*Teh Tarik/,
      );
  });

  it('is told by one letter of several instances, with fifty products and how many more there are', async () => {
    await configure(true);
    const products = await Promise.all(
      Array.from({ length: 52 }, (_, i) => product(`Barang ${String(i).padStart(2, '0')}`)),
    );
    await Promise.all(products.map((one) => setStock(one, 0)));
    await areWaiting(52);
    const sent = await Promise.all([send(1), send(1), send(1)]);
    expect(sent.reduce((sum, some) => sum + some, 0)).toBe(1);
    const [letter] = told();
    expect(letter?.text).toContain('Barang 49');
    expect(letter?.text).not.toMatch(/Barang 5[01]/);
    expect([letter?.text.includes('and 2 more'), letter?.text.includes('dan 2 lagi')]).toEqual([true, true]);
  });

  it('is told up to six days late, and what fell after the announcement the next day', async () => {
    await configure(true);
    const [tea, coffee] = [await product('Teh Tarik'), await product('Kopi O')];
    await setStock(tea, 5);
    await areWaiting(1);
    expect(await send(1, '07:00:00', 'smtp://127.0.0.1:9')).toBe(0);
    await setStock(coffee, 5);
    await areWaiting(1);
    expect(await send(1, '12:00:00')).toBe(1);
    expect(told()[0]?.text).not.toContain('Kopi');
    expect(await send(2, '07:00:00', 'smtp://127.0.0.1:9')).toBe(0);
    expect(await send(8, '23:59:00')).toBe(1);
    expect(told()[0]?.text).toContain('Kopi');

    await setStock(tea, 9);
    await setStock(tea, 5);
    await areWaiting(1);
    expect(await send(10, '07:00:00', 'smtp://127.0.0.1:9')).toBe(0);
    expect(await send(17)).toBe(0);
  });

  it('is not told where the flag is off, disabled modules and deleted products included', async () => {
    const tea = await product('Teh Tarik');
    await setStock(tea, 5);
    expect(await awaited()).toEqual([]);
    await configure(true);
    expect(await awaited()).toEqual(['retail.stock.fell_to_minimum']);
    const [coffee, sugar] = [await product('Kopi O'), await product('Gula')];
    await setStock(coffee, 5);
    await setStock(sugar, 5);
    await areWaiting(2);
    await done('DELETE', `retail/products/${sugar.id}`);
    await configure(false);
    expect(await awaited()).toEqual([]);
    expect(await send(1)).toBe(0);

    await configure(true);
    await done('POST', 'modules/retail/disable');
    expect(await send(2)).toBe(0);
    await post('modules/retail/enable');
    expect(await send(3)).toBe(1);
    const [letter] = told();
    expect([letter?.text.includes('Kopi O'), letter?.text.includes('Gula'), letter?.text.includes('Teh')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is recorded for tenants that had the flag before the upgrade, and leaves what else they await', async () => {
    await configure(true);
    const other = await newTenantAt(service);
    const runner = { query: (text: string) => sql(database.ownerUrl, text, []) };
    const migration = new LowStockNotices1764980485000();
    await migration.down(runner as never);
    expect(await awaited()).toEqual([]);
    await sql(database.ownerUrl, "update core.event_interests set inner_types = '{core.user.*}' where tenant_id = $1", [
      tenant.id,
    ]);
    await migration.up(runner as never);
    expect(await awaited()).toEqual(['core.user.*', 'retail.stock.fell_to_minimum']);
    const text = 'select 1 from core.event_interests where tenant_id = $1';
    expect(await sql(database.ownerUrl, text, [other.id])).toEqual([]);
  });
});
