import fc from 'fast-check';
import type { Answer, Json } from '../../support/client.js';
import { UNKNOWN_ID, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import {
  codPayouts,
  logisticsShapes,
  newCodShipment,
  newCollection,
  newDriver,
  newProof,
  newShipment,
} from '../../support/logistics.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';
import { atOnce, malaysianDay } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const shipmentAt = (id: string): string => `/logistics/shipments/${id}`;
const codOf = async (id: string): Promise<boolean> => must(await on.get(shipmentAt(id), token), 200).cod;
const put = async (id: string, body: Json): Promise<Json> => must(await on.put(shipmentAt(id), body, token), 200);
const remit = (of: TestTenant, driver: string, body: Json, by = of.admin.token): Promise<Answer> =>
  on.post(`/logistics/drivers/${driver}/cod-remittances`, body, by);
const pay = (of: TestTenant, body: Json, by = of.admin.token): Promise<Answer> =>
  on.post('/logistics/cod-payouts', body, by);
const collections = async (of: TestTenant, query = ''): Promise<Json> =>
  must(await on.get(`/logistics/reports/cod-collections?group_by=driver${query}`, of.admin.token), 200);
const senderOf = async (of: TestTenant, name: string): Promise<Json> =>
  (await codPayouts(of)).rows.find(({ label }: Json) => label === name);

describe('A-381: whether a shipment is cash on delivery', () => {
  it.each(['Cod', 'C.O.D.', 'cash on delivery (RM)', 'Bayar semasa hantar', 'bayaran semasa terima', 'x/COD'])(
    'is told by a payment method that holds the words: %s',
    async (payment_method) => {
      const { id, cod } = await newShipment(tenant, { payment_method, payment_amount: 5 });
      expect(cod).toBe(true);
      // The database tells it by a separate expression: a proof without the money is refused.
      expectInvalid(
        on,
        await on.post(`${shipmentAt(id)}/proof-of-delivery`, { received_by: 'Tan' }, token),
        'collected_amount',
      );
      expectConflict(on, await on.post(`${shipmentAt(id)}/invoice`, {}, token), 'charges');
    },
  );

  it.each([null, 'cash', 'codex', 'c o d', 'bayar dahulu'])('and by no other: %s', async (payment_method) => {
    const { id, cod } = await newShipment(tenant, { payment_method, payment_amount: 5 });
    expect(cod).toBe(false);
    must(await on.post(`${shipmentAt(id)}/proof-of-delivery`, { received_by: 'Tan' }, token), 201);
  });

  it('is stated, and then the words tell nothing', async () => {
    const yes = await newShipment(tenant, { payment_method: 'tunai', payment_amount: 5, cod: true });
    const no = await newShipment(tenant, { payment_method: 'cod', payment_amount: 5, cod: false });
    expect([yes.cod, no.cod]).toEqual([true, false]);
    expect((await newProof(tenant, yes.id, { collected_amount: 5 })).expected_amount).toBe(5);
    expect((await newProof(tenant, no.id)).expected_amount).toBeNull();
    must(await on.post(`${shipmentAt(no.id)}/invoice`, {}, token), 200);
    expectConflict(on, await on.post(`${shipmentAt(yes.id)}/invoice`, {}, token), 'charges');
    const own = await newTenant();
    await newShipment(own, { payment_method: 'tunai', payment_amount: 7, cod: true });
    const { totals } = must(await on.get('/logistics/reports/shipments', own.admin.token), 200);
    expect(totals).toMatchObject({ cod_amount: 7, payment_amount: 0 });
  });

  it('follows the payment method where it was never stated, also after the body of a GET was sent back', async () => {
    const { id, ...body } = await newShipment(tenant, { payment_method: 'cod', payment_amount: 5 });
    await put(id, body);
    expect(await codOf(id)).toBe(true);
    await put(id, { payment_method: 'card' });
    expect(await codOf(id)).toBe(false);
    await put(id, { cod: true });
    expect(await codOf(id)).toBe(true);
    await put(id, { payment_method: 'card 2' });
    expect(await codOf(id)).toBe(true);
    await put(id, { cod: null });
    expect(await codOf(id)).toBe(false);
    for (const cod of ['true', 1, []]) expectInvalid(on, await on.put(shipmentAt(id), { cod }, token), 'cod');
  });
});

describe('A-381: what is collected', () => {
  it('may be rounded to 5 sen without a reason, which is no difference to explain', async () => {
    const own = await newTenant();
    for (const [expected, collected_amount] of [
      [59.92, 59.9],
      [59.93, 59.95],
    ] as const)
      await newProof(own, (await newCodShipment(own, expected)).id, { collected_amount });
    expect((await collections(own)).totals).toMatchObject({
      parcels: 2,
      expected_amount: 119.85,
      collected_amount: 119.85,
      difference: 0,
      differences: 0,
    });
    const { id } = await newCodShipment(own, 59.92);
    const wrong = { received_by: 'Tan', collected_amount: 59.95 };
    expectInvalid(on, await on.post(`${shipmentAt(id)}/proof-of-delivery`, wrong, own.admin.token), 'collected_amount');
  });

  it('is unrecorded of parcels that were delivered without an amount, for who had them, on the day of delivery', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    const deliver = async (id: string, body: Json = {}): Promise<unknown> =>
      on.post(`${shipmentAt(id)}/update-status`, { status: 'delivered', ...body }, own.admin.token);
    const location = { timestamp: '2026-03-10T23:30:00+08:00' };
    await deliver((await newCodShipment(own, 5)).id, { driver_id, location });
    await deliver((await newCodShipment(own, 5)).id, { driver_id });
    await deliver((await newCodShipment(own, 5)).id);
    await deliver((await newShipment(own, { payment_amount: 5 })).id, { driver_id });
    // Recorded while nothing was to be collected.
    const late = await newShipment(own, { payment_method: 'card', payment_amount: 5 });
    await newProof(own, late.id);
    must(await on.put(shipmentAt(late.id), { payment_method: 'cod' }, own.admin.token), 200);
    await newCollection(own, 5, { driver_id });
    const rows = (report: Json) =>
      report.rows.map(({ group, parcels, unrecorded }: Json) => [group, parcels, unrecorded]);
    expect(rows(await collections(own))).toEqual([
      [driver_id, 1, 2],
      ['unassigned', 0, 2],
    ]);
    expect(rows(await collections(own, '&date_to=2026-03-10&date_from=2026-03-10'))).toEqual([[driver_id, 0, 1]]);
    expect(rows(await collections(own, '&date_to=2026-03-09'))).toEqual([]);
  });
});

