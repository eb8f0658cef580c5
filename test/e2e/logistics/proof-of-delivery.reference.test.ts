import { SHIPMENT_EVENTS, awaitEvents } from '../../support/awaited-events.js';
import { call, type Answer, type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { must, trailOf } from '../../support/healthcare.js';
import {
  configureLogistics,
  logisticsShapes,
  newCodShipment,
  newDriver,
  newProof,
  newSchedule,
  newShipment,
} from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { base64, jpeg, png } from '../../support/pictures.js';
import { atOnce } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

const PLACE = {
  latitude: 5.4141,
  longitude: 100.3288,
  address: 'Lebuh Pantai',
  timestamp: '2026-03-10T16:30:00+08:00',
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  await awaitEvents(tenant.id, SHIPMENT_EVENTS);
  ({ token } = tenant.admin);
});

const at = (id: string): string => `/logistics/shipments/${id}/proof-of-delivery`;
const prove = (id: string, body: Json, by = token): Promise<Answer> =>
  on.post(at(id), { received_by: 'Tan', ...body }, by);
const proofOf = async (id: string): Promise<Json> => must(await on.get(at(id), token), 200);
const read = async (id: string): Promise<Json> => must(await on.get(`/logistics/shipments/${id}`, token), 200);
const report = async (id: string, body: Json): Promise<Json> =>
  must(await on.post(`/logistics/shipments/${id}/update-status`, body, token), 200);
const historyOf = async (id: string): Promise<Json[]> =>
  on.rows(await on.get(`/logistics/shipments/${id}/events`, token), 'events');
const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await sql<{ name: string }>(
    workerState().ownerUrl as string,
    `select name from kernel.outbox where payload ->> 'shipment_id' = $1 order by name`,
    [id],
  );
  return rows.map(({ name }) => name);
};
const expectUntouched = async (id: string, status = 'in_transit'): Promise<void> => {
  expect(await read(id)).toMatchObject({ status, actual_delivery_time: null });
  expectRefusal(on, await on.get(at(id), token), 404);
};
const onItsWay = async (payment_amount: number | null): Promise<string> => {
  const { id } = await newCodShipment(tenant, payment_amount);
  await report(id, { status: 'in_transit' });
  return id;
};

