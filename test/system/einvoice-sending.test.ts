import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  EinvoiceDocument,
  EinvoiceDocumentRepository,
  EinvoiceRounds,
  EinvoiceSettingsService,
  SimulatorService,
  TenantService,
  type EinvoiceStatus,
  type RunningEinvoiceRounds,
} from '@usaha/core';
import { DatabaseModule, NO_TENANT, newId, type Context, type Database } from '@usaha/shared';
import { lineOf, totalsOf, ublOf } from '../../libs/core/dist/einvoice/document/index.js';
import { EinvoiceText } from '../../libs/core/dist/einvoice/record/einvoice-text.entity.js';
import type { SimulatorFault } from '../../libs/core/dist/einvoice/simulator/index.js';
import { einvoiceContent } from '../support/einvoice-documents.js';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';

/** Sending of e-invoices against the simulator, fault by fault (A-521 … A-523). The clock is the test's. */

jest.setTimeout(120_000);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const RESEND_MS = 600 * SECOND;

let own: OwnDatabase;
let database: Database;
let app: INestApplicationContext;
let documents: EinvoiceDocumentRepository;
let simulator: SimulatorService;
let tenant_id: string;
let rounds: RunningEinvoiceRounds;
let now: Date;
let troubles: unknown[];

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  const tokens = { keys: [['test', Buffer.alloc(32, 1)]] as [string, Buffer][] };
  const einvoiceSending = { resendMs: RESEND_MS, timeoutMs: 2_000 };
  app = await NestFactory.createApplicationContext(
    { ...CoreModule.forRoot({ tokens, einvoiceSending }), imports: [DatabaseModule.forRoot(database)] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  documents = app.get(EinvoiceDocumentRepository);
  simulator = app.get(SimulatorService);
});
afterAll(async () => {
  await app.close();
  await database.end();
  await dropDatabases();
});

const as = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => database.work({ tenant_id, actor: null, now }, work);
const begin = (): RunningEinvoiceRounds =>
  app.get(EinvoiceRounds).begin({ now: () => now, failed: (error) => troubles.push(error) });

