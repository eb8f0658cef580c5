import { AddressGuard } from '@usaha/core';
import { FAKE_BRAND_ID, FAKE_SECRET_KEY, startFakeChip, type FakeChip } from '../../../../../tools/fake-chip.js';
import { selfSigned } from '../../../../../test/support/self-signed.js';
import { ChipClient, ChipRefusal, type ChipAccount, type NewPurchase } from './chip-client.js';
import { meaningOf, meansOf } from './chip-purchase.js';
import { ChipSilent } from './chip-request.js';
import { ChipSignatures } from './chip-signatures.js';

const guard = new AddressGuard(['127.0.0.0/8']);
const never = new AbortController().signal;
const REFERENCE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

let chip: FakeChip;
let client: ChipClient;
let account: ChipAccount;
beforeEach(async () => {
  chip = await startFakeChip();
  client = new ChipClient(guard);
  account = { brand_id: FAKE_BRAND_ID, secret_key: FAKE_SECRET_KEY, api_url: chip.api_url };
});
afterEach(() => chip.stop());

const asked = (more: Partial<NewPurchase> = {}): NewPurchase => ({
  reference: REFERENCE,
  email: 'siti@example.com',
  description: 'Invoice INV-2026-000042',
  amount: 80.5,
  due: new Date(Date.now() + 1_800_000),
  callback_url: null,
  return_url: null,
  ...more,
});
const create = (more: Partial<NewPurchase> = {}) => client.create(account, asked(more), never);

describe('a purchase (A-467)', () => {
  it('is made in sen with a strict due date, and read, paid and cancelled', async () => {
    const due = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 1_800_000);
    const made = await create({ due, callback_url: 'http://127.0.0.1:1/', return_url: 'https://usaha.example/pay/x' });
    expect(made).toEqual({
      id: expect.any(String),
      status: 'created',
      meaning: 'waiting',
      reference: REFERENCE,
      checkout_url: `${chip.base}/p/${made.id}/`,
      is_test: true,
      total: 80.5,
      currency: 'MYR',
      due,
      paid: null,
      refund_availability: 'none',
      refundable_amount: 0,
      kept_card: null,
    });
    expect(chip.book.purchases.get(made.id)).toMatchObject({
      purchase: {
        currency: 'MYR',
        due_strict: true,
        timezone: 'Asia/Kuala_Lumpur',
        products: [{ name: 'Invoice INV-2026-000042', price: 8_050 }],
      },
      client: { email: 'siti@example.com' },
      success_redirect: 'https://usaha.example/pay/x',
      failure_redirect: 'https://usaha.example/pay/x',
    });
    await chip.payerDoes(made.id, { method: 'duitnow_qr', callback: false });
    expect(await client.find(account, made.id, never)).toMatchObject({
      meaning: 'succeeded',
      paid: { means: 'duitnow_qr', amount: 80.5, currency: 'MYR', fee: 1, at: expect.any(Date) },
      refund_availability: 'all',
      refundable_amount: 80.5,
    });
    await expect(client.cancel(account, made.id, never)).rejects.toMatchObject({ code: 'purchase_cancel_error' });
    const other = await create();
    expect((await client.cancel(account, other.id, never)).meaning).toBe('abandoned');
    expect(await client.find(account, 'unknown', never)).toBeNull();
  });

  it('ends by its due date', async () => {
    const { id } = await create({ due: new Date(Date.now() - 60_000) });
    expect((await client.find(account, id, never))?.meaning).toBe('expired');
  });

  it('is paid by a card that was kept', async () => {
    const first = await create({ keep_card: true });
    await chip.payerDoes(first.id, { method: 'visa' });
    expect((await client.find(account, first.id, never))?.kept_card).toEqual({
      token: first.id,
      last_four: '1111',
      brand: 'visa',
      expiry: { month: 12, year: 2099 },
    });
    const second = await create();
    expect((await client.chargeToken(account, second.id, first.id, never)).meaning).toBe('succeeded');
    const third = await create();
    await expect(client.chargeToken(account, third.id, 'another', never)).rejects.toBeInstanceOf(ChipRefusal);
  });

  it('is refunded in parts; slowly, and not beyond what is left', async () => {
    const { id } = await create();
    await chip.payerDoes(id);
    expect(await client.refund(account, id, 30.25, never)).toEqual({
      status: 'succeeded',
      reference: expect.any(String),
    });
    expect((await client.find(account, id, never))?.refundable_amount).toBe(50.25);
    await expect(client.refund(account, id, 50.26, never)).rejects.toMatchObject({ code: 'purchase_refund_error' });
    chip.slowRefunds = true;
    expect(await client.refund(account, id, 50.25, never)).toEqual({ status: 'pending' });
    expect((await client.find(account, id, never))?.meaning).toBe('succeeded');
  });
});

describe('an account', () => {
  it('tells its means and its key; another key, or another brand, is refused', async () => {
    expect(await client.methods(account, never)).toEqual(expect.arrayContaining(['fpx', 'duitnow_qr', 'razer_tng']));
    expect(await client.publicKey(account, never)).toBe(chip.book.public_key);
    const refused = client.methods({ ...account, secret_key: 'another' }, never);
    await expect(refused).rejects.toMatchObject({ status: 401, isOfKey: true });
    await expect(client.methods({ ...account, brand_id: 'another' }, never)).rejects.toMatchObject({
      status: 400,
      isOfKey: false,
    });
  });

  it('is spoken to by HTTPS with a certificate that is trusted alone', async () => {
    const tls = selfSigned('127.0.0.1');
    const secure = await startFakeChip({ tls });
    try {
      const there = { ...account, api_url: secure.api_url };
      expect(await new ChipClient(guard, { ca: tls.cert }).methods(there, never)).toContain('fpx');
      await expect(client.methods(there, never)).rejects.toBeInstanceOf(ChipSilent);
      expect(secure.calls).toEqual(['GET /api/v1/payment_methods/']);
    } finally {
      await secure.stop();
    }
  });

  it('is not spoken to at an address that the guard refuses', async () => {
    await expect(new ChipClient(new AddressGuard()).methods(account, never)).rejects.toBeInstanceOf(ChipSilent);
    expect(chip.calls).toEqual([]);
  });
});