describe('A-381: POST drivers/{driver_id}/cod-remittances/', () => {
  it('takes cash that is handed in off what the driver holds', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    await newCollection(own, 59.9, { driver_id });
    const made = must(await remit(own, driver_id, { amount: 50, note: 'Petang 4111 1111 1111 1111' }), 201);
    expectKeys(made, [...logisticsShapes.codRemittance, 'held_amount']);
    expect(made).toMatchObject({
      ...{ driver_id, amount: 50, date: malaysianDay(), note: 'Petang •••• 1111', recorded_by: own.admin.id },
      ...{ voided_at: null, void_reason: null, held_amount: 9.9 },
    });
    expect((await collections(own)).rows).toMatchObject([
      { group: driver_id, collected_amount: 59.9, remitted_amount: 50, held_amount: 9.9 },
    ]);
    // The till shows what is in it, also where more was handed in than is recorded.
    expect(must(await remit(own, driver_id, { amount: 10, date: '2026-03-10' }), 201)).toMatchObject({
      held_amount: -0.1,
      date: '2026-03-10',
    });
    const rows = on.rows(
      await on.get(`/logistics/drivers/${driver_id}/cod-remittances`, own.admin.token),
      'cod_remittances',
    );
    expect(rows.map(({ amount }: Json) => amount)).toEqual([10, 50]);
    expectKeys(rows[0], logisticsShapes.codRemittance);
    expect((await collections(own, '&date_to=2026-03-10')).rows).toMatchObject([{ parcels: 0, remitted_amount: 10 }]);
  });

  it('is made void once, for a reason, by administrators and managers', async () => {
    const own = await newTenant();
    const people = await everyRole(own);
    const { id: driver_id } = await newDriver(own);
    const { id } = must(await remit(own, driver_id, { amount: 50 }, people.STAFF.token), 201);
    const voidIt = (by: string, body: Json = { reason: 'Dua kali' }) =>
      on.post(`/logistics/drivers/${driver_id}/cod-remittances/${id}/void`, body, by);
    expectRefusal(on, await voidIt(people.STAFF.token), 403);
    expectInvalid(on, await voidIt(own.admin.token, {}), 'reason');
    const other = await newDriver(own);
    const elsewhere = `/logistics/drivers/${other.id}/cod-remittances/${id}/void`;
    expectRefusal(on, await on.post(elsewhere, { reason: 'x' }, own.admin.token), 404);
    expect(must(await voidIt(people.MANAGER.token), 200)).toMatchObject({ void_reason: 'Dua kali', held_amount: 0 });
    expectConflict(on, await voidIt(own.admin.token), 'voided_at');
    expect((await collections(own)).rows).toEqual([]);
  });

  it.each([
    [{}, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ amount: 5, date: '2026-02-30' }, 'date'],
    [{ amount: 5, note: 5 }, 'note'],
  ])('refuses %j, and records nothing', async (body, field) => {
    const { id } = await newDriver(tenant);
    expectInvalid(on, await remit(tenant, id, body), field);
    expect(on.rows(await on.get(`/logistics/drivers/${id}/cod-remittances`, token), 'cod_remittances')).toEqual([]);
  });

  it('is taken of a driver who was deleted, and made void: what was collected still has to be handed in', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    await newCollection(own, 59.9, { driver_id });
    must(await on.send('DELETE', `/logistics/drivers/${driver_id}`, { token: own.admin.token }), 200);
    const path = `/logistics/drivers/${driver_id}/cod-remittances`;
    const { id } = must(await remit(own, driver_id, { amount: 50 }), 201);
    expect((await collections(own)).rows).toMatchObject([{ group: driver_id, held_amount: 9.9 }]);
    expect(on.rows(await on.get(path, own.admin.token), 'cod_remittances')).toMatchObject([{ id, amount: 50 }]);
    expect(must(await on.post(`${path}/${id}/void`, { reason: 'x' }, own.admin.token), 200).held_amount).toBe(59.9);
    for (const unknown of [UNKNOWN_ID, 'x']) {
      expectRefusal(on, await remit(own, unknown, { amount: 5 }), 404);
      expectRefusal(on, await on.get(`/logistics/drivers/${unknown}/cod-remittances`, own.admin.token), 404);
    }
    expectRefusal(on, await remit(tenant, driver_id, { amount: 5 }, token), 404);
    expectRefusal(on, await on.get(path, token), 404);
  });

  it('is taken of a driver whose data were erased, and made void, with no word about the driver', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    await newCollection(own, 59.9, { driver_id });
    must(await on.send('POST', `/logistics/drivers/${driver_id}/erase`, { token: own.admin.token }), 200);
    expectConflict(on, await remit(own, driver_id, { amount: 59.9, note: 'Ahmad' }), 'note');
    const { id, held_amount } = must(await remit(own, driver_id, { amount: 59.9 }), 201);
    expect(held_amount).toBe(0);
    const path = `/logistics/drivers/${driver_id}/cod-remittances/${id}/void`;
    const voided = must(await on.post(path, { reason: 'Ahmad miscounted' }, own.admin.token), 200);
    expect([voided.held_amount, voided.remittance?.void_reason ?? null]).toEqual([59.9, null]);
    expect((await collections(own)).rows).toMatchObject([{ label: 'erased', held_amount: 59.9 }]);
    expect(
      JSON.stringify(
        await sql(workerState().ownerUrl as string, 'select * from logistics.cod_remittances where id = $1', [id]),
      ),
    ).not.toContain('Ahmad');
  });

  it('twenty at once: each answer tells what is held after it', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    await newCollection(own, 100, { driver_id });
    const answers = await atOnce(20, () => remit(own, driver_id, { amount: 5 }));
    const held = answers.map((answer) => must(answer, 201).held_amount).sort((a, b) => a - b);
    expect(held).toEqual(Array.from({ length: 20 }, (_, i) => i * 5));
  });
});

