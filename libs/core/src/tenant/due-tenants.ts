import { runAcrossTenants } from '@usaha/shared';
import type { LookForWork } from './tenants-with-work.js';

/** A statement that finds ids of tenants. @param theirs SQL that is true of the tenants that are asked for, by the column that names them */
type Look = (theirs: (column: string) => string) => string;

interface DueFunction {
  /** With its schema: `healthcare.tenants_to_remind`. */
  name: string;
  /** Types of its parameters, which the statements call $2, $3 … */
  parameters: readonly string[];
  /** Of a function that counts what is due, in place of the ids of tenants. */
  returns?: string;
  looks: readonly Look[];
}

const signatureOf = ({ name, parameters }: DueFunction): string => `${name}(${['uuid[]', ...parameters].join(', ')})`;

/**
 * SQL of a migration: a function that tells which tenants have something due for a job, found by an index wherever they are. It runs as
 * the tables' owner and tells ids of tenants and nothing else, within `runAcrossTenants` alone: no policy opens an industry's table.
 * $1 are the tenants of one machine, null where all are asked.
 */
export function dueFunction(due: DueFunction): string {
  const send = (theirs: (column: string) => string): string =>
    due.looks.map((look) => `return query ${look(theirs)};`).join('\n      ');
  return `
  create function ${signatureOf(due)} returns ${due.returns ?? 'setof uuid'}
    language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as
  $$
  begin
    if current_setting('app.platform', true) is distinct from 'on' then
      raise exception 'Tenants are found through the door of the platform alone' using errcode = 'insufficient_privilege';
    end if;
    if $1 is null then
      ${send(() => 'true')}
    else
      ${send((column) => `${column} = any ($1)`)}
    end if;
  end $$;
  revoke all on function ${signatureOf(due)} from public;
  grant execute on function ${signatureOf(due)} to usaha_app;`;
}

/** The SQL that takes it back. */
export const dropDueFunction = (due: DueFunction): string => `drop function ${signatureOf(due)}`;

/** SQL: the tenants that have said a setting of a module. `m` is their module. */
export const withSetting = (module: string, key: string): string =>
  `core.tenant_modules m where m.module = '${module}' and m.configuration is not null and m.configuration::text like '%"${key}"%'`;

/** A look by such a function. @param values of its parameters behind the first */
export const lookBy =
  (name: string, values: (now: Date) => readonly unknown[]): LookForWork =>
  async (ctx, there) => {
    const given = [there.asked(), ...values(ctx.now)];
    const call = `select t.id from ${name}(${given.map((_, i) => `$${i + 1}`).join(', ')}) as t (id)`;
    const found = await runAcrossTenants(ctx, () => ctx.db.read(call, given));
    return found.map(([id]) => id as string);
  };
