import { TenantRepository } from '@usaha/core';
import { DomainError, StoredRecord, rotateSeals, type Database } from '@usaha/shared';
import { StartError } from '../embedded/start-error.js';
import { entities } from '../persistence.js';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

type Entity = new () => StoredRecord;

/** All records: which of their columns are sealed is written on the entities, and nowhere else. */
const records = entities.filter((entity): entity is Entity => entity.prototype instanceof StoredRecord);

export const run: Command = async (situation) => {
  return withContexts(situation, async (app, database) => {
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    let rotated = 0;
    for (const tenant_id of tenants) {
      for (const entity of records) rotated += await rotate(database, tenant_id, entity);
    }
    const { current } = database.keyring;
    situation.say(
      rotated > 0
        ? `Sealed anew with key "${current}": ${rotated}`
        : `Everything is sealed with key "${current}" already`,
    );
    return 0;
  });
};

async function rotate(database: Database, tenant_id: string, entity: Entity): Promise<number> {
  try {
    return await asService(database, (ctx) => rotateSeals(database, ctx, entity), tenant_id);
  } catch (error) {
    if (error instanceof DomainError) throw new StartError(`Tenant ${tenant_id}: ${error.message}`, { cause: error });
    throw error;
  }
}
