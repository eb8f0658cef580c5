import type { Queryable } from '@usaha/shared/operation';

/** Where the rows of a table lie. */
export type Place = 'local' | 'coordinator' | 'reference' | 'distributed';

export interface StoredTable {
  /** With its schema, as SQL names it: `retail.sales`. */
  path: string;
  /** The columns of its primary key, in order. */
  key: string[];
  place: Place;
}

export interface ForeignKey {
  table: string;
  name: string;
  /** The table that it points to. */
  target: string;
  /** As PostgreSQL writes it: `FOREIGN KEY (tenant_id, sale_id) REFERENCES retail.sales(tenant_id, id)`. */
  definition: string;
}

export interface StoredFunction {
  /** With the types of what it takes: `retail.products_matching(uuid,text)`. */
  signature: string;
  /** Whether it runs as its owner: then it queries for whom may not. */
  asOwner: boolean;
  /** Whether workers have it. */
  isDistributed: boolean;
  /** Whether it may query within a query. */
  mayNest: boolean;
}

/** What of a database concerns its distribution. Everything is sorted by name. */
export interface StoredSchema {
  database: string;
  tables: StoredTable[];
  keys: ForeignKey[];
  functions: StoredFunction[];
  /** Whether workers may be asked as the service's role. */
  roleLogsIn: boolean;
  /** Settings of the whole database: `name=value`. */
  settings: string[];
}

/** What Citus is there, and the workers that it has for shards. null: none. */
export async function citusOf(database: Queryable): Promise<{ version: string; workers: number } | null> {
  const [extension] = await database.query<{ version: string }[]>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  if (!extension) return null;
  const [nodes] = await database.query<{ workers: number }[]>(
    `select count(*)::integer as workers from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  );
  return { version: extension.version, workers: nodes?.workers ?? 0 };
}

/**
 * Reads the catalogue of a database, with Citus or without: then every table is a local one.
 * @param schemas those of the entities @param role the service's, which statements run as
 */
export async function readStoredSchema(
  database: Queryable,
  schemas: readonly string[],
  role: string,
): Promise<StoredSchema> {
  const isCitus = (await citusOf(database)) !== null;
  const [facts] = await database.query<Pick<StoredSchema, 'database' | 'roleLogsIn' | 'settings'>[]>(
    `select current_database() as database,
            coalesce((select rolcanlogin from pg_roles where rolname = $1), false) as "roleLogsIn",
            coalesce((select s.setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
                      where d.datname = current_database() and s.setrole = 0), '{}') as settings`,
    [role],
  );
  if (!facts) throw new Error('The catalogue answered nothing');
  return {
    ...facts,
    tables: await database.query<StoredTable[]>(tablesText(isCitus), [schemas]),
    keys: await database.query<ForeignKey[]>(KEYS, [schemas]),
    functions: await database.query<StoredFunction[]>(functionsText(isCitus), [schemas]),
  };
}

/** The record of migrations, which readiness reads at the node that it is connected to. */
const RECORD = 'public.usaha_migrations';

const tablesText = (isCitus: boolean): string => `
  select format('%I.%I', n.nspname, c.relname) as path,
         array(select a.attname::text from unnest(x.indkey) with ordinality k (column_number, place)
               join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number order by k.place) as key,
         ${isCitus ? `case when d.partmethod = 'h' then 'distributed' when d.repmodel = 't' then 'reference' when d.repmodel = 's' then 'coordinator' else 'local' end` : `'local'`} as place
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_index x on x.indrelid = c.oid and x.indisprimary
  ${isCitus ? 'left join pg_dist_partition d on d.logicalrelid = c.oid' : ''}
  where c.relkind in ('r', 'p') and (n.nspname = any ($1) or c.oid = to_regclass('${RECORD}'))
  order by path`;

const KEYS = `
  select format('%I.%I', n.nspname, c.relname) as table, k.conname as name,
         format('%I.%I', tn.nspname, t.relname) as target, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
  where k.contype = 'f' and n.nspname = any ($1)
  order by 1, 2`;

const functionsText = (isCitus: boolean): string => `
  select format('%I.%I(%s)', n.nspname, p.proname,
                (select string_agg(format_type(a.type, null), ',' order by a.place)
                 from unnest(p.proargtypes::oid[]) with ordinality a (type, place))) as signature,
         p.prosecdef as "asOwner",
         ${isCitus ? 'exists (select from pg_catalog.pg_dist_object o where o.classid = 1255 and o.objid = p.oid)' : 'false'} as "isDistributed",
         coalesce('citus.allow_nested_distributed_execution=on' = any (p.proconfig), false) as "mayNest"
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1)
  order by signature`;
