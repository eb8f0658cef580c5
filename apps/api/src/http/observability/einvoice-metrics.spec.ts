import { Registry } from 'prom-client';
import type { EinvoiceBacklog } from '@usaha/core';
import { EinvoiceMetrics } from './einvoice-metrics.js';

it('A-532: requests to MyInvois are counted by call and outcome, and timed by call', async () => {
  const registry = new Registry();
  const metrics = new EinvoiceMetrics(registry, { latest: null });
  metrics.requested('submit', 'unsure', 31);
  metrics.requested('submit', 'done', 0.2);
  const text = await registry.metrics();
  expect(text).toMatch(/^einvoice_requests_total\{call="submit",outcome="unsure"\} 1$/m);
  expect(text).toMatch(/^einvoice_requests_total\{call="cancel",outcome="refused"\} 0$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_bucket\{le="0.25",call="submit"\} 1$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_count\{call="submit"\} 2$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_count\{call="search"\} 0$/m);
});

it('A-532: e-invoices that wait are as they were sampled, and have no value without a sample', async () => {
  const idle = { outbox: { due: 0, due_since: null, parked: 0 }, webhooks: { pending: 0, due_since: null } };
  const textOf = async (einvoices?: EinvoiceBacklog) => {
    const registry = new Registry();
    new EinvoiceMetrics(registry, { latest: { ...idle, einvoices } });
    return registry.metrics();
  };
  const text = await textOf({ waiting: 3, since: Date.now() - 5_000, unsure: 2 });
  expect(text).toMatch(/^einvoice_waiting_documents 3$/m);
  expect(text).toMatch(/^einvoice_oldest_waiting_seconds 5(\.\d+)?$/m);
  expect(text).toMatch(/^einvoice_unsure_documents 2$/m);
  expect(await textOf({ waiting: 0, since: null, unsure: 0 })).toMatch(/^einvoice_oldest_waiting_seconds 0$/m);
  expect(await textOf()).toMatch(/^einvoice_waiting_documents Nan$/m);
});
