import { Registry } from 'prom-client';
import { EinvoiceMetrics } from './einvoice-metrics.js';

it('A-532: requests to MyInvois are counted by call and outcome, and timed by call', async () => {
  const registry = new Registry();
  const metrics = new EinvoiceMetrics(registry);
  metrics.requested('submit', 'unsure', 31);
  metrics.requested('submit', 'done', 0.2);
  const text = await registry.metrics();
  expect(text).toMatch(/^einvoice_requests_total\{call="submit",outcome="unsure"\} 1$/m);
  expect(text).toMatch(/^einvoice_requests_total\{call="cancel",outcome="refused"\} 0$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_bucket\{le="0.25",call="submit"\} 1$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_count\{call="submit"\} 2$/m);
  expect(text).toMatch(/^einvoice_request_duration_seconds_count\{call="search"\} 0$/m);
});