describe('a gateway that is at fault', () => {
  it.each(['cut', 'half', 'html', '500', '502', '503', '429', '302', 'late-cut', 'late-500'])(
    '%s: the outcome is unknown, and no key is in the error',
    async (fault) => {
      chip.faults.push(fault);
      const error: Error = await create().then(
        () => Promise.reject(new Error('It answered')),
        (thrown: Error) => thrown,
      );
      expect(error).toBeInstanceOf(ChipSilent);
      expect(`${error.stack} ${String(error.cause)}`).not.toContain(FAKE_SECRET_KEY);
      expect(chip.book.purchases.size).toBe(fault.startsWith('late-') || fault === 'half' ? 1 : 0);
    },
  );

  it('hang: the call ends with its signal', async () => {
    chip.faults.push('hang');
    const ending = new AbortController();
    const call = client.create(account, asked(), ending.signal);
    while (chip.calls.length === 0) await new Promise(setImmediate);
    ending.abort();
    await expect(call).rejects.toBeInstanceOf(ChipSilent);
  });

  it.each<[string, (answer: Record<string, unknown>) => unknown]>([
    ['another purchase', (answer) => ({ ...answer, id: 'another' })],
    ['a status that is never used here', (answer) => ({ ...answer, status: 'hold' })],
    ['no status', ({ status: _, ...answer }) => answer],
    ['paid without a payment', (answer) => ({ ...answer, status: 'paid' })],
    ['a list', (answer) => [answer]],
    ['an amount that is a text', (answer) => ({ ...answer, purchase: { total: '8050', currency: 'MYR' } })],
    ['half a sen', (answer) => ({ ...answer, purchase: { total: 80.5, currency: 'MYR' } })],
    ['null', () => null],
  ])('that answers with %s is not believed', async (_, lie) => {
    const { id } = await create();
    chip.faults.push(lie);
    await expect(client.find(account, id, never)).rejects.toBeInstanceOf(ChipSilent);
    expect((await client.find(account, id, never))?.meaning).toBe('waiting');
  });

  it('that answers a creation with another reference is not believed', async () => {
    chip.faults.push((answer) => ({ ...answer, reference: 'another' }));
    await expect(create()).rejects.toBeInstanceOf(ChipSilent);
  });
});

describe('words of CHIP', () => {
  it('mean what the table of §21 says', () => {
    expect(
      ['created', 'pending_execute', 'cleared', 'blocked', 'expired', 'cancelled', 'chargeback'].map(meaningOf),
    ).toEqual(['waiting', 'processing', 'succeeded', 'refused', 'expired', 'abandoned', 'chargeback']);
    for (const status of ['hold', 'released', 'pending_release', 'pending_capture', 'preauthorized', ''])
      expect(() => meaningOf(status)).toThrow(ChipSilent);
    expect(['fpx', 'fpx_b2b1', 'duitnow_qr', 'razer_tng', 'visa', 'maestro', null].map(meansOf)).toEqual([
      'fpx',
      'fpx',
      'duitnow_qr',
      'ewallet',
      'card',
      'card',
      'card',
    ]);
  });
});

describe('a signature', () => {
  const body = Buffer.from('{"id":"1","name":"茶"}');
  let now: number;
  let signatures: ChipSignatures;
  beforeEach(() => {
    now = 0;
    signatures = new ChipSignatures(client, () => now);
  });
  const isSigned = (signature: string | undefined, of: Buffer = body): Promise<boolean> =>
    signatures.areOf('a', account, { body: of, signature }, never);
  const keysRead = (): number => chip.calls.filter((call) => call.endsWith('/public_key/')).length;

  it('is right for the bytes as they were signed, and for no others', async () => {
    const signature = chip.book.sign(body);
    expect(await isSigned(signature)).toBe(true);
    expect(await isSigned(signature, Buffer.from('{"id":"2","name":"茶"}'))).toBe(false);
    for (const wrong of [undefined, '', 'no base64!', Buffer.alloc(256).toString('base64'), 'A'.repeat(2_000)])
      expect(await isSigned(wrong)).toBe(false);
    expect(keysRead()).toBe(1);
  });

  it('of a key that was replaced is right once the key is read again, at most once a minute', async () => {
    expect(await isSigned(chip.book.sign(body))).toBe(true);
    chip.book.renewKey();
    const signature = chip.book.sign(body);
    for (let i = 0; i < 10; i += 1) expect(await isSigned(signature)).toBe(false);
    expect(keysRead()).toBe(1);
    now = 60_000;
    expect(await Promise.all([isSigned(signature), isSigned(signature), isSigned('AAAA')])).toEqual([
      true,
      true,
      false,
    ]);
    expect(keysRead()).toBe(2);
  });

  it('cannot be judged while the key cannot be read: then it is neither right nor forged', async () => {
    chip.faults.push('500');
    await expect(isSigned(chip.book.sign(body))).rejects.toBeInstanceOf(ChipSilent);
    expect(await isSigned(chip.book.sign(body))).toBe(true);
  });
});
