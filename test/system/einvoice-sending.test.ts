import { EinvoiceDocumentRepository, EinvoiceSettingsService } from '@usaha/core';
import { ALL_SHARDS } from '@usaha/shared';
import { EinvoiceBench, MINUTE, SECOND, type FaultOf } from '../support/einvoice-bench.js';
import { sql } from '../support/system-database.js';

/** Sending of e-invoices against the simulator: without a fault, and with those that surely did nothing. */

jest.setTimeout(120_000);

let bench: EinvoiceBench;
beforeAll(async () => (bench = await EinvoiceBench.open()));
afterAll(() => bench.close());
beforeEach(() => bench.begin());
afterEach(async () => {
  await bench.rounds.stop();
  expect(bench.troubles.splice(0)).toEqual([]);
});

describe('without a fault', () => {
  it('a document is valid with its address, uuid and long id, in one submission and one question', async () => {
    await bench.faults();
    const [id = ''] = await bench.queue();
    await bench.turn();
    const sent = await bench.get(id);
    expect(sent).toMatchObject({ status: 'submitted', attempts: 1, long_id: null, validation_url: null });
    await bench.turn(SECOND);
    const { uuid, long_id, validation_url, validated_at, cancel_until, status, errors } = await bench.get(id);
    expect({ status, errors }).toEqual({ status: 'valid', errors: [] });
    expect(validation_url).toBe(`/einvoice-simulator/${uuid}/share/${long_id}`);
    expect(cancel_until?.getTime()).toBe((validated_at?.getTime() ?? 0) + 72 * 3_600_000);
    expect(await bench.calls()).toMatchObject({ submit: 1, submission: 1, search: 0 });
  });

  it('250 documents go in three submissions, each once', async () => {
    await bench.faults();
    await bench.queue(250);
    for (let i = 0; i < 4; i += 1) await bench.turn();
    expect(await bench.calls()).toMatchObject({ submit: 3 });
    const [there] = await sql<{ all: number; numbers: number }>(
      bench.own.ownerUrl,
      `select count(*)::integer as all, count(distinct number)::integer as numbers
         from einvoice.simulator_documents where tenant_id = $1`,
      [bench.tenant_id],
    );
    expect(there).toEqual({ all: 250, numbers: 250 });
  });

  it('two instances at once send each document once', async () => {
    await bench.faults();
    const ids = await bench.queue(120);
    const other = bench.instance();
    await Promise.all([
      bench.rounds.turn(bench.tenant_id),
      other.turn(bench.tenant_id),
      bench.rounds.turn(bench.tenant_id),
      other.turn(bench.tenant_id),
    ]);
    await other.stop();
    expect(await bench.calls()).toMatchObject({ submit: 2 });
    for (const id of ids) expect((await bench.get(id)).attempts).toBe(1);
  });

  it('a search of all tenants wakes the one with a document, and none once it is done', async () => {
    await bench.faults();
    const [id = ''] = await bench.queue();
    expect(await bench.rounds.search(() => true)).toBe(true);
    await bench.rounds.stop();
    expect(await bench.statusOf(id)).toBe('submitted');
    bench.rounds = bench.instance();
  });
});

describe('what surely was not done (A-521)', () => {
  const certain: [what: string, of: FaultOf & { call: 'submit' | 'token' }, wait: number][] = [
    ['no connection', { call: 'submit', fault: 'refuse' }, SECOND],
    ['429', { call: 'submit', fault: 'status', status: 429 }, SECOND],
    ['503 with Retry-After 2', { call: 'submit', fault: 'status', status: 503, retry_after: 2 }, 2 * SECOND],
    ['no connection for a token', { call: 'token', fault: 'refuse' }, SECOND],
    ['a token that is not answered', { call: 'token', fault: 'status', status: 500 }, SECOND],
  ];
  it.each(certain)('%s: the document waits, goes again, and is there once', async (_, of, wait) => {
    await bench.faults(of);
    const [id = ''] = await bench.queue();
    await bench.turn();
    const waiting = await bench.get(id);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 });
    expect(waiting.due_at?.getTime()).toBe(bench.now.getTime() + wait);
    await bench.turn(wait - 1);
    expect(await bench.statusOf(id)).toBe('queued');
    await bench.turn(1);
    await bench.turn(SECOND);
    expect(await bench.statusOf(id)).toBe('valid');
    expect(await bench.received()).toBe(1);
    expect(await bench.calls()).toMatchObject({ search: 0 });
  });

  it('401: it goes at once with a new token', async () => {
    await bench.faults({ call: 'submit', fault: 'status', status: 401 });
    const [id = ''] = await bench.queue();
    await bench.turn();
    expect(await bench.statusOf(id)).toBe('submitted');
    expect(await bench.calls()).toMatchObject({ token: 2 });
  });

  it('400: by halves, until the document at fault is alone', async () => {
    const number = 'INV-2026-000003';
    await bench.faults({ call: 'submit', fault: 'status', status: 400, code: 'BadStructure', number, times: 10 });
    const ids = await bench.queue(5);
    await bench.turn();
    const statuses = await Promise.all(ids.map((id) => bench.statusOf(id)));
    expect(statuses).toEqual(['submitted', 'submitted', 'invalid', 'submitted', 'submitted']);
    expect((await bench.get(ids[2] as string)).errors).toMatchObject([{ code: 'BadStructure', source: 'service' }]);
  });

  it('403: the tenant rests for an hour, or until its settings change', async () => {
    await bench.faults({ call: 'submit', fault: 'status', status: 403 });
    const [id = ''] = await bench.queue();
    await bench.turn();
    await bench.turn(MINUTE);
    await bench.turn(MINUTE);
    expect(await bench.statusOf(id)).toBe('queued');
    expect(await bench.calls()).toMatchObject({ submit: 1 });
    await bench.changeSettings({ email: 'din@pakdin.example' });
    await bench.turn(MINUTE);
    expect(await bench.statusOf(id)).toBe('submitted');
  });

  it('while a tenant rests its settings say so, and nothing that is due wakes it each second', async () => {
    await bench.faults();
    const [valid = ''] = await bench.queue();
    await bench.turn();
    await bench.turn(SECOND);
    const { version } = await bench.get(valid);
    await bench.faults({ call: 'submit', fault: 'status', status: 403 });
    await bench.queue(1, 2);
    await bench.turn();
    const problems = async () =>
      (await bench.as((ctx) => bench.service(EinvoiceSettingsService).get(ctx))).problems.map(({ code }) => code);
    expect(await problems()).toEqual(['SUBMISSION_FORBIDDEN']);
    const { tenantsWithDue } = bench.service(EinvoiceDocumentRepository);
    const due = async () => (await bench.across((ctx) => tenantsWithDue(ctx, ALL_SHARDS))).includes(bench.tenant_id);
    bench.now = new Date(bench.now.getTime() + MINUTE);
    expect(await due()).toBe(true);
    await bench.turn();
    expect(await due()).toBe(false);
    // The valid document waits for its daily question: no client sees a change.
    expect((await bench.get(valid)).version).toBe(version);
    bench.now = new Date(bench.now.getTime() + 60 * MINUTE);
    expect(await problems()).toEqual([]);
    await bench.turn();
    expect(await bench.calls()).toMatchObject({ submit: 3 });
  });
});
