import type { ColumnFacts } from './column.js';
import type { Context } from './context.js';
import { malaysianDay } from './day.js';

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The INSERT of a record. A document number is drawn in the same statement, by a function that is called in VALUES: the
 * row of its series is locked from here until the transaction ends, and not a round trip longer.
 * @param stored columns by name with their values @param generated columns that the database writes, to be returned
 */
export function insertOf(
  ctx: Context,
  path: string,
  stored: { names: string[]; values: unknown[] },
  generated: readonly ColumnFacts[],
): Statement {
  const names = [...stored.names];
  const values = [...stored.values];
  const places = values.map((_, i) => `$${i + 1}`);
  const number = generated.find((c) => c.series);
  if (number?.series) {
    const { name, prefix } = number.series;
    const year = Number(malaysianDay(ctx.now).slice(0, 4));
    const drawn = [ctx.tenant_id, name, year, `${prefix}-${year}-`].map((value) => `$${values.push(value)}`);
    names.push(number.name);
    places.push(`kernel.draw_number(${drawn.join(', ')})`);
  }
  const returning = generated.length > 0 ? ` returning ${generated.map((c) => c.name).join(', ')}` : '';
  return { text: `insert into ${path} (${names.join(', ')}) values (${places.join(', ')})${returning}`, values };
}
