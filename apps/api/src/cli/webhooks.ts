import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Command } from './command.js';

const ways: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./webhooks/deliveries-seen.js')).list,
  failed: async () => (await import('./webhooks/deliveries-seen.js')).failed,
  replay: async () => (await import('./webhooks/deliveries-seen.js')).replay,
  // Loaded for itself alone: from then on the process ends in order, not with the first signal.
  listen: async () => (await import('./webhooks/listen.js')).listen,
};

/** Shows webhook endpoints and failed deliveries, sends events again, or receives them on this machine. */
export const run: Command = async ({ args: [way = '', ...args], ...situation }) => {
  const load = ways[way];
  if (!load) throw new StartError(`This command is called: ${situation.usage}`);
  return (await load())({ ...situation, args });
};
