import { signingCertificate } from '../../../../test/support/signing-certificate.js';
import { certificateProblems, factsOf, versionOf } from './certificate-state.js';

const TIN = 'C2584563200';
const DAY_MS = 86_400_000;
const { certificate } = signingCertificate({ tin: TIN, days: 10 });
const now = new Date();

describe('the certificate of a business (A-527)', () => {
  it.each([
    [null, null, '1.0'],
    [certificate, null, '1.1'],
    [certificate, '2026-12-01', '1.1'],
    [certificate, '2026-12-02', '1.0'],
    [null, '2026-12-01', '1.0'],
  ])('makes version %#', (of, signed_from, version) =>
    expect(versionOf({ certificate: of, signed_from }, '2026-12-01')).toBe(version),
  );

  it('is shown without its key', () => {
    expect(factsOf({ certificate: null, signed_from: null })).toBeNull();
    expect(factsOf({ certificate, signed_from: null })).toMatchObject({ subject: expect.stringContaining(TIN) });
  });

  it('is a problem once its time is over, or the business has another TIN', () => {
    const codes = (of: string | null, tin: string | null, days = 0) =>
      certificateProblems({ certificate: of, signed_from: null }, tin, new Date(now.getTime() + days * DAY_MS)).map(
        ({ code, field }) => `${code} ${field}`,
      );
    expect(codes(null, null)).toEqual([]);
    expect(codes(certificate, TIN)).toEqual([]);
    expect(codes(certificate, TIN, 11)).toEqual(['CERTIFICATE_EXPIRED certificate']);
    expect(codes(certificate, 'C1234567890')).toEqual(['CERTIFICATE_OF_ANOTHER tin']);
    expect(codes(certificate, null)).toEqual(['CERTIFICATE_OF_ANOTHER tin']);
  });
});
