import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dropDatabases, emptyDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(180_000);

const PATH = '/api/v1/files/';
const MIB = 1_048_576;
const BYTES = 24 * MIB;
const AT_ONCE = 8;

let service: OwnService;
let tenants: OwnTenant[];
beforeAll(async () => {
  service = await startOwnService(await emptyDatabase());
  tenants = [await newTenantAt(service), await newTenantAt(service)];
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

/** MiB of the service, now and at most since the last reset. */
function memory(): { now: number; most: number } {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

async function risenWhile(work: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${service.child.pid}/clear_refs`, '5');
  const { now } = memory();
  await work();
  return memory().most - now;
}

const content = Buffer.alloc(BYTES, 'Nasi lemak, sambal dan telur. ');
const tenantOf = (n: number): OwnTenant => tenants[n % tenants.length] as OwnTenant;

async function upload(n: number): Promise<string> {
  const { status, body } = await at(service).send('POST', `${PATH}?name=a.txt`, {
    token: tenantOf(n).admin.token,
    raw: content,
    headers: { 'content-type': 'text/plain' },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Bytes that arrive; none is kept here. */
const read = (id: string, n: number): Promise<number> =>
  new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${tenantOf(n).admin.token}` };
    request(`${service.baseUrl}${PATH}${id}/content/`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => done(bytes));
    })
      .on('error', fail)
      .end();
  });

const all = <T>(act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, n) => act(n)));

it('A-481, A-487: eight files of 24 MB at once take at most 64 MB up and down, and 32 MB once the code is warm', async () => {
  const risen = { up: [] as number[], down: [] as number[] };
  for (let round = 0; round < 2; round += 1) {
    let ids: string[] = [];
    risen.up.push(await risenWhile(async () => (ids = await all(upload))));
    const down = async () => {
      for (const bytes of await all((n) => read(ids[n] as string, n))) expect(bytes).toBe(BYTES);
    };
    risen.down.push(await risenWhile(down));
  }
  process.stdout.write(`MiB of memory for eight files: ${JSON.stringify(risen)}\n`);
  for (const [cold, warm] of Object.values(risen)) {
    expect(cold).toBeLessThanOrEqual(64);
    expect(warm).toBeLessThanOrEqual(32);
  }
});
