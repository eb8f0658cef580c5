import { readFileSync } from 'node:fs';
import { DomainError } from '@usaha/shared';
import fc from 'fast-check';
import { DuitNowPayload } from './duitnow-payload.js';
import { readEmvFields, writeEmvCode, type EmvField } from './emv-fields.js';

/** PayNet's examples, as the table of §21 has them. */
const { examples } = (
  JSON.parse(
    readFileSync(new URL('../../../../test/specification/payments-messages.json', import.meta.url), 'utf8'),
  ) as { duitnow_qr: { examples: Record<string, string> } }
).duitnow_qr;
const [business = '', person = '', hashed = ''] = Object.values(examples);

/** A code with other objects than the example, and a right CRC. */
const changed = (of: string, change: (fields: EmvField[]) => EmvField[]): string =>
  writeEmvCode(change(readEmvFields(of) as EmvField[]));
const without = (of: string, tag: string): string => changed(of, (all) => all.filter((field) => field.tag !== tag));
const having = (of: string, tag: string, value: string): string =>
  changed(of, (all) => all.map((field) => (field.tag === tag ? { tag, value } : field)));
const open = without(business, '54');

function refusalOf(text: string): [code: string, field: string | undefined, message: string] {
  try {
    DuitNowPayload.of(text);
  } catch (error) {
    if (error instanceof DomainError)
      return [error.kind, error.errors?.[0]?.field, error.errors?.[0]?.message.in('en') ?? ''];
    throw error;
  }
  throw new Error('It was taken');
}

describe('the text of a DuitNow QR (A-468)', () => {
  it('example 1 without its amount, asked for RM 10.00, is example 1: its CRC is 343F', () => {
    expect(business.slice(-4)).toBe('343F');
    const code = DuitNowPayload.of(open);
    expect(code.amount_can_be_added).toBe(true);
    expect(code.asking(10)).toEqual({ payload: business, amount_included: true });
  });

  it('tells what the examples say', () => {
    const told = [business, person, hashed].map((text) => {
      const { merchant_name, merchant_city, acquirer_id, category, personal, amount_can_be_added, own_amount } =
        DuitNowPayload.of(text);
      return [merchant_name, merchant_city, acquirer_id, category, personal, amount_can_be_added, own_amount];
    });
    expect(told).toEqual([
      ['QRCSDNBHD', 'BANGI', '501664', '9999', false, false, 10],
      ['AUSERNAME', 'BANGI', '501664', '0000', true, false, 10],
      ['QRCSDNBHD', 'BANGI', '501664', '9999', false, false, 10],
    ]);
  });

  it('a code with a hash or an amount of the bank stays untouched', () => {
    for (const text of [business, person, hashed]) {
      expect(DuitNowPayload.of(text).asking(25.5)).toEqual({ payload: text, amount_included: false });
      expect(DuitNowPayload.of(text).asking(10)).toEqual({ payload: text, amount_included: true });
    }
    const bare = without(hashed, '54');
    expect(DuitNowPayload.of(bare).asking(10)).toEqual({ payload: bare, amount_included: false });
  });

  it('any amount stands right after the currency, all else as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (sen) => {
        const { payload } = DuitNowPayload.of(open).asking(sen / 100);
        expect(without(payload, '54')).toBe(open);
        const fields = readEmvFields(payload) as EmvField[];
        const at = fields.findIndex(({ tag }) => tag === '54');
        expect(fields[at - 1]?.tag).toBe('53');
        expect(fields[at]?.value).toMatch(/^\d+\.\d\d$/);
        expect(Math.round(Number(fields[at]?.value) * 100)).toBe(sen);
        expect(DuitNowPayload.of(payload).own_amount).toBe(sen / 100);
      }),
    );
  });

  it.each<[why: string, text: string, said: RegExp]>([
    ['no text of a code', 'https://example.com/pay', /not the whole text/],
    ['cut off', open.slice(0, -6), /not the whole text/],
    ['a tag twice', changed(open, (all) => [...all, { tag: '59', value: 'OTHER' }]), /not the whole text/],
    ['a template that is not whole', having(open, '26', '0014A000000615'), /not the whole text/],
    ['a CRC in small letters', `${business.slice(0, -4)}343f`, /CRC/],
    ['a wrong CRC', `${open.slice(0, -4)}0000`, /CRC/],
    ['a changed character', open.replace('BANGI', 'BANGA'), /CRC/],
    ['another first object', changed(open, ([first, ...all]) => [...all, first as EmvField]), /begin with tag 00/],
    ['without a CRC', open.slice(0, -8), /end with tag 63/],
    ['another scheme', having(open, '26', '0014A000000615000201065016640209123456789'), /A0000006150001/],
    ['without tag 26', without(open, '26'), /whole|A0000006150001/],
    ['a dynamic code', having(open, '01', '12'), /tag 01 must be 11/],
    ['without tag 01', without(open, '01'), /tag 01 must be 11/],
    ['another currency', having(open, '53', '702'), /tag 53 must be 458/],
    ['without a currency', without(open, '53'), /tag 53 must be 458/],
    ['another country', having(open, '58', 'SG'), /tag 58 must be MY/],
  ])('%s is refused for payload', (_, text, said) => {
    const [kind, field, message] = refusalOf(text);
    expect([kind, field]).toEqual(['invalid', 'payload']);
    expect(message).toMatch(said);
  });
});
