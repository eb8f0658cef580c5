import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorService, WebhookEndpointService } from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { dataDirectoryHolder } from '@usaha/embedded-postgres';
import { readConfig } from '../../start/config.js';
import { whenToldToStop } from '../../start/stop-signal.js';
import { optionOf, type Command, type Situation } from '../command.js';
import { asService, withContexts } from '../reach.js';
import { receiveWebhooks } from './webhook-receiver.js';

/** Instances of the service know of a new endpoint within a second. */
const KNOWN_MS = 1_000;

/**
 * Receives the events of a tenant on this machine and prints them, until it is told to stop. Its endpoint is made for
 * this time alone.
 */
export const listen: Command = async (situation) => {
  const { args, say, note } = situation;
  const [named = ''] = args;
  const port = numberOf(args, '--port', 0, 0, 65_535);
  const status = numberOf(args, '--answer', 204, 200, 599);
  const event_types = optionOf(args, '--events')?.split(',') ?? ['*'];
  await requireService(situation);
  return withContexts(situation, async (app, database) => {
    const tenant = await asService(database, (ctx) => app.get(OperatorService).findTenant(ctx, named));
    const endpoints = app.get(WebhookEndpointService);
    const stopped = whenToldToStop();
    let tellSecret: (secret: string) => void = () => undefined;
    const secret = new Promise<string>((resolve) => (tellSecret = resolve));
    const receiver = await receiveWebhooks({ port, status, secret, say });
    try {
      const made = await asService(
        database,
        (ctx) => endpoints.create(ctx, { url: receiver.url, event_types, description: 'cli webhooks listen' }),
        tenant.id,
      );
      tellSecret(made.secret);
      try {
        await Promise.race([sleep(KNOWN_MS, undefined, { ref: false }), stopped]);
        note(`Events of ${tenant.slug} (${event_types.join(', ')}) arrive at ${receiver.url}; Ctrl-C ends it`);
        await stopped;
      } finally {
        await asService(database, (ctx) => endpoints.remove(ctx, made.record.id), tenant.id);
        note('The endpoint is removed');
      }
    } finally {
      await receiver.close();
    }
    return 0;
  });
};

/** Without the service next to it no event would arrive. */
async function requireService({ environment, cwd }: Situation): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(environment, cwd);
  if (databaseUrl === null && !(await dataDirectoryHolder(dataDir)))
    throw new StartError(`The service does not run on ${dataDir}: start it first (npm start), in another terminal`);
}

/** @throws StartError for a value that is no number, or out of its range */
function numberOf(args: readonly string[], option: string, fallback: number, min: number, max: number): number {
  const text = optionOf(args, option);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new StartError(`${option} must be a whole number from ${min} to ${max}, not "${text}"`);
}