beforeEach(async () => {
  // The simulator has the real clock, by which tokens and searches go.
  now = new Date();
  troubles = [];
  const tenant = await database.work({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
    app.get(TenantService).create(ctx, { name: 'Kedai', business_type: 'retail' }),
  );
  tenant_id = tenant.id;
  await as((ctx) => app.get(EinvoiceSettingsService).update(ctx, { enabled: true, tin: 'C2584563200' }));
  rounds = begin();
});
afterEach(async () => {
  await rounds.stop();
  expect(troubles).toEqual([]);
});

const fault = (of: Partial<SimulatorFault> & Pick<SimulatorFault, 'call' | 'fault'>): SimulatorFault => ({
  times: 1,
  number: null,
  status: null,
  retry_after: null,
  code: null,
  delay_ms: null,
  ...of,
});
const faults = (...some: SimulatorFault[]) =>
  as((ctx) => simulator.replace(ctx, { faults: some, polls: 0, validated_hours_ago: 0, rejections: [] }));
const calls = async () => ({ submit: 0, search: 0, ...(await as((ctx) => simulator.get(ctx))).calls });
const received = async () => (await as((ctx) => simulator.received(ctx, {}, { page: 1, size: 200 }))).rows;

/** Queues documents as a sale's handler does. @returns their ids */
async function queue(count = 1, first = 1): Promise<string[]> {
  return as(async (ctx) => {
    const ids: string[] = [];
    for (let i = first; i < first + count; i += 1) {
      const number = `INV-2026-${String(i).padStart(6, '0')}`;
      const content = {
        ...einvoiceContent,
        number,
        issued_at: now,
        lines: [lineOf(LINE, { is_registered: true, type: '01' })],
      };
      const identity = {
        kind: 'invoice' as const,
        number,
        environment: 'simulator' as const,
        module: 'retail' as const,
        source: null,
        consolidated: false,
        month: '2026-11',
        sources: 1,
        person_id: null,
        refers_to: [],
      };
      const { by_type, ...totals } = totalsOf(content);
      expect(by_type).toHaveLength(1);
      const built = {
        ubl_version: '1.0' as const,
        currency: 'MYR',
        exchange_rate: null,
        totals,
        buyer: content.buyer,
        errors: [],
      };
      const document = Object.assign(EinvoiceDocument.of(identity, built, now), { id: newId(now) });
      documents.insert(ctx, document);
      documents.keepTexts(ctx, [EinvoiceText.of(tenant_id, document.id, JSON.stringify(ublOf(content)))]);
      ids.push(document.id);
    }
    return ids;
  });
}
const LINE = {
  description: 'Beras 5 kg',
  classification: '022',
  quantity: 1,
  unit_price: 20,
  subtotal: 20,
  tax_rate: 6,
  tax_amount: 1.2,
};

const get = (id: string) => as((ctx) => documents.get(ctx, id));
const statusOf = async (id: string): Promise<EinvoiceStatus> => (await get(id)).status;
/** One turn of the tenant, after some time. */
async function turn(ms = 0): Promise<void> {
  now = new Date(now.getTime() + ms);
  await rounds.turn(tenant_id);
}

describe('without a fault', () => {
  it('a document is valid with its address, uuid and long id, in one submission and one question', async () => {
    await faults();
    const [id = ''] = await queue();
    await turn();
    const sent = await get(id);
    expect(sent).toMatchObject({ status: 'submitted', attempts: 1, long_id: null, validation_url: null });
    await turn(SECOND);
    const { uuid, long_id, validation_url, validated_at, cancel_until, status, errors } = await get(id);
    expect({ status, errors }).toEqual({ status: 'valid', errors: [] });
    expect(validation_url).toBe(`/einvoice-simulator/${uuid}/share/${long_id}`);
    expect(cancel_until?.getTime()).toBe((validated_at?.getTime() ?? 0) + 72 * 3_600_000);
    expect(await calls()).toMatchObject({ submit: 1, submission: 1, search: 0 });
  });

  it('250 documents go in three submissions, each once', async () => {
    await faults();
    await queue(250);
    for (let i = 0; i < 4; i += 1) await turn();
    expect(await calls()).toMatchObject({ submit: 3 });
    const [there] = await sql<{ all: number; numbers: number }>(
      own.ownerUrl,
      `select count(*)::integer as all, count(distinct number)::integer as numbers
         from einvoice.simulator_documents where tenant_id = $1`,
      [tenant_id],
    );
    expect(there).toEqual({ all: 250, numbers: 250 });
  });

  it('two instances at once send each document once', async () => {
    await faults();
    const ids = await queue(120);
    const other = begin();
    await Promise.all([rounds.turn(tenant_id), other.turn(tenant_id), rounds.turn(tenant_id), other.turn(tenant_id)]);
    await other.stop();
    expect(await calls()).toMatchObject({ submit: 2 });
    for (const id of ids) expect((await get(id)).attempts).toBe(1);
  });

  it('a search of all tenants wakes the one with a document, and none once it is done', async () => {
    await faults();
    const [id = ''] = await queue();
    expect(await rounds.search(() => true)).toBe(true);
    await rounds.stop();
    expect(await statusOf(id)).toBe('submitted');
    rounds = begin();
  });
});

describe('what surely was not done (A-521)', () => {
  const certain: [what: string, of: Partial<SimulatorFault> & Pick<SimulatorFault, 'call' | 'fault'>, wait: number][] =
    [
      ['no connection', { call: 'submit', fault: 'refuse' }, SECOND],
      ['429', { call: 'submit', fault: 'status', status: 429 }, SECOND],
      ['503 with Retry-After 2', { call: 'submit', fault: 'status', status: 503, retry_after: 2 }, 2 * SECOND],
      ['no connection for a token', { call: 'token', fault: 'refuse' }, SECOND],
      ['a token that is not answered', { call: 'token', fault: 'status', status: 500 }, SECOND],
    ];
  it.each(certain)('%s: the document waits, goes again, and is there once', async (_, of, wait) => {
    await faults(fault(of));
    const [id = ''] = await queue();
    await turn();
    const waiting = await get(id);
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1 });
    expect(waiting.due_at?.getTime()).toBe(now.getTime() + wait);
    await turn(wait - 1);
    expect(await statusOf(id)).toBe('queued');
    await turn(1);
    await turn(SECOND);
    expect(await statusOf(id)).toBe('valid');
    expect(await received()).toHaveLength(1);
    expect(await calls()).toMatchObject({ search: 0 });
  });

  it('401: it goes at once with a new token', async () => {
    await faults(fault({ call: 'submit', fault: 'status', status: 401 }));
    const [id = ''] = await queue();
    await turn();
    expect(await statusOf(id)).toBe('submitted');
    expect(await calls()).toMatchObject({ token: 2 });
  });

  it('400: by halves, until the document at fault is alone', async () => {
    const number = 'INV-2026-000003';
    await faults(fault({ call: 'submit', fault: 'status', status: 400, code: 'BadStructure', number, times: 10 }));
    const ids = await queue(5);
    await turn();
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses).toEqual(['submitted', 'submitted', 'invalid', 'submitted', 'submitted']);
    expect((await get(ids[2] as string)).errors).toMatchObject([{ code: 'BadStructure', source: 'service' }]);
  });

  it('403: the tenant rests for an hour, or until its settings change', async () => {
    await faults(fault({ call: 'submit', fault: 'status', status: 403 }));
    const [id = ''] = await queue();
    await turn();
    await turn(MINUTE);
    await turn(MINUTE);
    expect(await statusOf(id)).toBe('queued');
    expect(await calls()).toMatchObject({ submit: 1 });
    await as((ctx) => app.get(EinvoiceSettingsService).update(ctx, { email: 'din@pakdin.example' }));
    await turn(MINUTE);
    expect(await statusOf(id)).toBe('submitted');
  });
});

