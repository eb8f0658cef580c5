// Tells, as JSON, which tables and columns the entities describe.
//   node entity-tables.mjs <url of a database>
import { DataSource } from 'typeorm';
import { entities } from '../../apps/api/dist/persistence.js';

const [connectionString] = process.argv.slice(2);

/** `timestamp(3) with time zone`, `numeric(14,2)`, `text[]`: as PostgreSQL writes types. */
function typeOf(column, driver) {
  const type = driver.normalizeType(column);
  const { precision, scale } = column;
  const digits = [precision, scale].filter((n) => n !== undefined && n !== null).join(',');
  const [head = '', ...rest] = type.split(' ');
  const length = column.length ? `(${column.length})` : '';
  const exact = digits ? [`${head}(${digits})`, ...rest].join(' ') : `${type}${length}`;
  return `${exact}${column.isArray ? '[]' : ''}`;
}

function declaredDefault({ default: value, asExpression }) {
  // A column that is worked out has its expression where others have their default.
  if (asExpression !== undefined) return asExpression;
  if (value === undefined || value === null) return null;
  if (typeof value === 'function') return value();
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

const declared = (metadata, driver) => ({
  columns: Object.fromEntries(
    metadata.columns.map((column) => [
      column.databaseName,
      {
        type: typeOf(column, driver),
        nullable: column.isNullable,
        default: declaredDefault(column),
        generated: column.isGenerated,
      },
    ]),
  ),
  primary: metadata.primaryColumns.map((column) => column.databaseName).sort(),
});

const dataSource = new DataSource({ type: 'postgres', entities: [...entities], extra: { connectionString } });
await dataSource.initialize();
const tables = dataSource.entityMetadatas.map((metadata) => [
  `${metadata.schema ?? 'public'}.${metadata.tableName}`,
  declared(metadata, dataSource.driver),
]);
await dataSource.destroy();
process.stdout.write(JSON.stringify(Object.fromEntries(tables)));
