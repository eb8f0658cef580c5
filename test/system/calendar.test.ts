import { randomUUID } from 'node:crypto';
import { Calendar, overlaps, type Bookings, type WantedTime } from '@usaha/core';
import { messagesOf, type Context, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** A person is booked once at a time across all contexts: with bookings of a table that no industry knows. */

jest.setTimeout(120_000);

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  await sql(
    own.ownerUrl,
    `create table public.stays (tenant_id uuid not null, booking uuid not null, owner text not null,
                                begins timestamptz not null, ends timestamptz not null);
     alter table public.stays enable row level security;
     create policy tenant on public.stays using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
     grant select, insert on public.stays to usaha_app`,
  );
});
afterAll(async () => {
  await database.end();
  await dropDatabases();
});

const TENANT = randomUUID();
const as = <T>(work: (ctx: Context) => Promise<T>, tenant_id = TENANT): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, work);

const { taken } = messagesOf({
  taken: { en: ({ id }: { id: string }) => `${id} is taken`, ms: ({ id }) => `${id} telah diambil` },
});
const calendar = new Calendar();
const bookings: Bookings<WantedTime> = {
  async clash(ctx, wanted, except) {
    for (const { owner, from, to, field } of wanted) {
      const span = overlaps({ from: 's.begins', to: 's.ends' }, { from: '$3', to: '$4' });
      const found = await ctx.db.read(
        `select 1 from public.stays s
         where s.tenant_id = $1 and s.owner = $2 and ${span} and s.booking is distinct from $5`,
        [ctx.tenant_id, owner.id, from, to, except],
      );
      if (found.length > 0) return { field, message: taken(owner) };
    }
    return null;
  },
};

/** Minutes of one morning. */
const minute = (n: number): Date => new Date(Date.UTC(2029, 2, 12, 1, n));
const wantedOf = (ids: readonly string[], from: number, to: number): WantedTime[] =>
  ids.map((id, i) => ({
    owner: { kind: 'test.room', id },
    from: minute(from),
    to: minute(to),
    field: `rooms[${i}]`,
  }));

async function book(ctx: Context, ids: readonly string[], from: number, to: number): Promise<void> {
  await calendar.reserve(ctx, wantedOf(ids, from, to), bookings);
  const booking = randomUUID();
  for (const id of ids)
    await ctx.db.change('insert into public.stays values ($1, $2, $3, $4, $5)', [
      ctx.tenant_id,
      booking,
      id,
      minute(from),
      minute(to),
    ]);
}

const overlapping = () =>
  sql(
    own.ownerUrl,
    `select a.owner from public.stays a join public.stays b
       on a.tenant_id = b.tenant_id and a.owner = b.owner and a.booking < b.booking and a.begins < b.ends and a.ends > b.begins`,
  );

it('of ten bookings at once that name two rooms in either order one has the time: twenty times, in no circle', async () => {
  // From here on the calendars are there, and nothing but their locks makes one booking wait for another.
  await as((ctx) => book(ctx, ['x', 'y'], 0, 10));
  for (let round = 1; round <= 20; round += 1) {
    // As many as there are connections: none waits for one.
    const ended = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => {
        const from = round * 30 + i;
        return as((ctx) => book(ctx, i % 2 === 0 ? ['x', 'y'] : ['y', 'x'], from, from + 20));
      }),
    );
    const refused = ended.filter((one) => one.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject({ kind: 'conflict' });
    expect(refused).toHaveLength(9);
  }
  expect(await overlapping()).toEqual([]);
});

it('the first time that is taken is named, and touching ones are free', async () => {
  await as((ctx) => book(ctx, ['touched'], 600, 630));
  await as((ctx) => book(ctx, ['touched'], 630, 660));
  await as((ctx) => book(ctx, ['touched'], 570, 600));
  await expect(as((ctx) => book(ctx, ['free', 'touched'], 659, 700))).rejects.toMatchObject({
    kind: 'conflict',
    errors: [{ field: 'rooms[1]' }],
  });
  await as((ctx) => book(ctx, ['touched'], 600, 630), randomUUID());
});

it('a booking is not in its own way', async () => {
  await as((ctx) => book(ctx, ['moved'], 600, 630));
  const [row] = await sql<{ booking: string }>(own.ownerUrl, "select booking from public.stays where owner = 'moved'");
  const wanted = wantedOf(['moved'], 610, 640);
  await as((ctx) => calendar.reserve(ctx, wanted, bookings, row?.booking));
  await expect(as((ctx) => calendar.reserve(ctx, wanted, bookings))).rejects.toMatchObject({ kind: 'conflict' });
});

it('nothing rests on a calendar that another has written since it was locked, as when its shard was moved', async () => {
  const meanwhile: Bookings<WantedTime> = {
    async clash(ctx) {
      await ctx.db.change('update core.calendars set version = version + 1 where tenant_id = $1 and owner = $2', [
        ctx.tenant_id,
        'lost',
      ]);
      return null;
    },
  };
  const wanted = wantedOf(['kept', 'lost'], 600, 630);
  await expect(as((ctx) => calendar.reserve(ctx, wanted, meanwhile))).rejects.toMatchObject({ kind: 'unavailable' });
  await as((ctx) => calendar.reserve(ctx, wanted, bookings));
});

it('nothing wanted asks for nothing', () => as((ctx) => calendar.reserve(ctx, [], bookings)));
