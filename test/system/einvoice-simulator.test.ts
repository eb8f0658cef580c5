import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { EinvoiceSimulator, SimulatorService, einvoiceCalls, type SimulatorBehaviour } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { MyInvoisClient } from '../../libs/core/dist/einvoice/client/index.js';
import { ublOf, type EinvoiceContent } from '../../libs/core/dist/einvoice/document/index.js';
import { openContexts } from '../support/contexts.js';
import { einvoiceContent } from '../support/einvoice-documents.js';
import { openDatabase } from '../support/opened-database.js';
import { serveFetch } from '../support/served-fetch.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** The simulator of MyInvois, called by the client of MyInvois. */

jest.setTimeout(120_000);

const TIN = einvoiceContent.seller.tin ?? '';
const HOUR_MS = 3_600_000;

let own: OwnDatabase;
let database: Database;
let app: INestApplicationContext;
let tenant_id: string;

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  app = await openContexts(database);
});
beforeEach(async () => {
  tenant_id = await plantTenant(own.ownerUrl);
});
afterAll(async () => {
  await app?.close();
  await database?.end();
  await dropDatabases();
});

const simulator = () => app.get(EinvoiceSimulator);
const now = () => new Date();
const inTenant = <T>(
  work: Parameters<Database['work']>[1] extends (ctx: infer C) => unknown ? (ctx: C) => Promise<T> : never,
) => database.work({ tenant_id, actor: null, now: now() }, work);
const behave = (said: Partial<SimulatorBehaviour>) =>
  inTenant((ctx) =>
    app.get(SimulatorService).replace(ctx, { faults: [], polls: 1, validated_hours_ago: 0, rejections: [], ...said }),
  );
const counts = async () => (await inTenant((ctx) => app.get(SimulatorService).get(ctx))).counts;
const received = async (number?: string) =>
  (await inTenant((ctx) => app.get(SimulatorService).received(ctx, { number }, { page: 1, size: 100 }))).rows;

const usualFault = { times: 1, number: null, status: null, retry_after: null, code: null, delay_ms: null };
const documentOf = (said: Partial<EinvoiceContent> = {}) => {
  const number = said.number ?? `INV-${randomUUID().slice(0, 8)}`;
  return { number, text: JSON.stringify(ublOf({ ...einvoiceContent, issued_at: now(), ...said, number })) };
};

type Client = MyInvoisClient;
const clientOf = (tenant = tenant_id): Client =>
  new MyInvoisClient('https://simulator.invalid', simulator().fetchFor(tenant), 5_000);

async function tokenOf(client: Client, client_id = TIN): Promise<string> {
  const signed = await client.signIn({ client_id, client_secret: 'simulator', on_behalf_of: null }, now());
  if (signed.outcome !== 'done') throw new Error('It signs in');
  return signed.value.token;
}

async function submitted(client: Client, token: string, ...documents: { number: string; text: string }[]) {
  const answer = await client.submit(token, documents);
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
  return answer.value;
}

/** The documents of a submission once the simulator has told of them. */
async function over(client: Client, token: string, uid: string | null) {
  for (;;) {
    const answer = await client.submission(token, uid ?? '');
    if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
    if (answer.value.is_over) return answer.value.documents;
  }
}