describe('A-381: money that changed hands', () => {
  it('is recorded on no day that has not come, and otherwise today', async () => {
    const own = await newTenant();
    const { id: driver_id } = await newDriver(own);
    const name = 'Kedai Esok';
    await newCollection(own, 20, { driver_id, sender: { company_name: name } });
    const { group: sender_id } = await senderOf(own, name);
    for (const date of [malaysianDay(1), '9999-12-31']) {
      expectInvalid(on, await remit(own, driver_id, { amount: 5, date }), 'date');
      expectInvalid(on, await pay(own, { sender_id, amount: 5, date }), 'date');
    }
    expect(await senderOf(own, name)).toMatchObject({ paid_amount: 0, owed_amount: 20 });
    for (const date of [malaysianDay(), null]) {
      expect(must(await remit(own, driver_id, { amount: 5, date }), 201).date).toBe(malaysianDay());
      expect(must(await pay(own, { sender_id, amount: 5, date }), 201).date).toBe(malaysianDay());
    }
  });
});

describe('A-381: what is owed to senders', () => {
  it('is by the name of a company in any case, by name and telephone of a person, and unknown without a name', async () => {
    const own = await newTenant();
    const person = { company_name: null, contact_person: 'Siti' };
    const collect = (amount: number, sender: Json) => newCollection(own, amount, { sender });
    await collect(10, { company_name: 'Kedai Aman', phone_number: '0123' });
    await collect(20, { company_name: ' kedai AMAN', contact_person: 'Ali' });
    await collect(30, { ...person, phone_number: '012-345 6789' });
    await collect(40, { ...person, phone_number: '+60123456789' });
    await collect(50, { ...person, phone_number: '019' });
    await collect(60, { company_name: ' ', contact_person: null });
    const { rows, totals } = await codPayouts(own);
    expectKeys(rows[0], [
      'group',
      'label',
      'parcels',
      'brought_forward',
      'collected_amount',
      'paid_amount',
      'owed_amount',
    ]);
    const shown = rows.map(({ label, parcels, owed_amount }: Json) => [label, parcels, owed_amount]);
    expect(shown.sort(([, , a]: number[], [, , b]: number[]) => (a as number) - (b as number))).toEqual([
      ['Kedai Aman', 2, 30],
      ['Siti', 1, 50],
      ['unknown', 1, 60],
      ['Siti', 2, 70],
    ]);
    expect(totals).toMatchObject({ parcels: 6, collected_amount: 210, owed_amount: 210 });
  });

  it('is paid out, in part or all of it, and never more', async () => {
    const own = await newTenant();
    await newCollection(own, 100, { sender: { company_name: 'Kedai' } });
    const { group: sender_id } = await senderOf(own, 'Kedai');
    const made = must(await pay(own, { sender_id, amount: 30.1, date: '2026-03-10', note: 'IBG 7' }), 201);
    expectKeys(made, [...logisticsShapes.codPayout, 'owed_amount']);
    expect(made).toMatchObject({
      ...{ sender_id, sender_name: 'Kedai', amount: 30.1, date: '2026-03-10', note: 'IBG 7', owed_amount: 69.9 },
      ...{ recorded_by: own.admin.id, voided_at: null },
    });
    expectInvalid(on, await pay(own, { sender_id, amount: 69.91 }), 'amount');
    expect(must(await pay(own, { sender_id }), 201)).toMatchObject({ amount: 69.9, owed_amount: 0 });
    expectConflict(on, await pay(own, { sender_id }), 'sender_id');
    for (const unknown of [UNKNOWN_ID, 'x', 5]) expectInvalid(on, await pay(own, { sender_id: unknown }), 'sender_id');
    expectInvalid(on, await pay(own, {}), 'sender_id');
    expect((await codPayouts(own)).rows).toMatchObject([{ collected_amount: 100, paid_amount: 100, owed_amount: 0 }]);
    const from = `?date_from=${malaysianDay()}`;
    expect((await codPayouts(own, from)).rows).toMatchObject([
      { parcels: 1, brought_forward: -30.1, collected_amount: 100, paid_amount: 69.9, owed_amount: 0 },
    ]);
    expect((await codPayouts(own, '?date_to=2026-03-10')).rows).toMatchObject([
      { parcels: 0, collected_amount: 0, paid_amount: 30.1, owed_amount: -30.1 },
    ]);
    const list = async (query: string) =>
      on
        .rows(await on.get(`/logistics/cod-payouts${query}`, own.admin.token), 'cod_payouts')
        .map(({ amount }) => amount);
    expect(await list('')).toEqual([69.9, 30.1]);
    expect(await list(`?sender_id=${sender_id}&date_to=2026-03-10`)).toEqual([30.1]);
    expect(await list(`?sender_id=${UNKNOWN_ID}`)).toEqual([]);
    const voided = must(
      await on.post(`/logistics/cod-payouts/${made.id}/void`, { reason: 'Salah' }, own.admin.token),
      200,
    );
    expect(voided).toMatchObject({ void_reason: 'Salah', owed_amount: 30.1, sender_name: 'Kedai' });
    expectConflict(
      on,
      await on.post(`/logistics/cod-payouts/${made.id}/void`, { reason: 'x' }, own.admin.token),
      'voided_at',
    );
  });

  it('twenty payouts of all that is owed at once: one is recorded', async () => {
    const own = await newTenant();
    await newCollection(own, 100, { sender: { company_name: 'Kedai' } });
    const { group: sender_id } = await senderOf(own, 'Kedai');
    const answers = await atOnce(20, () => pay(own, { sender_id }));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect((await senderOf(own, 'Kedai')).owed_amount).toBe(0);
  });

  it('twenty first parcels of a sender at once: one sender', async () => {
    const own = await newTenant();
    await atOnce(20, () => newCollection(own, 5, { sender: { company_name: 'Kedai' } }));
    expect((await codPayouts(own)).rows).toMatchObject([{ label: 'Kedai', parcels: 20, owed_amount: 100 }]);
  });

  it('keeps its account when names repeat beyond it, and tenants see none of each other', async () => {
    const other = await newTenant();
    await newCollection(other, 5, { sender: { company_name: 'Kedai' } });
    const { group: sender_id } = await senderOf(other, 'Kedai');
    expectInvalid(on, await pay(tenant, { sender_id }), 'sender_id');
    expect((await codPayouts(tenant, `?sender_id=${sender_id}`)).rows).toEqual([]);
  });
});

