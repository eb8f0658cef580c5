import { isNetwork, type Reader } from './config-reader.js';

/** This machine: receivers under development run here. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Networks that webhooks may be sent to although they are not public: none in production unless stated. */
export function webhookNetworks(read: Reader, production: boolean): string[] {
  const text = read.text('WEBHOOK_ALLOW_NETWORKS');
  if (text === undefined) return production ? [] : LOOPBACK;
  if (text === 'none') return [];
  const networks = text.split(',').map((network) => network.trim());
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined)
    read.problems.push(
      `WEBHOOK_ALLOW_NETWORKS must be none, or networks like 10.0.0.0/8 separated by commas, not "${wrong}"`,
    );
  return networks;
}
