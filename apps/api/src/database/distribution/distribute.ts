import { APP_ROLE, type Queryable } from '@usaha/shared/operation';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from '../persistence.js';
import { NotDistributable, distributionOf, scriptOf, type Step } from './distribution.js';
import { citusOf, readStoredSchema, type StoredSchema } from './stored-schema.js';

/** Tables, keys and functions of the database, in the schemas of the entities. */
export const ourSchema = (database: Queryable): Promise<StoredSchema> =>
  readStoredSchema(database, schemas(), APP_ROLE);

/** The steps that are left until all of it is distributed. @throws StartError where a table cannot be */
export async function stepsLeft(database: Queryable): Promise<Step[]> {
  try {
    return distributionOf(await ourSchema(database));
  } catch (error) {
    if (error instanceof NotDistributable) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/** Takes the steps, all or none. @throws StartError naming the statement that failed */
export async function distribute(database: Queryable, steps: readonly Step[]): Promise<void> {
  for (const statement of scriptOf(steps).filter((line) => !line.startsWith('--'))) {
    try {
      await database.query(statement);
    } catch (error) {
      await database.query('ROLLBACK');
      throw new StartError(`Nothing was distributed: ${statement} ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Whether tables of ours lie on the workers of a Citus cluster: what migrations add then belongs there too. */
export async function isDistributed(database: Queryable): Promise<boolean> {
  if ((await citusOf(database)) === null) return false;
  const [row] = await database.query<{ distributed: boolean }[]>(
    `select exists (select from pg_dist_partition where logicalrelid = to_regclass('core.tenants')) as distributed`,
  );
  return row?.distributed === true;
}

/** Behind migrations: distributes what they have added where the rest is distributed already, and does nothing elsewhere. */
export async function distributeAdded(database: Queryable): Promise<void> {
  if (!(await isDistributed(database))) return;
  const steps = await stepsLeft(database);
  if (steps.length > 0) await distribute(database, steps);
}

/** Those of the entities. */
const schemas = (): string[] => {
  const own = new Set<unknown>(entities);
  const found = getMetadataArgsStorage().tables.filter(({ target, schema }) => own.has(target) && schema);
  return [...new Set(found.map(({ schema }) => schema as string))].sort();
};
