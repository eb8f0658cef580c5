import { Session, TenantRepository } from '@usaha/core';
import { DomainError, LedgerEntry, StoredRecord, type Database } from '@usaha/shared';
import { rotateSeals } from '@usaha/shared/operation';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { entities } from '../database/persistence.js';
import { withProgress, type Progress } from '../start/progress.js';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

type Entity = new () => StoredRecord | LedgerEntry | Session;

/** All records, entries of ledgers and sessions: which of their columns are sealed is written on the entities, and nowhere else. */
const records = entities.filter(
  (entity): entity is Entity =>
    entity === Session || entity.prototype instanceof StoredRecord || entity.prototype instanceof LedgerEntry,
);

export const run: Command = async (situation) => {
  return withContexts(situation, async (app, database) => {
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    const { current } = database.keyring;
    const rotated = await withProgress(`Sealing with key "${current}"`, situation.note, (progress) =>
      rotateAll(database, tenants, progress),
    );
    situation.say(
      rotated > 0
        ? `Sealed again with key "${current}": ${rotated}`
        : `Everything is sealed with key "${current}" already`,
    );
    return 0;
  });
};

async function rotateAll(database: Database, tenants: readonly string[], progress: Progress): Promise<number> {
  let rotated = 0;
  for (const [i, tenant_id] of tenants.entries()) {
    const tell = (values: number): void => {
      rotated += values;
      progress.at(`tenant ${i + 1} of ${tenants.length}, ${rotated} values`);
    };
    tell(0);
    for (const entity of records) await rotate(database, tenant_id, entity, tell);
  }
  return rotated;
}

async function rotate(
  database: Database,
  tenant_id: string,
  entity: Entity,
  counted: (values: number) => void,
): Promise<void> {
  try {
    await asService(database, (ctx) => rotateSeals(database, ctx, entity, counted), tenant_id);
  } catch (error) {
    if (error instanceof DomainError) throw new StartError(`Tenant ${tenant_id}: ${error.message}`, { cause: error });
    throw error;
  }
}
