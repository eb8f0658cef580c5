import { EinvoiceReach } from '@usaha/core';
import { EinvoiceConnections } from '../../libs/core/dist/einvoice/sending/einvoice-connections.js';
import { AnsweringServer, json } from '../support/answering-server.js';
import { EinvoiceBench, SECOND } from '../support/einvoice-bench.js';
import { sql } from '../support/system-database.js';

/** The operator sends e-invoices for businesses, as their intermediary. */

jest.setTimeout(120_000);

let bench: EinvoiceBench;
let server: AnsweringServer;
beforeAll(async () => {
  bench = await EinvoiceBench.open();
  server = await AnsweringServer.listen();
});
afterAll(async () => {
  await server.close();
  await bench.close();
});
beforeEach(() => bench.begin());
afterEach(() => bench.rounds.stop());

const seller = {
  id_type: 'BRN' as const,
  id_value: '202001234567',
  msic_code: '47111',
  phone: '+60312345678',
  address: { line1: '1, Jalan Ampang', city: 'Kuala Lumpur', postcode: '50450', state: '14', country: 'MYS' },
};

it('A-513: in the simulator the seller is the business for which the intermediary signs in', async () => {
  await bench.changeSettings({ credentials: 'intermediary' });
  await bench.faults();
  const [id = ''] = await bench.queue();
  await bench.turn();
  await bench.turn(SECOND);
  const { status, errors } = await bench.get(id);
  expect({ status, errors }).toEqual({ status: 'valid', errors: [] });
});

it('A-513: elsewhere its credentials go with the TIN of the business, and its limits are those of all', async () => {
  const to = (url: string): string => url.replace(/^https:\/\/[^/]+/, server.url);
  Object.assign(bench.service(EinvoiceReach), { fetch: (url: string, init: RequestInit) => fetch(to(url), init) });
  server.answer = json(200, { access_token: 't', expires_in: 3600 });
  for (const tin of ['C2584563200', 'C1111111110']) {
    if (tin !== 'C2584563200') await bench.begin();
    await bench.changeSettings({ ...seller, tin, environment: 'sandbox', credentials: 'intermediary' });
    const { outcome } = await bench.service(EinvoiceConnections).signIn(bench.tenant_id, bench.now);
    expect(outcome).toBe('done');
    const request = server.received.at(-1);
    expect(request?.headers.onbehalfof).toBe(tin);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
      client_id: 'operator',
      client_secret: 'rahsia',
    });
  }
  const rows = await sql<{ call: string }>(bench.own.ownerUrl, 'select call from einvoice.client_rates');
  expect(rows).toEqual([{ call: 'token' }]);
});