describe.each(['in the process', 'over node:http'])('the client and the simulator %s', (way) => {
  let client: Client;
  let close = () => Promise.resolve();
  beforeEach(async () => {
    if (way === 'in the process') {
      client = clientOf();
      return;
    }
    const served = await serveFetch(simulator().fetchFor(tenant_id));
    ({ close } = served);
    client = new MyInvoisClient(served.url, fetch, 5_000);
  });
  afterEach(() => close());

  it('A-533: submit, ask, find and cancel a document', async () => {
    const token = await tokenOf(client);
    const document = documentOf();
    const { submission_uid, accepted, rejected } = await submitted(client, token, document);
    expect(rejected).toEqual([]);
    expect(accepted).toEqual([{ number: document.number, uuid: expect.stringMatching(/^[A-Z0-9]{26}$/) }]);
    const uuid = accepted[0]?.uuid ?? '';
    expect(await client.submission(token, submission_uid ?? '')).toMatchObject({
      value: { is_over: false, documents: [{ status: 'submitted', long_id: null, validated_at: null }] },
    });
    const [valid] = await over(client, token, submission_uid);
    const facts = { uuid, submission_uid, number: document.number, total: 56.95, rejection_at: null };
    expect(valid).toMatchObject({ ...facts, status: 'valid', long_id: expect.stringMatching(/^[A-Z0-9]{58}$/) });
    expect(await client.details(token, uuid)).toMatchObject({
      value: { document: { ...facts, status: 'valid' }, errors: [] },
    });
    const span = { from: new Date(Date.now() - HOUR_MS), to: now(), type_code: '01', page: 1 };
    expect(await client.search(token, span)).toMatchObject({
      value: { pages: 1, documents: [{ ...facts, issued_at: valid?.issued_at }] },
    });
    expect(await client.search(token, { ...span, type_code: '04' })).toMatchObject({ value: { documents: [] } });
    expect(await client.cancel(token, uuid, 'Salah')).toMatchObject({ outcome: 'done' });
    expect(await client.details(token, uuid)).toMatchObject({
      value: { document: { status: 'cancelled', reason: 'Salah' } },
    });
    expect(await client.cancel(token, uuid, 'Salah')).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'IncorrectState' }],
    });
    expect(await counts()).toEqual({
      token: 1,
      taxpayer: 0,
      submit: 1,
      submission: 2,
      details: 2,
      cancel: 2,
      search: 2,
    });
  });

  it('A-530: tell what is wrong with a document, by its steps', async () => {
    const token = await tokenOf(client);
    const wrong = documentOf();
    const answer = await submitted(
      client,
      token,
      { ...wrong, text: wrong.text.replace('"022"', '"046"') },
      { number: 'INV-none', text: '{}' },
    );
    expect(answer.rejected).toMatchObject([
      { number: 'INV-none', errors: [{ code: 'Error01/WRONG_FORM' }, {}, {}, {}] },
    ]);
    expect(await over(client, token, answer.submission_uid)).toMatchObject([{ status: 'invalid', long_id: null }]);
    const details = await client.details(token, answer.accepted[0]?.uuid ?? '');
    expect(details).toMatchObject({
      value: { errors: [{ code: 'Error06/UNKNOWN_CODE', message: { en: expect.any(String) } }] },
    });
  });

  it('A-530: know taxpayers, and refuse tokens that are none', async () => {
    const token = await tokenOf(client);
    expect(await client.isKnown(token, 'C2584563200', 'BRN', '202001234567')).toMatchObject({ value: true });
    expect(await client.isKnown(token, 'C2584599990', 'BRN', '202001234567')).toMatchObject({ value: false });
    expect(await client.isKnown(token, 'C2584563200', 'BRN', '202001234404')).toMatchObject({ value: false });
    const over = `simulator.${Buffer.from(TIN).toString('base64url')}.${Date.now() - 1}`;
    for (const wrong of ['simulator.x', over, 'x'])
      expect(await client.isKnown(wrong, 'C2584563200', 'BRN', '1')).toMatchObject({ outcome: 'later', status: 401 });
    const none = { client_id: TIN, client_secret: '', on_behalf_of: null };
    expect(await client.signIn(none, now())).toMatchObject({ outcome: 'refused', status: 400 });
  });
});

/** Each call once, by its name. */
const calls = (
  client: Client,
  token: string,
): Record<(typeof einvoiceCalls)[number], () => Promise<{ outcome: string }>> => ({
  token: () => client.signIn({ client_id: TIN, client_secret: 'x', on_behalf_of: null }, now()),
  taxpayer: () => client.isKnown(token, TIN, 'BRN', '202001234567'),
  submit: () => client.submit(token, [documentOf()]),
  submission: () => client.submission(token, 'none'),
  details: () => client.details(token, 'none'),
  cancel: () => client.cancel(token, 'none', 'Salah'),
  search: () => client.search(token, { from: now(), to: now(), type_code: '01', page: 1 }),
});
const endings = { status: 'later', delay: 'as usual', refuse: 'later', drop: 'unsure', drop_after: 'unsure' } as const;

