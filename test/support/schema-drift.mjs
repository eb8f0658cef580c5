// Tells, as JSON, where the tables of a database and the entities differ, and how many of both there are.
//   node schema-drift.mjs <url of a database>
import { createDataSource } from '@usaha/shared/operation';
import { entities } from '../../apps/api/dist/database/persistence.js';
import { schemaDrift } from '../../apps/api/dist/database/schema-drift.js';

const [url] = process.argv.slice(2);
const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
const drift = await schemaDrift(dataSource);
const schemas = new Set(dataSource.entityMetadatas.map(({ schema }) => schema));
await dataSource.destroy();
process.stdout.write(JSON.stringify({ drift, tables: entities.length, schemas: [...schemas] }));
