// One dispatcher of the outbox in a separate process, which tests kill. Its handlers write a row where the database
// keeps it only if they come through, and a line to a file that stays even if they fail.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Database, Keyring, OutboxDispatcher } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';

/** As in test-keys.ts. */
const keyOf = (seed) => Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37 + seed) % 256));

const { DATABASE_URL: url, CALLS_FILE: calls } = process.env;
const dataSource = await createDataSource({ url, entities: [], poolSize: 3 }).initialize();
const database = await Database.over(dataSource, new Keyring([['test', keyOf(7)]], keyOf(9)));

const effect = (name, failing) => async (ctx, event) => {
  appendFileSync(calls, `${name} ${event.id} ${event.payload.number}\n`);
  await ctx.db.change('insert into public.effects (tenant_id, event_id, handler) values ($1, $2, $3)', [
    ctx.tenant_id,
    event.id,
    name,
  ]);
  await pause(Math.random() * 15);
  if (Math.random() < failing) throw new Error('Now and then a handler fails');
};
database.events.on('test.happened', 'steady', effect('steady', 0));
database.events.on('test.happened', 'flaky', effect('flaky', 0.08));

new OutboxDispatcher(database, { now: () => new Date(), failed: () => undefined }).start();
process.stdout.write('dispatching\n');
// Nothing else holds the process up between two rounds.
setInterval(() => undefined, 60_000);
