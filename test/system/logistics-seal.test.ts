import { Proof, ProofPicture } from '@usaha/logistics';
import { rotateSeals } from '@usaha/shared/operation';
import { call, type Json } from '../support/client.js';
import { dump } from '../support/dump.js';
import { newCodShipment, newDriver } from '../support/logistics.js';
import { openDatabase, testKeys } from '../support/opened-database.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { base64, jpeg, png } from '../support/pictures.js';
import { workerState } from '../support/state.js';

/** What drivers are known and paid by, and what was signed and photographed at a door, lies sealed: a dump tells none of it. */

/** By what holds it: texts that stand nowhere else. */
const SECRETS = {
  'IC number': /880917-?14(?:-?5533)?/,
  'licence number': /Lesensulit/,
  'PSV licence': /Psvsulit/,
  'hourly rate': /4143\.17/,
  'monthly salary': /83417\.29/,
  'note on a driver': /Pinjamankereta/,
  receiver: /Penerimasulit/,
  'note at the door': /Pintusulit/,
  metadata: /Metasulit/,
  policy: /Polisisulit/,
};
const DRIVER = {
  ic_number: '880917-14-5533',
  license_number: 'Lesensulit1',
  psv_license: 'Psvsulit1',
  hourly_rate: 4143.17,
  monthly_salary: 83417.29,
  notes: 'Pinjamankereta',
};
/** Noise, so that no part of them is anywhere by chance. */
const PHOTOGRAPHS = [png({ bytes: 5_000 }), png({ bytes: 5_000 })];
const SIGNATURE = png({ bytes: 2_000 });

let tenant: TestTenant;
let path: string;
beforeAll(async () => {
  tenant = await newTenant();
});

async function done(method: string, to: string, body?: unknown, headers?: Record<string, string>): Promise<Json> {
  const answer = await call(method, `/api/v1/logistics${to}`, { body, headers, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${method} ${to}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

it('A-298, A-319: no table holds papers or pay of a driver, or what was signed and photographed, in clear', async () => {
  const driver = await newDriver(tenant, DRIVER);
  // The recorded changes, and the answers that are kept for repeated requests, tell nothing either.
  const changed = {
    ic_number: null,
    license_number: 'X',
    psv_license: true,
    hourly_rate: 1,
    monthly_salary: 1,
    notes: null,
  };
  await done('PUT', `/drivers/${driver.id}/`, changed);
  await done('PUT', `/drivers/${driver.id}/`, DRIVER);
  await done(
    'POST',
    '/drivers/',
    { first_name: 'Ahmad', last_name: 'Faizal', ...DRIVER },
    { 'idempotency-key': 'sealed' },
  );
  const policy = { insurance_policy: 'Polisisulit-1' };
  const vehicle = await done('POST', '/vehicles/', { registration_number: 'WXY 1234', vehicle_type: 'van', ...policy });
  const renewed = { insurance_policy: 'Polisisulit-2' };
  expect(await done('PUT', `/vehicles/${vehicle.id}/`, renewed)).toMatchObject(renewed);
  const shipment = await newCodShipment(tenant, 59.9);
  await done('POST', `/shipments/${shipment.id}/update-status/`, { status: 'in_transit', driver_id: driver.id });
  path = `/shipments/${shipment.id}/proof-of-delivery/`;
  const pictures = [...PHOTOGRAPHS.map(base64), base64(jpeg('Metasulit'))];
  const said = { received_by: 'Penerimasulit', notes: 'Pintusulit', signature: base64(SIGNATURE), pictures };
  const proof = await done('POST', path, { ...said, collected_amount: 59.9 }, { 'idempotency-key': 'sealed-too' });
  await done('GET', `/drivers/${driver.id}/export/`);
  const dumped = await dump();
  expect(dumped.get('logistics.drivers')).toContain(driver.id);
  expect(dumped.get('logistics.proofs')).toContain(proof.id);
  expect(dumped.get('logistics.proof_pictures')).toContain(proof.id);
  expect(dumped.get('kernel.audit_entries')).toContain(proof.id);
  expect(dumped.get('kernel.idempotency_keys')).toContain(shipment.id);
  // In whichever of both ways bytes are written down.
  const parts = [...PHOTOGRAPHS, SIGNATURE].flatMap((file) => {
    const part = file.subarray(900, 930);
    return [part.toString('base64'), part.toString('hex')];
  });
  const bytes = { picture: new RegExp(parts.map((part) => part.replace(/[+/]/g, '\\$&')).join('|')) };
  for (const [table, text] of dumped)
    for (const [what, secret] of Object.entries({ ...SECRETS, ...bytes }))
      expect(`${table} ${what}: ${secret.exec(text)?.[0]}`).toBe(`${table} ${what}: undefined`);
});

it('A-319: it is read again as it was, also once another key has sealed it', async () => {
  const before = await done('GET', path);
  expect(before).toMatchObject({ received_by: 'Penerimasulit', notes: 'Pintusulit' });
  expect(before.pictures.map(({ content }: Json) => content)).toEqual([...PHOTOGRAPHS, jpeg()].map(base64));
  const old: [string, Buffer] = ['test', testKeys.seal];
  const other: [string, Buffer] = ['other', Buffer.alloc(32, 3)];
  const rotate = async (...keys: [string, Buffer][]): Promise<number> => {
    const opened = await openDatabase(workerState().ownerUrl as string, keys);
    const as = { tenant_id: tenant.id, actor: null, now: new Date() };
    const proofs = await opened.work(as, (ctx) => rotateSeals(opened, ctx, Proof));
    const pictures = await opened.work(as, (ctx) => rotateSeals(opened, ctx, ProofPicture));
    await opened.end();
    return proofs + pictures;
  };
  expect(await rotate(other, old)).toBe(5);
  expect((await call('GET', `/api/v1/logistics${path}`, { token: tenant.admin.token })).status).toBe(503);
  expect(await rotate(old, other)).toBe(5);
  expect(await done('GET', path)).toEqual(before);
});
