/**
 * The library's own calls, timed one after the other and without HTTP: prepared statements, the service's role, row level
 * security, records made of the rows.
 */
import { Database, Keyring } from '@usaha/shared';
import { createDataSource, ReportReading } from '@usaha/shared/operation';
import { entities } from '../apps/api/dist/database/persistence.js';
import { summaryOf } from './client.js';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

/** A statement is planned again five times before PostgreSQL decides whether one plan will do for all values. */
export const OF_LISTS = { warmUp: 6, times: 15 };
export const OF_REPORTS = { warmUp: 1, times: 5 };

export async function openLibrary(url, onEnd) {
  const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
  onEnd(() => dataSource.destroy());
  return Database.over(dataSource, new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY));
}

/** All rows of a report. */
export const wholeReport = (report, asked) => async (ctx) => {
  let rows = 0;
  for await (const batch of ReportReading.of(ctx, report, asked).batches()) rows += batch.length;
  return rows;
};

const TOTAL = /, \(select count\(\*\) from .*?\) (?=from )/s;

/** The same context with other statements: what is asked, as it is asked for one part of the answer. */
function withStatements(ctx, change) {
  const db = Object.create(ctx.db, {
    query: { value: (text, values) => ctx.db.query(change(text), values) },
  });
  return { ...ctx, db };
}

/** A list that is asked for its rows alone does not ask for the total afterwards. */
const rowsAlone = (text) => (TOTAL.test(text) ? text.replace(TOTAL, ', 0 ') : text);

/** How PostgreSQL does what a call asks for. */
async function explained(database, who, { work, rowsAlone: rows }) {
  const plans = [];
  await database.work(who, async (ctx) => {
    const db = {
      keyring: database.keyring,
      query: async (text, values) => {
        const statement = (rows ? rowsAlone(text) : text).replace(/^declare .* cursor for /, '');
        if (/^(fetch|close)/.test(statement)) return [];
        const lines = await ctx.db.query(`explain (analyze, buffers) ${statement}`, values);
        plans.push(lines.map(([line]) => line).join('\n'));
        return [];
      },
    };
    // The statements are known by then: what the call makes of no rows does not matter.
    await work({ ...ctx, db }).catch((error) => {
      if (error.kind !== 'not_found') throw error;
    });
  });
  return plans;
}

/** @returns milliseconds */
async function time(database, who, { work, rowsAlone: rows }, { warmUp, times }) {
  const taken = [];
  for (let i = 0; i < warmUp + times; i += 1) {
    await database.work(who, async (given) => {
      const ctx = rows ? withStatements(given, rowsAlone) : given;
      const begin = performance.now();
      await work(ctx);
      if (i >= warmUp) taken.push(performance.now() - begin);
    });
  }
  return summaryOf(taken);
}

/** @param kinds name → a call, and whether its rows are wanted alone @param explain whether plans are printed too */
export async function measureAll(database, who, kinds, often, explain) {
  const found = {};
  for (const [name, kind] of Object.entries(kinds)) {
    found[name] = await time(database, who, kind, often);
    if (explain) for (const plan of await explained(database, who, kind)) console.log(`\n${name}\n${plan}`);
  }
  return found;
}

export const shown = ({ median, fastest }) => [median, fastest].map((ms) => ms.toFixed(ms < 10 ? 2 : 0)).join(' / ');
