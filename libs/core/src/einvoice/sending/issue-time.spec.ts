import { generateKeyPairSync } from 'node:crypto';
import { einvoiceContent } from '../../../../../test/support/einvoice-documents.js';
import { certified } from '../../../../../test/support/self-signed.js';
import { ublOf } from '../document/ubl.js';
import { signed, type Signer } from '../signature/signature.js';
import { readSigningCertificate, type SigningCertificate } from '../signature/signing-certificate.js';
import { withIssueTime } from './issue-time.js';

const before = new Date('2026-11-25T08:00:00.678Z');
const now = new Date('2026-11-28T15:30:05.678Z');

describe('a new issue time of a document that waited (A-519)', () => {
  it('is all that changes', () => {
    const text = JSON.stringify(ublOf({ ...einvoiceContent, issued_at: before }));
    expect(withIssueTime(text, now, null)).toBe(JSON.stringify(ublOf({ ...einvoiceContent, issued_at: now })));
  });

  it('has its own signature', () => {
    const subject = { O: 'Kedai', organizationIdentifier: 'C2584563200', serialNumber: '202001234567', CN: 'Kedai' };
    const { key, cert } = certified(subject, generateKeyPairSync('rsa', { modulusLength: 2048 }), 30);
    const read = readSigningCertificate({ certificate: cert, private_key: key }, 'C2584563200', new Date());
    const signer: Signer = { ...(read as SigningCertificate), order: 'reversed' };
    const of = (issued_at: Date) => signed(ublOf({ ...einvoiceContent, version: '1.1', issued_at }), signer, issued_at);
    expect(withIssueTime(JSON.stringify(of(before)), now, signer)).toBe(JSON.stringify(of(now)));
  });
});
