import { generateKeyPairSync } from 'node:crypto';
import { einvoiceContent, einvoiceSamples } from '../../../../../test/support/einvoice-documents.js';
import { certified } from '../../../../../test/support/self-signed.js';
import { ublOf, type EinvoiceContent } from '../document/index.js';
import { readSigningCertificate, type SigningCertificate } from '../signature/signing-certificate.js';
import { signed } from '../signature/signature.js';
import { received, validationErrors, type Validation } from './document-validation.js';
import { stepCode } from './step-error.js';

const now = new Date('2026-10-31T17:00:00.000Z');
const TIN = 'C2584563200';
const known: Validation = { tin: TIN, now, isValid: (uuid, number) => uuid === 'U1' && number === 'INV-1' };

/** Codes of what the simulator finds in a text. */
function found(text: string, facts: Partial<Validation> = {}): string[] {
  const document = received(text);
  const errors = Array.isArray(document) ? document : validationErrors(document, { ...known, ...facts });
  return errors.map(({ step, code }) => `${stepCode(step)}/${code}`);
}
const textOf = (changes: Partial<EinvoiceContent> = {}) => JSON.stringify(ublOf({ ...einvoiceContent, ...changes }));
const changed = (from: string, to: string, text = textOf()): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe('validation of the simulator (A-530)', () => {
  it('finds nothing wrong with a document as it is made here, of each type', () => {
    expect(found(textOf())).toEqual([]);
    expect(found(textOf({ type_code: '04', refers_to: [{ number: 'INV-1', uuid: 'U1' }] }))).toEqual([]);
    expect(found(textOf({ currency: 'USD', exchange_rate: 4.72 }))).toEqual([]);
    expect(found(textOf({ rounding: -0.02 }))).toEqual([]);
  });

  it('takes the structure of the published samples', () => {
    for (const sample of Object.values(einvoiceSamples))
      expect(Array.isArray(received(JSON.stringify(sample)))).toBe(false);
  });

  it.each([
    ['no JSON', '{', ['Error01/NO_JSON']],
    ['an unknown member', changed('"ID":[{"_":"INV', '"Id":[{"_":"1"}],"ID":[{"_":"INV'), ['Error01/UNKNOWN_MEMBER']],
    ['an amount in quotes', changed('"_":53.73', '"_":"53.73"'), ['Error01/WRONG_FORM']],
    [
      'an element that is no list',
      changed('"ID":[{"_":"INV-2026-000001"}]', '"ID":{"_":"INV-2026-000001"}'),
      ['Error01/WRONG_FORM'],
    ],
    ['another namespace', changed('xsd:Invoice-2', 'xsd:Order-2'), ['Error01/WRONG_FORM']],
    ['a name that is missing', changed('Siti binti Ali', ''), ['Error02/MISSING']],
    ['a number of 51 characters', textOf({ number: 'x'.repeat(51) }), ['Error02/TOO_LONG']],
    ['a day in the future', textOf({ issued_at: new Date(now.getTime() + 3_600_000) }), ['Error02/IN_FUTURE']],
    ['a day of last week', textOf({ issued_at: new Date(now.getTime() - 73 * 3_600_000) }), ['Error02/TOO_OLD']],
    ['another TIN of the supplier', changed('"C2584563200"', '"C1234567890"'), ['Error04/UNKNOWN_TAXPAYER']],
    ['an unknown buyer', changed('900101145678', '900101145404'), ['Error04/UNKNOWN_TAXPAYER']],
    ['a note without an original', textOf({ type_code: '02' }), ['Error05/MISSING']],
    [
      'a note of an invalid document',
      textOf({ type_code: '02', refers_to: [{ number: 'INV-2', uuid: 'U1' }] }),
      ['Error05/NOT_VALID'],
    ],
    ['an unknown classification', changed('"022"', '"046"'), ['Error06/UNKNOWN_CODE']],
    ['an unknown activity', changed('"47111"', '"99999"'), ['Error06/UNKNOWN_CODE']],
    ['no rate of another currency', textOf({ currency: 'USD' }), ['Error08/NO_RATE']],
  ])('finds %s', (_, text, codes) => {
    expect(found(text)).toEqual(codes);
  });

  it('finds each sum that is a sen off', () => {
    const sums = [
      ...textOf({ currency: 'MYR', rounding: -0.02 }).matchAll(/"(\w+)":\[\{"_":(-?\d+(?:\.\d+)?),"currencyID"/g),
    ].filter(([, name]) => name !== 'TaxableAmount');
    expect(sums.length).toBeGreaterThan(10);
    for (const { index, 0: whole, 2: amount = '' } of sums) {
      const text = textOf({ currency: 'MYR', rounding: -0.02 });
      const off = whole.replace(amount, (Number(amount) + 0.01).toFixed(2));
      const codes = found(text.slice(0, index) + off + text.slice(index + whole.length));
      expect(codes).toContain('Error02/WRONG_SUM');
    }
  });

  describe('of a signed document', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const subject = { C: 'MY', O: 'x', organizationIdentifier: TIN, serialNumber: '202001234567', CN: 'x' };
    const { cert, key } = certified(subject, pair, 30);
    const read = readSigningCertificate({ certificate: cert, private_key: key }, TIN, new Date()) as SigningCertificate;
    const document = ublOf({ ...einvoiceContent, version: '1.1' });
    const text = JSON.stringify(signed(document, { ...read, order: 'reversed' }, now));

    it('takes the signature that is made here, and finds each change', () => {
      expect(found(text)).toEqual([]);
      expect(found(JSON.stringify(document))).toEqual(['Error03/MISSING']);
      expect(found(changed('Beras', 'Berat', text))).toEqual(['Error03/VALUE', 'Error03/DOCUMENT_DIGEST']);
      expect(found(changed('2026-10-31T17:00:00Z', '2026-10-31T17:00:01Z', text))).toEqual([
        'Error03/PROPERTIES_DIGEST',
      ]);
    });

    it('finds the certificate of another business', () => {
      expect(found(text, { tin: 'C1234567890' })).toEqual(['Error03/TAXPAYER', 'Error04/UNKNOWN_TAXPAYER']);
    });
  });
});
