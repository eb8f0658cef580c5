import { einvoiceBacklog } from '@usaha/core';
import { ALL_SHARDS } from '@usaha/shared';
import { EinvoiceBench, MINUTE } from '../support/einvoice-bench.js';

/** How far the sending of e-invoices is behind, over all tenants. */

jest.setTimeout(120_000);

let bench: EinvoiceBench;
beforeAll(async () => (bench = await EinvoiceBench.open()));
afterAll(() => bench.close());

const backlog = () => bench.across((ctx) => einvoiceBacklog(ctx, ALL_SHARDS));

it('A-532: queued documents wait, and those of an unanswered submission are unsure, of all tenants together', async () => {
  await bench.begin();
  expect(await backlog()).toEqual({ waiting: 0, since: null, unsure: 0 });
  await bench.faults({ call: 'submit', fault: 'drop', times: 1 });
  await bench.queue(3);
  const since = bench.now.getTime();
  expect(await backlog()).toEqual({ waiting: 3, since, unsure: 0 });
  await bench.turn();
  expect(await backlog()).toEqual({ waiting: 0, since: null, unsure: 3 });
  await bench.rounds.stop();

  await bench.begin();
  await bench.faults({ call: 'submit', fault: 'status', status: 503 });
  await bench.queue(2);
  const later = bench.now.getTime();
  // They are to be sent again: until then they wait.
  await bench.turn();
  expect(await backlog()).toEqual({ waiting: 2, since: later, unsure: 3 });
  bench.now = new Date(later + 10 * MINUTE);
  expect((await backlog()).waiting).toBe(2);
  await bench.rounds.stop();
  expect(bench.troubles).toEqual([]);
});

it('A-532: nothing is told but within the platform’s own look', async () => {
  const asked = bench.as((ctx) => ctx.db.read('select * from einvoice.backlog(null, $1, 10)', [ctx.now]));
  await expect(asked).rejects.toThrow('door of the platform');
});
