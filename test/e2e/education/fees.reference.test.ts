import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, not, UUID } from '../../support/core-shapes.js';
import { educationShapes as shapes, newFee, newFeePayment, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import type { Json } from '../../support/client.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const PATH = '/education/fees';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown) => on.post(PATH, body, token);
const found = async (query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, token), 200).map((row: Json) => row.id);

describe('POST /api/v1/education/fees/', () => {
  it('A-230: answers 201 with what was sent', async () => {
    const sent = {
      grade_level: 'Form 4',
      fee_type: 'tuition',
      amount: 180.5,
      currency: 'SGD',
      payment_frequency: 'monthly',
      academic_year: 2026,
      description: 'Yuran bulanan',
      is_mandatory: true,
      scholarship_applicable: true,
    };
    const fee = must(await create(sent), 201);
    expectKeys(fee, shapes.fee);
    expect(fee).toEqual({
      ...sent,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      created_at: expect.stringMatching(INSTANT),
      updated_at: fee.created_at,
    });
  });

  it('A-230: needs only type and amount; currency is MYR and both flags are false', async () => {
    const fee = must(await create({ fee_type: 'tuition', amount: 0 }), 201);
    expect(fee).toMatchObject({ currency: 'MYR', is_mandatory: false, scholarship_applicable: false, amount: 0 });
    for (const name of ['grade_level', 'payment_frequency', 'academic_year', 'description'])
      expect([name, fee[name]]).toEqual([name, null]);
  });

  it('A-230: equal fees may be entered twice', async () => {
    const body = { fee_type: 'registration', amount: 50 };
    const [one, other] = [must(await create(body), 201), must(await create(body), 201)];
    expect(one.id).not.toBe(other.id);
  });

  it.each([2026, '2026', '2025/2026'])('A-209: academic_year %j is echoed', async (academic_year) =>
    expect((await newFee(tenant, { academic_year })).academic_year).toBe(academic_year),
  );

  it.each(['180', -1, 1e15, true, null])('A-126, A-230: an amount of %j is refused', async (amount) =>
    expectInvalid(on, await create({ fee_type: 'tuition', amount }), 'amount'),
  );

  it('§14: refuses an empty body, and a fee without type or amount', async () => {
    expectInvalid(on, await create({}), 'fee_type');
    expectInvalid(on, await create({ fee_type: 'tuition' }), 'amount');
    expectInvalid(on, await create({ fee_type: ' ', amount: 1 }), 'fee_type');
  });

  it.each(['RINGGIT', '12', ''])('A-78: the currency %j is refused', async (currency) =>
    expectInvalid(on, await create({ fee_type: 'tuition', amount: 1, currency }), 'currency'),
  );

  it.each(['grade_level', 'fee_type', 'payment_frequency', 'description'])('%s is a text', async (name) => {
    for (const value of not.text)
      expectInvalid(on, await create({ fee_type: 'tuition', amount: 1, [name]: value }), name);
  });

  it.each(['is_mandatory', 'scholarship_applicable'])('%s is a flag', async (name) =>
    expectInvalid(on, await create({ fee_type: 'tuition', amount: 1, [name]: 'yes' }), name),
  );
});

describe('additions: fees', () => {
  it('are listed newest first, and found trimmed and in any case (A-208)', async () => {
    const own = { grade_level: 'Tahun 3', fee_type: 'Buku', academic_year: 2031 };
    const [first, second] = [
      await newFee(tenant, own),
      await newFee(tenant, { ...own, fee_type: 'peperiksaan', academic_year: '2031' }),
    ];
    expect(await found('grade_level=%20tahun%203')).toEqual([second.id, first.id]);
    expect(await found('grade_level=tahun')).toEqual([]);
    expect(await found('fee_type=BUKU')).toEqual([first.id]);
    expect(await found('academic_year=2031')).toEqual([second.id, first.id]);
  });

  it.each([2027, '2026/2027', null])('A-209: an academic year that is a text can become %j', async (academic_year) => {
    const { id } = await newFee(tenant, { academic_year: '2025/2026' });
    expect(must(await on.put(`${PATH}/${id}`, { academic_year }, token), 200).academic_year).toBe(academic_year);
  });

  it('A-18, A-230: are changed in part; payments that were made keep what they were', async () => {
    const fee = await newFee(tenant, { currency: 'SGD', description: 'a' });
    const payment = await newFeePayment(tenant, { student_id: (await newStudent(tenant)).id, fee_id: fee.id });
    const changed = must(
      await on.put(`${PATH}/${fee.id}`, { amount: 200, currency: 'myr', description: null }, token),
      200,
    );
    expect(changed).toEqual({
      ...fee,
      amount: 200,
      currency: 'MYR',
      description: null,
      updated_at: changed.updated_at,
    });
    expect(must(await on.get(`${PATH}/${fee.id}`, token), 200)).toEqual(changed);
    expect(must(await on.put(`${PATH}/${fee.id}`, {}, token), 200)).toEqual(changed);
    expect(must(await on.get(`/education/payments/${payment.id}`, token), 200)).toEqual(payment);
    for (const body of [{ fee_type: null }, { amount: null }])
      expect((await on.put(`${PATH}/${fee.id}`, body, token)).status).toBe(400);
  });

  it('A-03, A-240: are deleted, and named by nothing new', async () => {
    const fee = await newFee(tenant);
    const student_id = (await newStudent(tenant)).id;
    const payment = await newFeePayment(tenant, { student_id, fee_id: fee.id });
    expect((await on.send('DELETE', `${PATH}/${fee.id}`, { token })).status).toBe(200);
    expectRefusal(on, await on.get(`${PATH}/${fee.id}`, token), 404);
    expect(await found('fee_type=tuition')).not.toContain(fee.id);
    expectInvalid(on, await on.post('/education/payments', { student_id, fee_id: fee.id, amount: 1 }, token), 'fee_id');
    const invoices = { fee_id: fee.id, period: 'x', due_date: '2026-03-31', student_ids: [student_id] };
    expectInvalid(on, await on.post('/education/invoices', invoices, token), 'fee_id');
    expect(must(await on.get(`/education/payments/${payment.id}`, token), 200)).toEqual(payment);
  });

  it('A-15, A-16: that are not there are not found, with any body', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
      expectRefusal(on, await on.put(`${PATH}/${id}`, { amount: 'x' }, token), 404);
    }
  });
});
