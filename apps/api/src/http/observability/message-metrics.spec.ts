import { Registry } from 'prom-client';
import { MessageMetrics } from './message-metrics.js';
import type { Backlogs } from './sampled-backlogs.js';

it('A-480: messages that wait are those of the last sample; without one there is no value', async () => {
  const registry = new Registry();
  const backlogs: { latest: Backlogs | null } = { latest: null };
  const metrics = new MessageMetrics(registry, backlogs);
  metrics.count('sms', 'receipt', 'accepted');
  expect(await registry.metrics()).toMatch(/^messages_waiting Nan$/m);
  const outbox = { due: 0, due_since: null, parked: 0 };
  backlogs.latest = { outbox, webhooks: { due: 0, due_since: null }, messages: 3 } as unknown as Backlogs;
  const text = await registry.metrics();
  expect(text).toMatch(/^messages_waiting 3$/m);
  expect(text).toMatch(/^messages_total\{way="sms",template="receipt",outcome="accepted"\} 1$/m);
});
