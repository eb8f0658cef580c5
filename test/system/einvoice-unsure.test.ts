import { EinvoiceBench, RESEND_MS, SECOND, type FaultOf } from '../support/einvoice-bench.js';
import { sql } from '../support/system-database.js';

/** E-invoices of unknown outcome, and results of those that the simulator has. */

jest.setTimeout(120_000);

let bench: EinvoiceBench;
beforeAll(async () => (bench = await EinvoiceBench.open()));
afterAll(() => bench.close());
beforeEach(() => bench.begin());
afterEach(async () => {
  await bench.rounds.stop();
  expect(bench.troubles.splice(0)).toEqual([]);
});

describe('what may have been done (A-522)', () => {
  const unsure: [what: string, of: FaultOf][] = [
    ['no answer', { fault: 'drop_after' }],
    ['an answer after the time of a request', { fault: 'delay', delay_ms: 3_000 }],
  ];
  it.each(unsure)('%s, and it was done: the search adopts it, without a second submission', async (_, of) => {
    await bench.faults({ call: 'submit', ...of });
    const [id = ''] = await bench.queue();
    await bench.turn();
    expect(await bench.statusOf(id)).toBe('sending');
    await bench.turn(5 * SECOND);
    expect(await bench.statusOf(id)).toBe('submitted');
    await bench.turn(SECOND);
    expect(await bench.statusOf(id)).toBe('valid');
    expect(await bench.calls()).toMatchObject({ submit: 1, search: 1 });
    expect(await bench.received()).toBe(1);
  });

  const undone: [what: string, of: FaultOf][] = [
    ['no answer', { fault: 'drop' }],
    ['500', { fault: 'status', status: 500 }],
    ['422', { fault: 'status', status: 422 }],
  ];
  it.each(undone)(
    '%s, and it was not done: three searches, and once more after the time that is set',
    async (_, of) => {
      await bench.faults({ call: 'submit', ...of });
      const [id = ''] = await bench.queue();
      await bench.turn();
      await bench.turn(5 * SECOND);
      await bench.turn(15 * SECOND);
      expect(await bench.statusOf(id)).toBe('sending');
      expect(await bench.calls()).toMatchObject({ submit: 1, search: 1 });
      await bench.turn(10 * SECOND);
      await bench.turn(90 * SECOND);
      expect(await bench.calls()).toMatchObject({ submit: 1, search: 3 });
      await bench.turn(RESEND_MS);
      expect(await bench.get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
      await bench.turn(SECOND);
      expect(await bench.statusOf(id)).toBe('valid');
      expect(await bench.calls()).toMatchObject({ submit: 2, search: 4 });
      expect(await bench.received()).toBe(1);
    },
  );

  it('others go on meanwhile', async () => {
    await bench.faults({ call: 'submit', fault: 'drop' });
    const [one = ''] = await bench.queue();
    await bench.turn();
    const [other = ''] = await bench.queue(1, 2);
    await bench.turn();
    expect(await Promise.all([one, other].map((id) => bench.statusOf(id)))).toEqual(['sending', 'submitted']);
  });

  it('twice unanswered: it is blocked, and a user decides', async () => {
    await bench.faults({ call: 'submit', fault: 'drop', times: 2 });
    const [id = ''] = await bench.queue();
    await bench.turn();
    await bench.turn(RESEND_MS);
    expect(await bench.get(id)).toMatchObject({ status: 'sending', attempts: 2 });
    await bench.turn(RESEND_MS);
    const blocked = await bench.get(id);
    expect(blocked).toMatchObject({ status: 'blocked', errors: [{ code: 'OUTCOME_UNKNOWN', source: 'local' }] });
    expect(await bench.calls()).toMatchObject({ submit: 2 });
  });

  it('nothing is sent once more before a search was answered', async () => {
    await bench.faults({ call: 'submit', fault: 'drop' }, { call: 'search', fault: 'status', status: 503, times: 3 });
    const [id = ''] = await bench.queue();
    await bench.turn();
    for (let i = 0; i < 3; i += 1) await bench.turn(RESEND_MS);
    expect(await bench.get(id)).toMatchObject({ status: 'sending', attempts: 1 });
    expect(await bench.calls()).toMatchObject({ submit: 1 });
    await bench.turn(RESEND_MS);
    expect(await bench.get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
  });

  it('a process that ended between: the lease ends, and the search tells', async () => {
    await bench.faults();
    const [id = ''] = await bench.queue();
    // What the first transaction commits; the process has ended before the request.
    await sql(
      bench.own.ownerUrl,
      `insert into einvoice.submissions (tenant_id, id, created_at, environment, status, documents, sent_at, due_at)
       values ($1, $2, $3, 'simulator', 'sending', 1, $3, $4)`,
      [bench.tenant_id, id, bench.now, new Date(bench.now.getTime() + 4 * SECOND)],
    );
    await sql(
      bench.own.ownerUrl,
      `update einvoice.documents set status = 'sending', submission_id = $2, attempts = 1, due_at = null where tenant_id = $1`,
      [bench.tenant_id, id],
    );
    await bench.turn(3 * SECOND);
    expect(await bench.calls()).toMatchObject({ submit: 0, search: 0 });
    await bench.turn(RESEND_MS);
    expect(await bench.get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
    expect(await bench.received()).toBe(1);
  });
});

describe('results (A-523)', () => {
  it('invalid: the errors of the service, with the code of the outer one', async () => {
    await bench.faults({ call: 'submit', fault: 'invalid', code: 'CF364' });
    const [id = ''] = await bench.queue();
    await bench.turn();
    await bench.turn(SECOND);
    const { status, errors, validation_url } = await bench.get(id);
    expect({ status, validation_url }).toEqual({ status: 'invalid', validation_url: null });
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^Error\d\d\/CF364$/), source: 'service' }]);
  });

  it('rejected: the errors of the answer', async () => {
    await bench.faults({ call: 'submit', fault: 'reject', code: 'CF321' });
    const [id = ''] = await bench.queue();
    await bench.turn();
    expect(await bench.get(id)).toMatchObject({ status: 'invalid', errors: [{ source: 'service' }] });
  });

  it('questions that are not answered are asked again', async () => {
    await bench.faults({ call: 'submission', fault: 'status', status: 500, times: 2 });
    const [id = ''] = await bench.queue();
    await bench.turn();
    for (let i = 0; i < 3; i += 1) await bench.turn(SECOND);
    expect(await bench.statusOf(id)).toBe('valid');
  });

  it('Retry-After is obeyed by questions and searches', async () => {
    const busy = { fault: 'status', status: 429, retry_after: 30 } as const;
    await bench.faults(
      { call: 'submission', ...busy },
      { call: 'submit', fault: 'drop_after', number: 'INV-2026-000002' },
      { call: 'search', ...busy },
    );
    const [asked = ''] = await bench.queue();
    await bench.turn();
    const [sought = ''] = await bench.queue(1, 2);
    await bench.turn(SECOND);
    await bench.turn(5 * SECOND);
    for (let i = 0; i < 4; i += 1) await bench.turn(5 * SECOND);
    expect(await Promise.all([asked, sought].map((id) => bench.statusOf(id)))).toEqual(['submitted', 'sending']);
    expect(await bench.calls()).toMatchObject({ submission: 1, search: 1 });
    await bench.turn(10 * SECOND);
    expect(await Promise.all([asked, sought].map((id) => bench.statusOf(id)))).toEqual(['valid', 'submitted']);
  });

  it('a buyer asks for rejection: it is told, and no more', async () => {
    await bench.faults();
    const [id = ''] = await bench.queue();
    await bench.turn();
    await bench.turn(SECOND);
    const { number } = await bench.get(id);
    await bench.rejected(number, 'Salah');
    await bench.turn(10 * SECOND);
    const { status, rejection, due_at } = await bench.get(id);
    expect({ status, rejection, due_at }).toMatchObject({
      status: 'valid',
      rejection: { reason: 'Salah' },
      due_at: null,
    });
  });
});
