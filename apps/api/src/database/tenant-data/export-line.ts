import { AuditEntry, type ColumnFacts, type Table } from '@usaha/shared';
import { asShown } from '@usaha/shared/operation';
import { leftOutColumns } from './exported-tables.js';

/** What a line of an export names: the tenant stands in the manifest, and the parts of a seal stand by themselves. */
export function exportedFields({ path, columns }: Pick<Table<object>, 'path' | 'columns'>): string[] {
  const without = new Set(['tenant_id', ...(leftOutColumns[path] ?? [])]);
  return columns
    .filter(({ name }) => !without.has(name))
    .flatMap(({ name, parts }: ColumnFacts): readonly string[] => parts ?? [name]);
}

/** A row as a line of JSON; sealed fields are opened, and entries of the trail have one form. @throws unavailable where one cannot be */
export function exportLine(record: object, fields: readonly string[]): string {
  const shown = record instanceof AuditEntry ? asShown(record) : record;
  const row = shown as Readonly<Record<string, unknown>>;
  return `${JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name] ?? null])))}\n`;
}
