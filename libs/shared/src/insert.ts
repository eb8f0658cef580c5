import type { ColumnFacts, NumberSeries } from './column.js';
import type { Context } from './context.js';
import { malaysianDay } from './day.js';

/** Digits of a document number, at least. */
const DIGITS = 6;

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The INSERT of a record. A document number is drawn in the same statement: the row of its series is locked from here
 * until the transaction ends, and not a round trip longer.
 * @param stored columns by name with their values @param generated columns that the database writes, to be returned
 */
export function insertOf(
  ctx: Context,
  path: string,
  stored: { names: string[]; values: unknown[] },
  generated: readonly ColumnFacts[],
): Statement {
  const returning = generated.length > 0 ? ` returning ${generated.map((c) => c.name).join(', ')}` : '';
  const places = stored.values.map((_, i) => `$${i + 1}`);
  const number = generated.find((c) => c.series);
  if (!number?.series)
    return {
      text: `insert into ${path} (${stored.names.join(', ')}) values (${places.join(', ')})${returning}`,
      values: stored.values,
    };
  const drawn = draw(ctx, number.series, stored.values.length);
  return {
    text: `${drawn.cte} insert into ${path} (${[...stored.names, number.name].join(', ')})
      values (${[...places, drawn.expression].join(', ')})${returning}`,
    values: [...stored.values, ...drawn.values],
  };
}

function draw(ctx: Context, { name, prefix }: NumberSeries, before: number) {
  const year = Number(malaysianDay(ctx.now).slice(0, 4));
  const [tenant, series, of] = [1, 2, 3].map((i) => `$${before + i}`);
  return {
    cte: `with drawn as (
      insert into kernel.number_series as s (tenant_id, series, year, last) values (${tenant}, ${series}, ${of}, 1)
      on conflict (tenant_id, series, year) do update set last = s.last + 1 returning last)`,
    expression: `(select $${before + 4} || lpad(last::text, greatest(${DIGITS}, length(last::text)), '0') from drawn)`,
    values: [ctx.tenant_id, name, year, `${prefix}-${year}-`],
  };
}
