import { randomUUID } from 'node:crypto';
import { TenantsWithWork, lookBy } from '@usaha/core';
import { NO_TENANT, ShardScope } from '@usaha/shared';
import { citusUrl, distributedDatabase } from './citus.js';
import { openContexts } from './contexts.js';
import { openDatabase } from './opened-database.js';
import { plant, type Row } from './planted-row.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from './system-database.js';

export type Rows = [table: string, row: Row][];

/** A function that tells which tenants have something due for a job. */
export interface DueCase {
  name: string;
  values: unknown[];
  /** Of the tenant that is found, one set of rows each: several tenants are. */
  due: Rows[];
  /** Of tenants that are passed over. */
  idle: Rows[];
}

/** Stands for the id of the tenant. */
export const OF_TENANT = 'tenant';

export interface DueWork {
  /** The function finds the tenants that it is to find, and no others. */
  expectFound(one: DueCase): Promise<void>;
  close(): Promise<void>;
}

/** A database for looks of jobs: on Citus where CITUS_URL is set. */
export async function openDueWork(now: Date): Promise<DueWork> {
  const undo: (() => Promise<void>)[] = [];
  const own = await (citusUrl === null ? clonedDatabase() : distributedDatabase(citusUrl));
  undo.push('drop' in own ? () => own.drop() : dropDatabases);
  const { ownerUrl } = own;
  const database = await openDatabase(own.appUrl);
  undo.push(() => database.end());
  const contexts = await openContexts(database);
  undo.push(() => contexts.close());
  const tenants = contexts.get(TenantsWithWork);

  /** A tenant with rows; those of `core.tenants` change it. */
  async function newTenantWith(rows: Rows): Promise<string> {
    const tenant_id = await plantTenant(ownerUrl);
    for (const [table, row] of rows) {
      const id = row.id === OF_TENANT ? tenant_id : (row.id ?? randomUUID());
      if (table === 'core.tenants')
        await sql(ownerUrl, 'update core.tenants set settings = $2 where id = $1', [tenant_id, row.settings]);
      else await plant(ownerUrl, table, { ...row, tenant_id, id });
    }
    return tenant_id;
  }

  async function found(name: string, values: unknown[]): Promise<string[]> {
    const failures: unknown[] = [];
    const perNode = await tenants.findEver(
      now,
      lookBy(name, () => values),
      (error) => failures.push(error),
    );
    expect(failures).toEqual([]);
    return perNode.flat().sort();
  }

  return {
    async expectFound({ name, values, due, idle }) {
      const expected: string[] = [];
      for (const rows of due) expected.push(await newTenantWith(rows));
      for (const rows of idle) await newTenantWith(rows);
      expect(await found(name, values)).toEqual(expected.sort());
      // Where each machine is asked, the same function is asked for its tenants alone.
      const [some] = expected as [string];
      const look = lookBy(name, () => values);
      const asked = await database.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
        look(ctx, new ShardScope([some, randomUUID()])),
      );
      expect(asked).toEqual([some]);
    },
    async close() {
      for (const step of undo.reverse()) await step();
    },
  };
}
