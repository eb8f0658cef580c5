import { EinvoiceCancelling, TinCheckService } from '@usaha/core';
import { EinvoiceBench, MINUTE, SECOND, type FaultOf } from '../support/einvoice-bench.js';

/** Every fault of every call of MyInvois ends with one document there, and what its business is told is right. */

jest.setTimeout(180_000);

let bench: EinvoiceBench;
beforeAll(async () => (bench = await EinvoiceBench.open()));
afterAll(() => bench.close());
beforeEach(() => bench.begin());
afterEach(async () => {
  await bench.rounds.stop();
  expect(bench.troubles.splice(0)).toEqual([]);
});

/** Longer than a request may take in the tests. */
const TOO_LATE_MS = 2_500;
const faults: readonly (readonly [name: string, of: FaultOf])[] = [
  ['429', { fault: 'status', status: 429, retry_after: 1 }],
  ['500', { fault: 'status', status: 500 }],
  ['503', { fault: 'status', status: 503 }],
  ['401', { fault: 'status', status: 401 }],
  ['an answer that comes too late', { fault: 'delay', delay_ms: TOO_LATE_MS }],
  ['no connection', { fault: 'refuse' }],
  ['nothing done, no answer', { fault: 'drop' }],
  ['done, no answer', { fault: 'drop_after' }],
];

/** Gives the tenant turns, later and later, until its document has a status. */
async function turnsUntil(id: string, status: string): Promise<void> {
  for (const ms of [0, SECOND, SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 11 * MINUTE, MINUTE, 11 * MINUTE, MINUTE]) {
    await bench.turn(ms);
    if ((await bench.statusOf(id)) === status) break;
  }
  expect(await bench.statusOf(id)).toBe(status);
}

describe.each(faults)('%s', (_, fault) => {
  it.each(['token', 'submit', 'submission'] as const)('of %s: one valid document', async (call) => {
    await bench.faults({ call, ...fault });
    const [id = ''] = await bench.queue();
    await turnsUntil(id, 'valid');
    expect(await bench.received()).toBe(1);
    expect((await bench.calls()).submit).toBeLessThanOrEqual(2);
  });

  it('of search, after an unanswered submission: one valid document, submitted once', async () => {
    await bench.faults({ call: 'submit', fault: 'drop_after' }, { call: 'search', ...fault });
    const [id = ''] = await bench.queue();
    await turnsUntil(id, 'valid');
    expect(await bench.received()).toBe(1);
    expect((await bench.calls()).submit).toBe(1);
  });

  it('of details: an invalid document says why', async () => {
    await bench.faults({ call: 'submit', fault: 'invalid', code: 'CF364' }, { call: 'details', ...fault });
    const [id = ''] = await bench.queue();
    await turnsUntil(id, 'invalid');
    const { errors } = await bench.get(id);
    expect(errors.map(({ code, source }) => [code.includes('CF364'), source])).toEqual([[true, 'service']]);
  });

  it('of cancel: the document is cancelled', async () => {
    await bench.faults();
    const [id = ''] = await bench.queue();
    await turnsUntil(id, 'valid');
    await bench.faults({ call: 'cancel', ...fault });
    const { status } = await bench.as((ctx) => bench.service(EinvoiceCancelling).cancel(ctx, id, 'Salah'));
    expect(['valid', 'cancelled']).toContain(status);
    await turnsUntil(id, 'cancelled');
    expect((await bench.get(id)).warnings).toEqual([]);
  });

  it('of taxpayer: no answer is known, and the next question has one', async () => {
    await bench.faults({ call: 'taxpayer', ...fault });
    const told = { tin: 'C2584563200', id_type: 'BRN' as const, id_value: '202001234567' };
    const ask = () => bench.as((ctx) => bench.service(TinCheckService).check(ctx, told));
    const first = await ask();
    // A 401 is repeated at once with a new token.
    expect(first.known).toBe(fault.status === 401 ? true : null);
    expect((await ask()).known).toBe(true);
  });
});