describe('A-319: POST /api/v1/logistics/shipments/{shipment_id}/proof-of-delivery/', () => {
  it('makes the shipment delivered in the path of every report, and names who had it', async () => {
    const [{ id }, driver] = [await newShipment(tenant), await newDriver(tenant)];
    await report(id, { status: 'in_transit', driver_id: driver.id });
    const said = { received_by: 'Tan Mei Ling', location: PLACE, notes: 'Kad 4111 1111 1111 1111' };
    const proof = must(await prove(id, said), 201);
    expectKeys(proof, logisticsShapes.proof);
    const timestamp = '2026-03-10T08:30:00.000Z';
    expect(proof).toMatchObject({
      shipment_id: id,
      received_by: 'Tan Mei Ling',
      signature: null,
      pictures: [],
      location: { ...PLACE, timestamp },
      notes: 'Kad •••• 1111',
      expected_amount: null,
      collected_amount: null,
      difference_reason: null,
      driver_id: driver.id,
      driver_name: 'Ahmad Faizal',
      recorded_by: tenant.admin.id,
    });
    expect([proof.id, proof.created_at]).toEqual([expect.stringMatching(UUID), expect.stringMatching(INSTANT)]);
    expect(await read(id)).toMatchObject({
      status: 'delivered',
      actual_delivery_time: timestamp,
      driver_id: driver.id,
    });
    const history = await historyOf(id);
    expect(history).toHaveLength(3);
    expect(history[0]).toMatchObject({ status: 'delivered', timestamp, notes: null, driver_id: driver.id });
    expect(history[0]?.location).toMatchObject({ address: 'Lebuh Pantai', latitude: 5.4141 });
    const changed = 'logistics.shipment_status_changed';
    expect(await eventsOf(id)).toEqual([
      'logistics.shipment_created',
      'logistics.shipment_delivered',
      changed,
      changed,
    ]);
    expect(await proofOf(id)).toEqual(proof);
  });

  it.each(['pending', 'cancelled', 'returned'])('delivers a shipment that is %s', async (status) => {
    const { id } = await newShipment(tenant);
    await report(id, { status });
    must(await prove(id, {}), 201);
    expect(await read(id)).toMatchObject({ status: 'delivered', actual_delivery_time: expect.any(String) });
  });

  it('leaves a shipment delivered since then that is delivered already, and tells no person again', async () => {
    const { id } = await newShipment(tenant);
    const { actual_delivery_time } = await report(id, { status: 'delivered' });
    const told = await eventsOf(id);
    must(await prove(id, { location: PLACE }), 201);
    expect(await read(id)).toMatchObject({ status: 'delivered', actual_delivery_time });
    expect(await historyOf(id)).toHaveLength(3);
    expect(await eventsOf(id)).toEqual(told);
  });

  it('lets the schedule follow where that is asked for (A-305)', async () => {
    const own = await newTenant();
    await configureLogistics(own, { schedules_follow_shipments: true });
    const { id, shipment_id } = await newSchedule(own);
    await newProof(own, shipment_id);
    expect(must(await on.get(`/logistics/schedules/${id}`, own.admin.token), 200)).toMatchObject({
      status: 'completed',
    });
  });

  it('is one of each shipment: a second is 409, also once the shipment was returned', async () => {
    const { id } = await newShipment(tenant);
    const proof = must(await prove(id, {}), 201);
    expectConflict(on, await prove(id, { received_by: 'Lim' }), 'shipment_id');
    await report(id, { status: 'returned' });
    expectConflict(on, await prove(id, {}), 'shipment_id');
    expect(await proofOf(id)).toEqual(proof);
    expect(await read(id)).toMatchObject({ status: 'returned' });
  });

  it('of ten at once one is recorded, with one entry of the history', async () => {
    const { id } = await newCodShipment(tenant, 59.9);
    const answers = await atOnce(10, (i) =>
      prove(id, { received_by: `Tan ${i}`, collected_amount: 59.9, pictures: [base64(jpeg())] }),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await historyOf(id)).toHaveLength(2);
    const { received_by } = await proofOf(id);
    expect(answers.find(({ status }) => status === 201)?.body.data).toMatchObject({ received_by });
  });

  it('answers the same again for the same Idempotency-Key, also at once, and 409 for another body', async () => {
    const { id } = await newShipment(tenant);
    const headers = { 'idempotency-key': `proof-${id}` };
    const body = { received_by: 'Tan', signature: base64(png()) };
    const send = (sent: Json) => call('POST', on.url(at(id)), { token, body: sent, headers });
    const answers = [...(await atOnce(5, () => send(body))), await send(body)];
    for (const answer of answers) expect(must(answer, 201)).toEqual(answers[0]?.body.data);
    expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
    expectRefusal(on, await send({ ...body, received_by: 'Lim' }), 409);
    expect(await historyOf(id)).toHaveLength(2);
  });

  it('may be recorded by staff, not by read-only users, and read by all of the tenant and no other user', async () => {
    const [people, { id }, other] = [await everyRole(tenant), await newShipment(tenant), await newTenant()];
    expectRefusal(on, await prove(id, {}, people.VIEWER.token), 403);
    expectRefusal(on, await prove(id, {}, other.admin.token), 404);
    expectRefusal(on, await on.get(at(id), token), 404);
    must(await prove(id, {}, people.STAFF.token), 201);
    const shown = await on.get(at(id), people.VIEWER.token);
    expect(must(shown, 200)).toMatchObject({ recorded_by: people.STAFF.id });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expectRefusal(on, await on.get(at(id), other.admin.token), 404);
    for (const unknown of [UNKNOWN_ID, 'x']) {
      expectRefusal(on, await prove(unknown, {}), 404);
      expectRefusal(on, await on.get(at(unknown), token), 404);
    }
  });
});

