import type { INestApplicationContext } from '@nestjs/common';
import { EinvoiceDocumentRepository } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { queueEinvoices } from '../support/queued-einvoices.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnTenant,
} from '../support/system-service.js';

/** Instances that are killed while they send and ask: no e-invoice is sent twice, and none is lost. */

jest.setTimeout(300_000);

/** A killed process's submissions are left alone for twice the time of a request. */
const TIMES = { EINVOICE_TIMEOUT_MS: '8000', EINVOICE_RESEND_SECONDS: '5', EINVOICE_INTERVAL_MS: '200' };
const MANY = 150;

let own: OwnDatabase;
let database: Database;
let contexts: INestApplicationContext;

beforeAll(async () => {
  own = await clonedDatabase();
  database = await openDatabase(own.appUrl);
  contexts = await openContexts(database);
});
afterAll(async () => {
  await stopOwnServices();
  await contexts.close();
  await database.end();
  await dropDatabases();
});

const queue = ({ id: tenant_id }: OwnTenant, count: number) =>
  database.work({ tenant_id, actor: null, now: new Date() }, (ctx) =>
    Promise.resolve(queueEinvoices(ctx, contexts.get(EinvoiceDocumentRepository), { count })),
  );

/** How many documents of a tenant have each status. */
async function statuses({ id }: OwnTenant): Promise<Record<string, number>> {
  const rows = await sql<{ status: string; count: number }>(
    own.ownerUrl,
    'select status, count(*)::integer as count from einvoice.documents where tenant_id = $1 group by status',
    [id],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function simulated({
  id,
}: OwnTenant): Promise<{ documents: number; numbers: number; calls: Record<string, number> }> {
  const [row] = await sql<{ documents: number; numbers: number; calls: Record<string, number> | null }>(
    own.ownerUrl,
    `select (select count(*)::integer from einvoice.simulator_documents d where d.tenant_id = $1) as documents,
            (select count(distinct number)::integer from einvoice.simulator_documents d where d.tenant_id = $1) as numbers,
            (select s.calls from einvoice.simulator_settings s where s.tenant_id = $1) as calls`,
    [id],
  );
  return { documents: row?.documents ?? 0, numbers: row?.numbers ?? 0, calls: row?.calls ?? {} };
}

it('kill -9 of two instances at each step of sending and asking: each document is valid, and there once', async () => {
  const instances = [await startOwnService(own, TIMES), await startOwnService(own, TIMES)];
  const [service] = instances;
  if (!service) throw new Error('no instance');
  const begin = async (faults: object[]): Promise<OwnTenant> => {
    const tenant = await newTenantAt(service);
    const put = async (path: string, body: object): Promise<void> => {
      const answer = await at(service).put(`/api/v1/einvoices/${path}/`, body, tenant.admin.token);
      if (answer.status !== 200) throw new Error(answer.text);
    };
    await put('settings', { enabled: true, tin: 'C2584563200' });
    await put('simulator', { faults, polls: 0 });
    return tenant;
  };
  const delay_ms = 60_000;
  const accepted = await begin([{ call: 'submit', fault: 'delay', delay_ms }]);
  const lost = await begin([{ call: 'submit', fault: 'drop', delay_ms }]);
  const asked = await begin([{ call: 'submission', fault: 'delay', delay_ms }]);
  const many = await begin([{ call: 'submit', fault: 'drop_after', times: 1 }]);
  const tenants = [accepted, lost, asked, many];
  await Promise.all([...tenants.slice(0, 3).map((tenant) => queue(tenant, 1)), queue(many, MANY)]);

  await eventually('a submission was received and is not answered', async () => {
    return (await simulated(accepted)).documents === 1 && (await statuses(accepted)).sending === 1;
  });
  await eventually('a submission was not received', async () => (await statuses(lost)).sending === 1);
  await eventually('a question is not answered', async () => {
    return (await simulated(asked)).calls.submission === 1 && (await statuses(asked)).submitted === 1;
  });
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));

  await startOwnService(own, TIMES);
  await eventually(
    'all are valid',
    async () => {
      const found = await Promise.all(tenants.map(statuses));
      return found.every(({ valid = 0 }, i) => valid === (i === 3 ? MANY : 1));
    },
    120,
  );
  const there = await Promise.all(tenants.map(simulated));
  expect(there.map(({ documents, numbers }) => [documents, numbers])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [MANY, MANY],
  ]);
  // Received documents are not sent again; a lost one is, once.
  expect(there.map(({ calls }) => calls.submit)).toEqual([1, 2, 1, 2]);
});
