import type { DataSource, EntityMetadata } from 'typeorm';

/** Entities and tables are two accounts of one thing. Indexes, checks, policies and foreign keys live in SQL alone. */

interface Column {
  type: string;
  nullable: boolean;
  default: string | null;
  generated: boolean;
}
interface Table {
  columns: Map<string, Column>;
  primary: string[];
}

/**
 * What the tables of a database have that the entities of its data source do not describe, and the other way round: tables,
 * columns, their types, precision, nullability and defaults, and primary keys. Reads the catalogue, which every role may.
 * @returns a line for each difference; none where all migrations were run, and no more than these
 */
export async function schemaDrift(dataSource: DataSource): Promise<string[]> {
  const described = new Map(dataSource.entityMetadatas.map((metadata) => describedTable(dataSource, metadata)));
  const schemas = [...new Set([...described.keys()].map((path) => path.split('.')[0] ?? ''))];
  const stored = await storedTables(dataSource, schemas);
  return [...new Set([...described.keys(), ...stored.keys()])].sort().flatMap((path) => {
    const [here, there] = [described.get(path), stored.get(path)];
    if (!there) return [`the table ${path} is missing`];
    if (!here) return [`the table ${path} is unknown to this version`];
    return [...columnDrift(path, here, there), ...keyDrift(path, here, there)];
  });
}

/** Tables and columns of the entities that the database lacks, a line each. */
export async function missingColumns(dataSource: DataSource): Promise<string[]> {
  return (await schemaDrift(dataSource)).filter(isMissing);
}

/** Whether a difference is that the database lacks something. */
export const isMissing = (difference: string): boolean => difference.endsWith(' is missing');

function columnDrift(path: string, described: Table, stored: Table): string[] {
  return [...new Set([...described.columns.keys(), ...stored.columns.keys()])].sort().flatMap((name) => {
    const [here, there] = [described.columns.get(name), stored.columns.get(name)];
    if (!there) return [`the column ${path}.${name} is missing`];
    if (!here) return [`the column ${path}.${name} is unknown to this version`];
    if (worded(here) === worded(there)) return [];
    return [`the column ${path}.${name} is "${worded(there)}" instead of "${worded(here)}"`];
  });
}

function keyDrift(path: string, described: Table, stored: Table): string[] {
  const [here, there] = [described, stored].map(({ primary }) => `(${primary.join(', ')})`);
  return here === there ? [] : [`the primary key of ${path} is ${there} instead of ${here}`];
}

const worded = ({ type, nullable, default: value, generated }: Column): string =>
  [type, nullable ? '' : 'not null', value === null ? '' : `default ${value}`, generated ? 'generated' : '']
    .filter(Boolean)
    .join(' ');

function describedTable(dataSource: DataSource, metadata: EntityMetadata): [string, Table] {
  const columns = metadata.columns.map((column): [string, Column] => [
    column.databaseName,
    {
      type: typeOf(column, dataSource.driver.normalizeType(column)),
      nullable: column.isNullable,
      default: defaultOf(column),
      generated: column.isGenerated,
    },
  ]);
  const primary = metadata.primaryColumns.map((column) => column.databaseName).sort();
  return [`${metadata.schema ?? 'public'}.${metadata.tableName}`, { columns: new Map(columns), primary }];
}

type DescribedColumn = EntityMetadata['columns'][number];

/** `timestamp(3) with time zone`, `numeric(14,2)`, `text[]`: as PostgreSQL writes types. */
function typeOf({ precision, scale, length, isArray }: DescribedColumn, type: string): string {
  const digits = [precision, scale].filter((n) => n !== undefined && n !== null).join(',');
  const [head = '', ...rest] = type.split(' ');
  const exact = digits ? [`${head}(${digits})`, ...rest].join(' ') : `${type}${length ? `(${length})` : ''}`;
  return `${exact}${isArray ? '[]' : ''}`;
}

function defaultOf({ default: value, asExpression }: DescribedColumn): string | null {
  // A column that is worked out has its expression where others have their default.
  if (asExpression !== undefined) return asExpression;
  if (value === undefined || value === null) return null;
  if (typeof value === 'function') return String((value as () => unknown)());
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

interface Row extends Column {
  path: string;
  name: string;
  is_primary: boolean;
}

/** A worker of a Citus cluster writes `worker_nextval` for an integer's sequence, of which it draws nothing. */
async function storedTables(dataSource: DataSource, schemas: string[]): Promise<Map<string, Table>> {
  const rows = await dataSource.query<Row[]>(
    `select n.nspname || '.' || c.relname as path, a.attname as name,
            format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
            nullif(pg_get_expr(d.adbin, d.adrelid), s.next) as default, s.next is not null as generated,
            coalesce(a.attnum = any (x.indkey), false) as is_primary
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     left join lateral (select pg_get_expr(d.adbin, d.adrelid) as next) s on s.next ~ '^(worker_)?nextval[(]'
     left join pg_index x on x.indrelid = c.oid and x.indisprimary
     where c.relkind in ('r', 'p') and n.nspname = any ($1)
     order by path, name`,
    [schemas],
  );
  const tables = new Map<string, Table>();
  for (const { path, name, is_primary, default: value, ...column } of rows) {
    const table = tables.get(path) ?? { columns: new Map<string, Column>(), primary: [] };
    tables.set(path, table);
    // 'x'::text and 'x' are one default.
    table.columns.set(name, { ...column, default: value?.replace(/::[a-z ]+$/, '') ?? null });
    if (is_primary) table.primary.push(name);
  }
  for (const { primary } of tables.values()) primary.sort();
  return tables;
}