describe('what may have been done (A-522)', () => {
  const unsure: [what: string, of: Partial<SimulatorFault> & Pick<SimulatorFault, 'fault'>][] = [
    ['no answer', { fault: 'drop_after' }],
    ['an answer after the time of a request', { fault: 'delay', delay_ms: 3_000 }],
  ];
  it.each(unsure)('%s, and it was done: the search adopts it, without a second submission', async (_, of) => {
    await faults(fault({ call: 'submit', ...of }));
    const [id = ''] = await queue();
    await turn();
    expect(await statusOf(id)).toBe('sending');
    await turn(5 * SECOND);
    expect(await statusOf(id)).toBe('submitted');
    await turn(SECOND);
    expect(await statusOf(id)).toBe('valid');
    expect(await calls()).toMatchObject({ submit: 1, search: 1 });
    expect(await received()).toHaveLength(1);
  });

  const undone: [what: string, of: Partial<SimulatorFault> & Pick<SimulatorFault, 'fault'>][] = [
    ['no answer', { fault: 'drop' }],
    ['500', { fault: 'status', status: 500 }],
    ['422', { fault: 'status', status: 422 }],
  ];
  it.each(undone)(
    '%s, and it was not done: three searches, and once more after the time that is set',
    async (_, of) => {
      await faults(fault({ call: 'submit', ...of }));
      const [id = ''] = await queue();
      await turn();
      await turn(5 * SECOND);
      await turn(15 * SECOND);
      expect(await statusOf(id)).toBe('sending');
      expect(await calls()).toMatchObject({ submit: 1, search: 1 });
      await turn(10 * SECOND);
      await turn(90 * SECOND);
      expect(await calls()).toMatchObject({ submit: 1, search: 3 });
      await turn(RESEND_MS);
      expect(await get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
      await turn(SECOND);
      expect(await statusOf(id)).toBe('valid');
      expect(await calls()).toMatchObject({ submit: 2, search: 4 });
      expect(await received()).toHaveLength(1);
    },
  );

  it('others go on meanwhile', async () => {
    await faults(fault({ call: 'submit', fault: 'drop' }));
    const [one = ''] = await queue();
    await turn();
    const [other = ''] = await queue(1, 2);
    await turn();
    expect(await Promise.all([one, other].map(statusOf))).toEqual(['sending', 'submitted']);
  });

  it('twice unanswered: it is blocked, and a user decides', async () => {
    await faults(fault({ call: 'submit', fault: 'drop', times: 2 }));
    const [id = ''] = await queue();
    await turn();
    await turn(RESEND_MS);
    expect(await get(id)).toMatchObject({ status: 'sending', attempts: 2 });
    await turn(RESEND_MS);
    const blocked = await get(id);
    expect(blocked).toMatchObject({ status: 'blocked', errors: [{ code: 'OUTCOME_UNKNOWN', source: 'local' }] });
    expect(await calls()).toMatchObject({ submit: 2 });
  });

  it('nothing is sent once more before a search was answered', async () => {
    await faults(
      fault({ call: 'submit', fault: 'drop' }),
      fault({ call: 'search', fault: 'status', status: 503, times: 3 }),
    );
    const [id = ''] = await queue();
    await turn();
    for (let i = 0; i < 3; i += 1) await turn(RESEND_MS);
    expect(await get(id)).toMatchObject({ status: 'sending', attempts: 1 });
    expect(await calls()).toMatchObject({ submit: 1 });
    await turn(RESEND_MS);
    expect(await get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
  });

  it('a process that ended between: the lease ends, and the search tells', async () => {
    await faults();
    const [id = ''] = await queue();
    // What the first transaction commits; the process has ended before the request.
    await sql(
      own.ownerUrl,
      `insert into einvoice.submissions (tenant_id, id, created_at, environment, status, documents, sent_at, due_at)
       values ($1, $2, $3, 'simulator', 'sending', 1, $3, $4)`,
      [tenant_id, id, now, new Date(now.getTime() + 4 * SECOND)],
    );
    await sql(
      own.ownerUrl,
      `update einvoice.documents set status = 'sending', submission_id = $2, attempts = 1, due_at = null where tenant_id = $1`,
      [tenant_id, id],
    );
    await turn(3 * SECOND);
    expect(await calls()).toMatchObject({ submit: 0, search: 0 });
    await turn(RESEND_MS);
    expect(await get(id)).toMatchObject({ status: 'submitted', attempts: 2 });
    expect(await received()).toHaveLength(1);
  });
});

describe('results (A-523)', () => {
  it('invalid: the errors of the service, with the code of the outer one', async () => {
    await faults(fault({ call: 'submit', fault: 'invalid', code: 'CF364' }));
    const [id = ''] = await queue();
    await turn();
    await turn(SECOND);
    const { status, errors, validation_url } = await get(id);
    expect({ status, validation_url }).toEqual({ status: 'invalid', validation_url: null });
    expect(errors).toMatchObject([{ code: expect.stringMatching(/^Error\d\d\/CF364$/), source: 'service' }]);
  });

  it('rejected: the errors of the answer', async () => {
    await faults(fault({ call: 'submit', fault: 'reject', code: 'CF321' }));
    const [id = ''] = await queue();
    await turn();
    expect(await get(id)).toMatchObject({ status: 'invalid', errors: [{ source: 'service' }] });
  });

  it('questions that are not answered are asked again', async () => {
    await faults(fault({ call: 'submission', fault: 'status', status: 500, times: 2 }));
    const [id = ''] = await queue();
    await turn();
    for (let i = 0; i < 3; i += 1) await turn(SECOND);
    expect(await statusOf(id)).toBe('valid');
  });

  it('a buyer asks for rejection: it is told, and no more', async () => {
    await faults();
    const [id = ''] = await queue();
    await turn();
    await turn(SECOND);
    const { number } = await get(id);
    await as((ctx) =>
      simulator.replace(ctx, {
        faults: [],
        polls: 0,
        validated_hours_ago: 0,
        rejections: [{ number, reason: 'Salah' }],
      }),
    );
    await turn(10 * SECOND);
    const { status, rejection, due_at } = await get(id);
    expect({ status, rejection, due_at }).toMatchObject({
      status: 'valid',
      rejection: { reason: 'Salah' },
      due_at: null,
    });
  });
});