describe('A-319: what is collected on delivery', () => {
  it('cod 59.90, collected 50 without a reason: 400, and still on its way', async () => {
    const id = await onItsWay(59.9);
    expectInvalid(on, await prove(id, { collected_amount: 50 }), 'collected_amount');
    expectInvalid(on, await prove(id, { collected_amount: 50, difference_reason: ' ' }), 'collected_amount');
    expectInvalid(on, await prove(id, {}), 'collected_amount');
    expectInvalid(on, await prove(id, { difference_reason: 'Lupa' }), 'collected_amount');
    await expectUntouched(id);
    const difference_reason = 'Kad 4111 1111 1111 1111';
    const proof = must(await prove(id, { collected_amount: 50, difference_reason }), 201);
    expect(proof).toMatchObject({ expected_amount: 59.9, collected_amount: 50, difference_reason: 'Kad •••• 1111' });
  });

  it('is what was owed at that moment, after any later change (A-289)', async () => {
    const id = await onItsWay(59.9);
    must(await prove(id, { collected_amount: 59.9 }), 201);
    must(await on.put(`/logistics/shipments/${id}`, { payment_amount: 10, payment_method: 'cash' }, token), 200);
    expect(await proofOf(id)).toMatchObject({ expected_amount: 59.9, collected_amount: 59.9 });
  });

  it('is 0 where no amount was stated', async () => {
    const [stated, silent] = [await onItsWay(null), await onItsWay(null)];
    expectInvalid(on, await prove(stated, { collected_amount: 20 }), 'collected_amount');
    must(await prove(stated, { collected_amount: 20, difference_reason: 'Jumlah di bungkusan' }), 201);
    expect(await proofOf(stated)).toMatchObject({ expected_amount: 0, collected_amount: 20 });
    expect(must(await prove(silent, {}), 201)).toMatchObject({ expected_amount: 0, collected_amount: 0 });
  });

  it.each(['COD', ' cash on delivery ', 'Cash-On-Delivery', 'CASH_ON  DELIVERY'])(
    'is asked for with "%s" (A-290)',
    async (payment_method) => {
      const { id } = await newShipment(tenant, { payment_method, payment_amount: 1 });
      expectInvalid(on, await prove(id, {}), 'collected_amount');
      must(await prove(id, { collected_amount: 1 }), 201);
    },
  );

  it('is nothing where the shipment is not paid on delivery', async () => {
    for (const payment_method of [null, 'cash', 'codex']) {
      const { id } = await newShipment(tenant, { payment_method, payment_amount: 59.9 });
      expectInvalid(on, await prove(id, { collected_amount: 59.9, difference_reason: 'x' }), 'collected_amount');
      expect(must(await prove(id, { collected_amount: 0 }), 201)).toMatchObject({ collected_amount: null });
    }
  });
});

describe('A-319: signature and pictures', () => {
  const TEXT = 'Rumah Tan 8 Lebuh Pantai';

  it('are answered as they were sent, without their metadata', async () => {
    const { id } = await newShipment(tenant);
    const sent = { signature: base64(png({ text: TEXT })), pictures: [jpeg(TEXT), png(), jpeg()].map(base64) };
    const recorded = must(await prove(id, sent), 201);
    const types = [jpeg(), png(), jpeg()].map((file, i) => ({
      media_type: i === 1 ? 'image/png' : 'image/jpeg',
      bytes: file.length,
    }));
    expect(recorded).toMatchObject({ signature: { media_type: 'image/png', bytes: png().length }, pictures: types });
    expect(Object.keys(recorded.signature)).toEqual(['media_type', 'bytes']);
    const { signature, pictures } = await proofOf(id);
    expect(signature).toEqual({ media_type: 'image/png', bytes: png().length, content: base64(png()) });
    expect(pictures.map(({ content }: Json) => content)).toEqual([jpeg(), png(), jpeg()].map(base64));
    for (const { content } of [signature, ...pictures]) {
      const file = Buffer.from(content, 'base64').toString('latin1');
      expect([file.includes(TEXT), file.includes('Exif'), file.includes('tEXt')]).toEqual([false, false, false]);
    }
  });

  it('may be data URLs, as front ends draw them', async () => {
    const { id } = await newShipment(tenant);
    const drawn = (file: Buffer): string => `data:image/png;base64,${base64(file)}`;
    must(await prove(id, { signature: drawn(png()), pictures: [drawn(png())] }), 201);
    const { signature, pictures } = await proofOf(id);
    for (const { content } of [signature, ...pictures]) expect(content).toBe(base64(png()));
  });

  it('are up to 200 KB each, and the signature up to 50 KB: the largest of all together', async () => {
    const { id } = await newShipment(tenant);
    const largest = {
      signature: png({ bytes: 51_200 }),
      pictures: Array.from({ length: 3 }, () => png({ bytes: 204_800 })),
    };
    must(await prove(id, { signature: base64(largest.signature), pictures: largest.pictures.map(base64) }), 201);
    const { signature, pictures } = await proofOf(id);
    expect(signature.content === base64(largest.signature)).toBe(true);
    expect(pictures.map(({ content }: Json, i: number) => content === base64(largest.pictures[i] as Buffer))).toEqual([
      true,
      true,
      true,
    ]);
  });

  const right = base64(jpeg());
  it.each<[string, Json, string]>([
    ['a text', { pictures: [right, base64(Buffer.from('hello'))] }, 'pictures.1'],
    ['no base64', { pictures: [right, right, 'base64!'] }, 'pictures.2'],
    ['base64 without its padding', { pictures: [base64(png()).replace(/=+$/, '').slice(0, -1)] }, 'pictures.0'],
    ['a data URL of no PNG or JPEG', { signature: `data:image/gif;base64,${base64(png())}` }, 'signature'],
    ['nothing', { pictures: [''] }, 'pictures.0'],
    ['a number', { pictures: [5] }, 'pictures'],
    ['a text alone', { pictures: right }, 'pictures'],
    ['an object', { signature: {} }, 'signature'],
    ['a JPEG that is cut', { signature: base64(jpeg().subarray(0, -2)) }, 'signature'],
    ['a PNG that is cut', { pictures: [base64(png().subarray(0, -4))] }, 'pictures.0'],
    [
      'the beginning of a JPEG, and a program',
      { pictures: [base64(Buffer.from('\xff\xd8\xff#!/bin/sh', 'latin1'))] },
      'pictures.0',
    ],
    ['a GIF', { pictures: [base64(Buffer.from('GIF89a'))] }, 'pictures.0'],
    ['an SVG', { signature: base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) }, 'signature'],
    ['too large a picture', { pictures: [right, base64(png({ bytes: 204_801 }))] }, 'pictures.1'],
    ['too large a signature', { signature: base64(png({ bytes: 51_201 })) }, 'signature'],
    ['four pictures', { pictures: [right, right, right, right] }, 'pictures'],
  ])('are refused by name, and nothing is recorded: %s', async (_, wrong, field) => {
    const id = await onItsWay(59.9);
    expectInvalid(on, await prove(id, { collected_amount: 59.9, ...wrong }), field);
    await expectUntouched(id);
  });

  it('are refused with 413 where all together is more than a body may be (A-29)', async () => {
    const id = await onItsWay(59.9);
    const pictures = Array.from({ length: 3 }, () => base64(Buffer.alloc(300_000)));
    expectRefusal(on, await prove(id, { collected_amount: 59.9, pictures }), 413);
    await expectUntouched(id);
  });
});

