import { announce, newId, type Context, type Database } from '@usaha/shared';
import { eventType, publicEvent, tell, type EventType } from '@usaha/shared/events';
import { awaitsOneOf } from '../../libs/core/dist/event/awaited-events.js';
import type { DomainEvent } from '../../libs/shared/dist/events/outbox.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

/** Events that are awaited are recorded, in the transaction of their change, and no others. */

jest.setTimeout(120_000);

const facts = {
  said: { en: 'A test.', ms: 'Satu ujian.' },
  path: '/bells/{id}/',
  contract_path: null,
  versioned: false,
  data: { number: 'count' },
} as const;
const rung = eventType('belfry.bell.rung', facts);
const cast = eventType('belfry.bell.cast', facts);
const climbed = eventType('tower.stair.climbed', facts);
const all = [rung, cast, climbed];

let own: OwnDatabase;
let database: Database;
let tenants: string[];
/** Patterns that came with the rights of a user; undefined where they are not known. */
let inHand: readonly string[] | undefined;
beforeAll(async () => {
  own = await clonedDatabase();
  const service = await startOwnService(own);
  tenants = await Promise.all([1, 2].map(async () => (await newTenantAt(service)).id));
  await stopOwnServices();
  database = await openDatabase(own.appUrl);
  database.events.awaitedBy({ table: 'core.event_interests', condition: awaitsOneOf, inHand: () => inHand });
});
afterAll(async () => {
  await database?.end();
  await dropDatabases();
});
beforeEach(async () => {
  inHand = undefined;
  await sql(own.ownerUrl, 'delete from core.event_interests');
  await sql(own.ownerUrl, 'delete from kernel.outbox');
});

const interest = (
  tenant_id: string,
  endpoint_types: string[],
  inner_types: string[] = [],
  feed_since: Date | null = null,
) =>
  sql(
    own.ownerUrl,
    'insert into core.event_interests (tenant_id, id, endpoint_types, inner_types, feed_since) values ($1, $1, $2, $3, $4)',
    [tenant_id, endpoint_types, inner_types, feed_since],
  );
const as = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, work);
const tellAll = (tenant_id: string, types: readonly EventType[] = all) =>
  as(tenant_id, async (ctx) => types.forEach((type, number) => tell(ctx, type, { id: newId(ctx.now), number })));
const recorded = async (tenant_id: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(own.ownerUrl, 'select name from kernel.outbox where tenant_id = $1 order by id', [
      tenant_id,
    ])
  ).map(({ name }) => name);

describe('where it is not known what a tenant awaits', () => {
  it.each<[string, string[], string[], Date | null, EventType[]]>([
    ['by name', [cast.type], [], null, [cast]],
    ['of a noun', ['belfry.bell.*'], [], null, [rung, cast]],
    ['of a context', ['tower.*'], [], null, [climbed]],
    ['of everything', ['*'], [], null, all],
    ['of the feed', [], [], new Date(), all],
    ['of a handler that the tenant turned on', ['tower.*'], [rung.type], null, [rung, climbed]],
    ['of nothing', [], [], null, []],
  ])('the INSERT asks: an interest %s', async (_, endpoints, inner, feed, expected) => {
    const [tenant, other] = tenants as [string, string];
    await interest(tenant, endpoints, inner, feed);
    await tellAll(tenant);
    await tellAll(other);
    expect(await recorded(tenant)).toEqual(expected.map(({ type }) => type));
    expect(await recorded(other)).toEqual([]);
  });

  it('an inner event is not awaited by the feed, but by name', async () => {
    const [tenant, other] = tenants as [string, string];
    await interest(tenant, [], [], new Date());
    await interest(other, [], ['belfry.swept']);
    database.events.onCommitted(() => undefined);
    try {
      for (const id of [tenant, other]) await as(id, async (ctx) => announce(ctx, 'belfry.swept', {}));
    } finally {
      database.events.onCommitted(undefined);
    }
    expect([await recorded(tenant), await recorded(other)]).toEqual([[], ['belfry.swept']]);
  });

  it('many events of a transaction are asked for together', async () => {
    const [tenant] = tenants as [string];
    await interest(tenant, ['belfry.*']);
    await tellAll(
      tenant,
      Array.from({ length: 30 }, (_, i) => all[i % 3] as EventType),
    );
    expect(await recorded(tenant)).toHaveLength(20);
  });
});

describe('where it came with the rights of a user', () => {
  it('nothing is asked: neither what is awaited nor what is not', async () => {
    const [tenant] = tenants as [string];
    // The row says otherwise: it is not looked at.
    await interest(tenant, ['tower.*']);
    inHand = ['belfry.bell.rung'];
    await tellAll(tenant);
    expect(await recorded(tenant)).toEqual([rung.type]);
  });
});

it('an event is written with its change or not at all, and told with its keys in order (A-431)', async () => {
  const [tenant] = tenants as [string];
  await interest(tenant, ['*']);
  const id = newId(new Date());
  await as(tenant, async (ctx) => {
    tell(ctx, rung, { id, number: 1 });
    const part = ctx.db.savepoint(async () => {
      tell(ctx, cast, { id, number: 2 });
      throw new Error('undone');
    });
    await expect(part).rejects.toThrow('undone');
    tell(ctx, climbed, { id, number: 3 });
  });
  const failed = as(tenant, async (ctx) => {
    tell(ctx, rung, { id, number: 4 });
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  const rows = await sql<DomainEvent>(
    own.ownerUrl,
    'select id, tenant_id, name, at, payload from kernel.outbox where tenant_id = $1 order by id',
    [tenant],
  );
  const data = { id, version: null, path: `/bells/${id}/`, contract_path: null };
  expect(rows.map(publicEvent)).toEqual([
    expect.objectContaining({ type: rung.type, tenant_id: tenant, actor_id: null, data: { ...data, number: 1 } }),
    expect.objectContaining({ type: climbed.type, data: { ...data, number: 3 } }),
  ]);
});
