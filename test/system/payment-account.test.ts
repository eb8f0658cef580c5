import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AccountRefused,
  CoreModule,
  PaymentAccountService,
  TenantService,
  type Abilities,
  type GatewayAccount,
  type PaymentAccountTold,
} from '@usaha/core';
import { DatabaseModule, NO_TENANT, type Context, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { SteeredGateway } from '../support/steered-gateway.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** accounts at a real gateway, which here does what the test wants of it. */

const KEY = 'sk_live_4f1c9a7d23be7Qx2';
const BRAND = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';
const TOLD: PaymentAccountTold = { gateway: 'chip', brand_id: BRAND, secret_key: KEY };
const ABILITIES: Abilities = { methods: [{ method: 'fpx', min: 1, max: 30_000 }], refunds: 'partial', mode: 'live' };

/** A gateway that is tried as the test wants it. */
class Tried extends SteeredGateway {
  trying: (account: GatewayAccount) => Promise<Abilities> = () => Promise.resolve(ABILITIES);
  override abilities = (account?: GatewayAccount) => this.trying(account as GatewayAccount);
}

let own: OwnDatabase;
let database: Database;
let chip: Tried;
let apps: INestApplicationContext[];
let tenant_id: string;

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
});
afterAll(async () => {
  await database.end();
  await dropDatabases();
});
async function open(production = false): Promise<PaymentAccountService> {
  const tokens = { keys: [['test', Buffer.alloc(32, 1)]] as [string, Buffer][] };
  const app = await NestFactory.createApplicationContext(
    {
      ...CoreModule.forRoot({ tokens, gateways: () => ({ chip }), production, webhookNetworks: ['127.0.0.0/8'] }),
      imports: [DatabaseModule.forRoot(database)],
    },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  apps.push(app);
  tenant_id = (
    await database.work({ tenant_id: NO_TENANT, actor: null, now: new Date() }, (ctx) =>
      app.get(TenantService).create(ctx, { name: 'Kedai', business_type: 'retail' }),
    )
  ).id;
  return app.get(PaymentAccountService);
}
beforeEach(() => {
  chip = new Tried(database);
  apps = [];
});
afterEach(() => Promise.all(apps.map((app) => app.close())));

const as = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, work);
const stored = () => sql(own.ownerUrl, 'select * from core.payment_accounts where tenant_id = $1', [tenant_id]);

it('is tried with no transaction open, then stored with its key sealed', async () => {
  const accounts = await open();
  chip.trying = async (account) => {
    const { total, idle } = database.poolState;
    expect([total - idle, account.secret_key, account.brand_id]).toEqual([0, KEY, BRAND]);
    expect(await stored()).toEqual([]);
    return ABILITIES;
  };
  const shown = await as((ctx) => accounts.set(ctx, TOLD));
  expect(shown).toMatchObject({ methods: ABILITIES.methods, signing_secret: null, callback_url: null });
  expect(shown.record).toMatchObject({ gateway: 'chip', mode: 'live', secret_hint: '7Qx2' });
  expect(JSON.stringify(await stored())).not.toContain(KEY);
  const trail = await sql(
    own.ownerUrl,
    'select row_to_json(r)::text as entry from kernel.audit_entries r where tenant_id = $1',
    [tenant_id],
  );
  expect(JSON.stringify(trail)).not.toContain(KEY);
  expect(await as((ctx) => accounts.current(ctx))).toMatchObject({ gateway: 'chip', secret_key: KEY, mode: 'live' });
});

it.each([
  ['a key that it refuses', new AccountRefused('secret_key'), { kind: 'invalid', field: 'secret_key' }],
  ['a brand that it does not have', new AccountRefused('brand_id'), { kind: 'invalid', field: 'brand_id' }],
  ['silence', new Error('socket hang up'), { kind: 'unavailable', code: 'GATEWAY_SILENT' }],
])('of which the gateway says %s is not stored', async (_, error, { kind, field, code }: Record<string, string>) => {
  const accounts = await open();
  await as((ctx) => accounts.set(ctx, { gateway: 'sandbox' }));
  const before = await stored();
  chip.trying = () => Promise.reject(error);
  const refusal: unknown = await as((ctx) => accounts.set(ctx, TOLD)).catch((thrown: unknown) => thrown);
  expect(refusal).toMatchObject({
    kind,
    ...(code !== undefined && { code }),
    ...(field !== undefined && { errors: [{ field }] }),
  });
  expect(JSON.stringify(refusal)).not.toContain(KEY);
  expect(await stored()).toEqual(before);
});

it('is kept with its key for what was begun with it, after another was set', async () => {
  const accounts = await open();
  const first = await as((ctx) => accounts.set(ctx, TOLD));
  const second = await as((ctx) => accounts.set(ctx, { ...TOLD, secret_key: `${KEY}2` }));
  const of = (id?: string) => as((ctx) => accounts.ofAttempt(ctx, id ?? null));
  expect(await of(first.record?.id)).toMatchObject({ secret_key: KEY });
  expect(await of(second.record?.id)).toMatchObject({ secret_key: `${KEY}2` });
  expect(await of()).toMatchObject({ gateway: 'sandbox', id: null });
  await as((ctx) => accounts.remove(ctx));
  expect(await as((ctx) => accounts.current(ctx))).toMatchObject({ gateway: 'sandbox', id: null });
  expect(await of(first.record?.id)).toMatchObject({ secret_key: KEY });
});

it.each([{ brand_id: null }, { secret_key: null }, { secret_key: '' }])('needs its parts: %j', async (absent) => {
  const accounts = await open();
  const [field] = Object.keys(absent);
  await expect(as((ctx) => accounts.set(ctx, { ...TOLD, ...absent }))).rejects.toMatchObject({
    kind: 'invalid',
    errors: [{ field }],
  });
});

it('takes another address outside production alone, and none that may not be reached', async () => {
  const accounts = await open();
  await as((ctx) => accounts.set(ctx, { ...TOLD, api_url: 'http://127.0.0.1:4010/api/v1' }));
  for (const api_url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'no address', 'http://example.com/'])
    await expect(as((ctx) => accounts.set(ctx, { ...TOLD, api_url }))).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ field: 'api_url' }],
    });
});

describe('in production', () => {
  it('there is none unless set, and neither the sandbox nor a test account nor another address is taken', async () => {
    const accounts = await open(true);
    expect(await as((ctx) => accounts.current(ctx))).toBeNull();
    expect(await as((ctx) => accounts.shown(ctx))).toMatchObject({ account: null, methods: [], signing_secret: null });
    const refused = (told: PaymentAccountTold, field: string) =>
      expect(as((ctx) => accounts.set(ctx, told))).rejects.toMatchObject({ kind: 'invalid', errors: [{ field }] });
    await refused({ gateway: 'sandbox' }, 'gateway');
    await refused({ ...TOLD, api_url: 'https://gate.chip-in.asia/api/v1' }, 'api_url');
    chip.trying = () => Promise.resolve({ ...ABILITIES, mode: 'test' });
    await refused(TOLD, 'gateway');
    expect(await stored()).toEqual([]);
    chip.trying = () => Promise.resolve(ABILITIES);
    expect((await as((ctx) => accounts.set(ctx, TOLD))).record?.mode).toBe('live');
    await as((ctx) => accounts.remove(ctx));
    expect(await as((ctx) => accounts.current(ctx))).toBeNull();
  });
});