describe('A-321: what else is said at the door', () => {
  it.each<[Json, string]>([
    [{ received_by: undefined }, 'received_by'],
    [{ received_by: null }, 'received_by'],
    [{ received_by: ' ' }, 'received_by'],
    [{ received_by: 5 }, 'received_by'],
    [{ received_by: 'x'.repeat(201) }, 'received_by'],
    [{ location: 'Klang' }, 'location'],
    [{ location: { latitude: 91, longitude: 0 } }, 'location.latitude'],
    [{ location: { latitude: 3 } }, 'location.longitude'],
    [{ location: { timestamp: '2026-02-30T00:00:00Z' } }, 'location.timestamp'],
    [{ collected_amount: '59.90' }, 'collected_amount'],
    [{ collected_amount: -1 }, 'collected_amount'],
    [{ collected_amount: 1e15 }, 'collected_amount'],
    [{ difference_reason: 5 }, 'difference_reason'],
    [{ difference_reason: 'x'.repeat(501) }, 'difference_reason'],
    [{ notes: ['x'] }, 'notes'],
  ])('%j is refused, and nothing is recorded', async (wrong, field) => {
    const id = await onItsWay(59.9);
    expectInvalid(on, await prove(id, { collected_amount: 59.9, ...wrong }), field);
    await expectUntouched(id);
  });

  it('names what is missing where nothing is sent', async () => {
    const id = await onItsWay(59.9);
    expectInvalid(on, await on.send('POST', at(id), { token }), 'received_by');
    await expectUntouched(id);
  });

  it('is named on the audit trail, and nothing of it is told there', async () => {
    const { id } = await newCodShipment(tenant, 59.9);
    const said = {
      received_by: 'Rahsia',
      notes: 'Rahsia',
      location: { address: 'Rahsia' },
      difference_reason: 'Rahsia',
    };
    const proof = must(await prove(id, { ...said, collected_amount: 50, signature: base64(png()) }), 201);
    const trail = await trailOf(tenant, proof.id);
    expect(trail).toHaveLength(1);
    expect(trail[0]).toMatchObject({ action: 'create', record_type: 'proof' });
    const withheld = { withheld: true };
    expect(trail[0]?.changes).toMatchObject({
      received_by: withheld,
      notes: withheld,
      location: withheld,
      difference_reason: withheld,
      collected_amount: { after: 50 },
    });
    expect(JSON.stringify(trail)).not.toContain('Rahsia');
  });

  it('is in no way of a driver who is erased meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const driver = await newDriver(tenant, { first_name: 'Rahsia' });
      const ids = await atOnce(4, async () => {
        const { id } = await newShipment(tenant);
        await report(id, { status: 'in_transit', driver_id: driver.id });
        return id;
      });
      const [erased, ...proven] = await Promise.all([
        on.send('POST', `/logistics/drivers/${driver.id}/erase`, { token }),
        ...ids.map((id) => prove(id, {})),
      ]);
      expect(erased.status).toBe(200);
      for (const { status } of proven) expect(status).toBe(201);
      for (const id of ids) expect(await proofOf(id)).toMatchObject({ driver_id: driver.id, driver_name: null });
    }
  });
});
