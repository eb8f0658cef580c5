import type { INestApplicationContext } from '@nestjs/common';
import {
  ConsolidationService,
  EinvoiceDocumentRepository,
  EinvoiceRounds,
  EinvoiceSettingsService,
  TenantRepository,
  einvoiceStatuses,
  notDeleted,
  type RunningEinvoiceRounds,
} from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { optionOf, type Command } from './command.js';
import { asService, withContexts } from './reach.js';

/** Turns that a tenant is given: each sends up to a hundred documents, and asks about ten submissions. */
const MOST_TURNS = 1_000;
/** Calls of a consolidation: each takes up to 20,000 documents of industries. */
const MOST_CALLS = 1_000;

/**
 * Shows how many e-invoices of each business have each status, and what is in the way of sending them. With `--consolidate` it makes the
 * consolidated e-invoices of a month before, and with `--run` it sends what is due, next to a running service too.
 */
export const run: Command = (situation) =>
  withContexts(situation, async (app, database) => {
    const { args, say } = situation;
    const [month, runs] = [optionOf(args, '--consolidate'), args.includes('--run')];
    const rounds = runs ? begin(app, say) : null;
    let [shown, failures] = [0, 0];
    for (const tenant_id of await tenantsOf(app, database, optionOf(args, '--tenant'))) {
      try {
        shown += await lookAt({ app, database, tenant_id, month, rounds, say });
      } catch (error) {
        failures += 1;
        say(`Tenant ${tenant_id}: ${error instanceof Error ? error.message : 'unknown'}`);
      }
    }
    await rounds?.stop();
    if (shown === 0 && failures === 0) say('No business has e-invoices on');
    return failures > 0 ? 1 : 0;
  });

const begin = (app: INestApplicationContext, say: (line: string) => void): RunningEinvoiceRounds =>
  app.get(EinvoiceRounds).begin({
    now: () => new Date(),
    failed: (error, tenant_id) => say(`Tenant ${tenant_id}: ${error instanceof Error ? error.message : 'unknown'}`),
  });

interface Looked {
  app: INestApplicationContext;
  database: Database;
  tenant_id: string;
  /** undefined: nothing is consolidated. */
  month: string | undefined;
  /** null: nothing is sent. */
  rounds: RunningEinvoiceRounds | null;
  say(line: string): void;
}

/** @returns how many businesses were shown: none where e-invoices are off */
async function lookAt({ app, database, tenant_id, month, rounds, say }: Looked): Promise<number> {
  const as = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => asService(database, work, tenant_id);
  const settings = (ctx: Context) => app.get(EinvoiceSettingsService).get(ctx);
  const { enabled, environment } = (await as(settings)).record;
  if (!enabled) return 0;
  say(`Tenant ${tenant_id} (${environment})`);
  if (month !== undefined) say(`  consolidated for ${month}: ${await consolidated(app, as, month)}`);
  if (rounds) await send(rounds, tenant_id);
  const { problems } = await as(settings);
  for (const { code, field } of problems) say(`  ${code} ${field}`);
  const counts = await as((ctx) => app.get(EinvoiceDocumentRepository).countByStatus(ctx, environment));
  for (const status of einvoiceStatuses) if (counts.has(status)) say(`  ${status}: ${counts.get(status)}`);
  if (counts.size === 0) say('  no e-invoices');
  return 1;
}

/** @returns how many documents were made */
async function consolidated(
  app: INestApplicationContext,
  as: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>,
  month: string,
): Promise<number> {
  let count = 0;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const { documents, complete } = await as((ctx) => app.get(ConsolidationService).consolidate(ctx, month));
    count += documents.length;
    if (complete) break;
  }
  return count;
}

/** Until nothing is due at once. */
async function send(rounds: RunningEinvoiceRounds, tenant_id: string): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns += 1) if (!(await rounds.turn(tenant_id))) return;
}

async function tenantsOf(app: INestApplicationContext, database: Database, named?: string): Promise<string[]> {
  const tenants = app.get(TenantRepository);
  if (named === undefined)
    return asService(database, async (ctx) => notDeleted(ctx, [...(await tenants.everyId(ctx))]));
  const tenant = await asService(database, (ctx) => tenants.findByIdentifier(ctx, named));
  if (!tenant) throw new StartError(`There is no tenant ${named}`);
  return [tenant.id];
}