it.each(Object.entries(endings))(
  'A-533: %s of each call happens once, and is counted but where none came',
  async (fault, outcome) => {
    const client = clientOf();
    const token = await tokenOf(client);
    const before = (await counts()).token;
    await behave({
      faults: einvoiceCalls.map((call) => ({ ...usualFault, call, fault: fault as keyof typeof endings, delay_ms: 1 })),
    });
    for (const call of Object.values(calls(client, token))) {
      const [first, second] = [await call(), await call()];
      expect(first.outcome).toBe(outcome === 'as usual' ? second.outcome : outcome);
    }
    expect(await counts()).toEqual({
      ...Object.fromEntries(einvoiceCalls.map((call) => [call, fault === 'refuse' ? 1 : 2])),
      token: before + (fault === 'refuse' ? 1 : 2),
    });
    const { faults } = await inTenant((ctx) => app.get(SimulatorService).get(ctx));
    expect(faults.map(({ times }) => times)).toEqual(einvoiceCalls.map(() => 0));
  },
);

it('A-530: a fault of a number is that document’s alone', async () => {
  const client = clientOf();
  const token = await tokenOf(client);
  const [one, two, three] = [documentOf(), documentOf(), documentOf()];
  const of = { ...usualFault, call: 'submit' } as const;
  await behave({
    faults: [
      { ...of, fault: 'reject', number: two.number, code: 'DS302' },
      { ...of, fault: 'invalid', number: three.number, code: 'CF364' },
    ],
  });
  await submitted(client, token, documentOf());
  const answer = await submitted(client, token, one, two, three);
  expect(answer.rejected).toMatchObject([{ number: two.number, errors: [{ code: 'Error01/DS302' }] }]);
  expect(await over(client, token, answer.submission_uid)).toMatchObject([{ status: 'valid' }, { status: 'invalid' }]);
  expect(await client.details(token, answer.accepted[1]?.uuid ?? '')).toMatchObject({
    value: { errors: [{ code: 'Error02/CF364' }] },
  });
});

it('A-530: what is done after the answer was dropped is there, and what was dropped is not', async () => {
  const client = clientOf();
  const token = await tokenOf(client);
  for (const [fault, count] of [
    ['drop', 0],
    ['drop_after', 1],
  ] as const) {
    await behave({ faults: [{ ...usualFault, call: 'submit', fault }] });
    const document = documentOf();
    expect(await client.submit(token, [document])).toMatchObject({ outcome: 'unsure' });
    expect(await received(document.number)).toHaveLength(count);
  }
});

it('A-530: 503 with Retry-After is told, and a late answer ends the client’s patience', async () => {
  const client = new MyInvoisClient('https://simulator.invalid', simulator().fetchFor(tenant_id), 200);
  const token = await tokenOf(client);
  const of = { ...usualFault, call: 'submit' } as const;
  await behave({
    faults: [
      { ...of, fault: 'status', retry_after: 2 },
      { ...of, fault: 'delay', delay_ms: 5_000 },
    ],
  });
  const document = documentOf();
  expect(await client.submit(token, [document])).toMatchObject({ outcome: 'later', status: 503, retry_after_ms: 2000 });
  expect(await received(document.number)).toEqual([]);
  expect(await client.submit(token, [document])).toMatchObject({ outcome: 'unsure' });
  expect(await received(document.number)).toHaveLength(1);
});

