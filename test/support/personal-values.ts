import { columnsOf, type Context, type Database, type Table } from '@usaha/shared';
import { exportedTables } from '../../apps/api/dist/database/tenant-data/exported-tables.js';

/** Shorter texts stand in others by chance. */
const LEAST = 3;

/** Every text within a value. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.values(value).flatMap(textsWithin);
}

const isPersonal = (table: Table<object>): boolean => table.columns.some(({ withheld }) => withheld);

async function rowsOf(ctx: Context, { table, scope }: ReturnType<typeof exportedTables>[number]): Promise<string[]> {
  const rows = await ctx.db.read(`select ${table.selected} from ${table.path} r where r.${scope} = $1`, [
    ctx.tenant_id,
  ]);
  const names = table.columns.filter(({ withheld }) => withheld).flatMap(({ name, parts }) => parts ?? [name]);
  return rows.flatMap((row) => {
    const record = table.hydrate(row, ctx.db.keyring) as Readonly<Record<string, unknown>>;
    return names.flatMap((name) => textsWithin(record[name]));
  });
}

/** All texts in columns of a tenant that are personal or sealed, opened. */
export async function personalTexts(database: Database, tenant_id: string): Promise<string[]> {
  const tables = exportedTables(database).filter(({ table }) => isPersonal(table));
  const texts = await database.read({ tenant_id, actor: null, now: new Date() }, async (ctx) => {
    const all: string[] = [];
    for (const table of tables) all.push(...(await rowsOf(ctx, table)));
    return all;
  });
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text.length >= LEAST))];
}

/** Whether a class has personal columns at all: the check would be empty otherwise. */
export const personalColumns = (database: Database): number =>
  database.entities.flatMap(({ entity }) => [...columnsOf(entity).values()].filter(({ withheld }) => withheld)).length;