it('A-381: collected = handed in + held, and owed = collected − paid out, to the sen', async () => {
  const amount = fc.integer({ min: 1, max: 50_000 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('collect' as const), driver: fc.nat(1), sender: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('remit' as const), driver: fc.nat(1), sender: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('pay' as const), driver: fc.nat(1), sender: fc.nat(1), amount }),
    fc.record({ kind: fc.constant('void' as const), driver: fc.nat(1), sender: fc.nat(1), amount }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const own = await newTenant();
      const drivers = await Promise.all([newDriver(own), newDriver(own)]);
      const [held, owed] = [
        [0, 0],
        [0, 0],
      ] as [number[], number[]];
      const ids: Record<number, string> = {};
      const payouts: Json[] = [];
      for (const { kind, driver, sender, amount: sen } of steps) {
        const driver_id = drivers[driver]?.id as string;
        const [holds, owes] = [held[driver] ?? 0, owed[sender] ?? 0];
        if (kind === 'collect') {
          await newCollection(own, sen / 100, { driver_id, sender: { company_name: `Kedai ${sender}` } });
          ids[sender] ??= (await senderOf(own, `Kedai ${sender}`)).group;
          [held[driver], owed[sender]] = [holds + sen, owes + sen];
        } else if (kind === 'remit') {
          held[driver] = holds - sen;
          expect(must(await remit(own, driver_id, { amount: sen / 100 }), 201).held_amount).toBe((holds - sen) / 100);
        } else if (kind === 'pay' && ids[sender]) {
          const answer = await pay(own, { sender_id: ids[sender], amount: sen / 100 });
          expect(answer.status).toBe(owes <= 0 ? 409 : sen > owes ? 400 : 201);
          if (answer.status === 201) {
            owed[sender] = owes - sen;
            payouts.push({ ...must(answer, 201), sender });
          }
        } else if (kind === 'void' && payouts.length > 0) {
          const { id, sender: of, amount: paid } = payouts.pop();
          must(await on.post(`/logistics/cod-payouts/${id}/void`, { reason: 'x' }, own.admin.token), 200);
          owed[of] = (owed[of] ?? 0) + Math.round(paid * 100);
        }
      }
      const byDriver = await collections(own);
      for (const [i, { id }] of drivers.entries()) {
        const row = byDriver.rows.find(({ group }: Json) => group === id) ?? { held_amount: 0 };
        expect(row.held_amount).toBe((held[i] ?? 0) / 100);
      }
      const bySender = await codPayouts(own);
      for (const [i, id] of Object.entries(ids))
        expect(bySender.rows.find(({ group }: Json) => group === id).owed_amount).toBe((owed[Number(i)] ?? 0) / 100);
      const cents = (of: number): number => Math.round(of * 100);
      const { collected_amount, remitted_amount, held_amount } = byDriver.totals;
      expect(cents(collected_amount)).toBe(cents(remitted_amount) + cents(held_amount));
      const { paid_amount, owed_amount, collected_amount: forSenders } = bySender.totals;
      expect(cents(forSenders)).toBe(cents(paid_amount) + cents(owed_amount));
      expect(forSenders).toBe(collected_amount);
    }),
    { numRuns: Math.min(propertyRuns(), 12) },
  );
});

it('A-381, A-319: an export names what a driver handed in, and an erasure takes the notes, not the amounts', async () => {
  const own = await newTenant();
  const { id: driver_id } = await newDriver(own);
  const { id } = must(await remit(own, driver_id, { amount: 12.3, note: 'Rahsia' }), 201);
  const exported = must(await on.get(`/logistics/drivers/${driver_id}/export`, own.admin.token), 200);
  expect(exported.cod_remittances).toMatchObject([{ id, amount: 12.3, note: 'Rahsia' }]);
  const erased = must(await on.send('POST', `/logistics/drivers/${driver_id}/erase`, { token: own.admin.token }), 200);
  expect(erased.cod_remittances).toBe(1);
  const rows = await sql<Json>(
    workerState().ownerUrl as string,
    'select amount::float8 as amount, note from logistics.cod_remittances where id = $1',
    [id],
  );
  expect(rows).toEqual([{ amount: 12.3, note: null }]);
  expect((await collections(own)).rows).toMatchObject([{ label: 'erased', remitted_amount: 12.3, held_amount: -12.3 }]);
});