describe('duplicates (A-530)', () => {
  it('are the same payload within ten minutes, and the same number and type within two hours', async () => {
    const client = clientOf();
    const token = await tokenOf(client);
    const document = documentOf();
    await submitted(client, token, document);
    expect(await client.submit(token, [document])).toMatchObject({ outcome: 'unsure', status: 422 });
    const again = [documentOf({ number: document.number, issued_at: new Date(Date.now() - 60_000) }), documentOf()];
    const { accepted, rejected } = await submitted(client, token, ...again);
    expect(rejected).toMatchObject([{ number: document.number, errors: [{ code: 'Error07/DS302' }] }]);
    expect(accepted).toMatchObject([{ number: again[1]?.number }]);
    await sql(
      own.ownerUrl,
      `update einvoice.simulator_submissions set created_at = created_at - interval '11 minutes' where tenant_id = $1`,
      [tenant_id],
    );
    expect(await submitted(client, token, document)).toMatchObject({ accepted: [], rejected: [{}] });
  });

  it('are found among submissions at once: each number is taken once', async () => {
    const token = await tokenOf(clientOf());
    const number = documentOf().number;
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        submitted(clientOf(), token, documentOf({ number, issued_at: new Date(Date.now() - i * 1000) })),
      ),
    );
    expect(all.flatMap(({ accepted }) => accepted)).toHaveLength(1);
    expect(await received(number)).toHaveLength(1);
    expect((await counts()).submit).toBe(8);
  });

  it('are no documents that were invalid: those come again under their number', async () => {
    const client = clientOf();
    const token = await tokenOf(client);
    const document = documentOf();
    await submitted(client, token, { ...document, text: document.text.replace('"022"', '"046"') });
    expect(await submitted(client, token, document)).toMatchObject({ accepted: [{}], rejected: [] });
  });
});

it('A-530: cancels within 72 hours, and no document that a note names', async () => {
  const client = clientOf();
  const token = await tokenOf(client);
  const validOf = async (said: Partial<EinvoiceContent> = {}) => {
    const { submission_uid } = await submitted(client, token, documentOf(said));
    const [document] = await over(client, token, submission_uid);
    return document ?? { uuid: '', number: '', status: 'none' };
  };
  const invoice = await validOf();
  const reference = { refers_to: [{ number: invoice.number, uuid: invoice.uuid }] };
  expect(await validOf({ type_code: '04', ...reference })).toMatchObject({ status: 'valid' });
  expect(await client.cancel(token, invoice.uuid, 'x')).toMatchObject({
    errors: [{ code: 'ActiveReferencingDocuments' }],
  });
  await behave({ validated_hours_ago: 73 });
  expect(await client.cancel(token, (await validOf()).uuid, 'x')).toMatchObject({
    errors: [{ code: 'OperationPeriodOver' }],
  });
  await behave({ validated_hours_ago: 71 });
  expect(await client.cancel(token, (await validOf()).uuid, 'x')).toMatchObject({ outcome: 'done' });
});

it('A-530: tells a buyer’s request for a rejection', async () => {
  const client = clientOf();
  const token = await tokenOf(client);
  const document = documentOf();
  const { submission_uid, accepted } = await submitted(client, token, document);
  await over(client, token, submission_uid);
  await behave({ rejections: [{ number: document.number, reason: 'Alamat salah' }] });
  expect(await client.details(token, accepted[0]?.uuid ?? '')).toMatchObject({
    value: { document: { status: 'valid', rejection_at: expect.any(Date), reason: 'Alamat salah' } },
  });
});

it('A-530: is apart for each tenant', async () => {
  const client = clientOf();
  const token = await tokenOf(client);
  const { accepted, submission_uid } = await submitted(client, token, documentOf());
  await over(client, token, submission_uid);
  const other = clientOf(await plantTenant(own.ownerUrl));
  expect(await other.details(token, accepted[0]?.uuid ?? '')).toMatchObject({ outcome: 'refused', status: 404 });
  expect(await other.submission(token, submission_uid ?? '')).toMatchObject({ outcome: 'refused', status: 404 });
  expect(await other.cancel(token, accepted[0]?.uuid ?? '', 'x')).toMatchObject({ outcome: 'refused', status: 404 });
});

it('A-531: keeps no TIN of a buyer in clear', async () => {
  const client = clientOf();
  await submitted(client, await tokenOf(client), documentOf());
  const rows = await sql(
    own.ownerUrl,
    'select row_to_json(r)::text as text from einvoice.simulator_documents r where tenant_id = $1',
    [tenant_id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('EI00000000010');
  expect((await received())[0]).toMatchObject({ buyer_tin: 'EI00000000010' });
});
