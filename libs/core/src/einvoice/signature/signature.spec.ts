import { X509Certificate, createHash, createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { einvoiceSamples as samples } from '../../../../../test/support/einvoice-documents.js';
import { certified, type KeyPair, type SubjectParts } from '../../../../../test/support/self-signed.js';
import type { UblDocument } from '../document/ubl.js';
import { signed } from './signature.js';
import { certificateFacts, readSigningCertificate, type SigningCertificate } from './signing-certificate.js';

/** A member by a path with dots, through lists of one. */
function at(of: unknown, members: string): unknown {
  return members.split('.').reduce<unknown>((one, member) => {
    const record = (Array.isArray(one) ? (one as unknown[])[Number(member.match(/\d+$/)?.[0] ?? 0)] : one) as Record<
      string,
      unknown
    >;
    return record[member.replace(/\d+$/, '')];
  }, of);
}
const INSIDE = 'UBLExtension.ExtensionContent.UBLDocumentSignatures.SignatureInformation.Signature';
const hash = (of: string | Buffer): string => createHash('sha256').update(of).digest('base64');
const text = (of: unknown, members: string): string => String(at(of, `${members}._`));

/** What a receiver recomputes, from the text alone (SDK, "Signature validation"). */
function verified(sent: string): Record<string, boolean> {
  const {
    Invoice: [{ UBLExtensions, Signature, ...rest }],
    ...namespaces
  } = JSON.parse(sent) as UblDocument;
  const unsigned = JSON.stringify({ ...namespaces, Invoice: [rest] });
  const signature = at(UBLExtensions, INSIDE);
  const der = Buffer.from(text(signature, 'KeyInfo.X509Data.X509Certificate'), 'base64');
  const certificate = new X509Certificate(der);
  const [properties] = at(signature, 'Object.QualifyingProperties') as unknown[];
  const references = at(signature, 'SignedInfo.Reference') as unknown[];
  const cert = at(properties, 'SignedProperties.SignedSignatureProperties.SigningCertificate.Cert');
  const key: KeyObject = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  return {
    signature: verify('sha256', Buffer.from(unsigned), key, Buffer.from(text(signature, 'SignatureValue'), 'base64')),
    document: text(references[1], 'DigestValue') === hash(unsigned),
    properties: text(references[0], 'DigestValue') === hash(JSON.stringify(properties)),
    certificate: text(cert, 'CertDigest.DigestValue') === hash(der),
    serial: text(cert, 'IssuerSerial.X509SerialNumber') === BigInt(`0x${certificate.serialNumber}`).toString(),
    issuer: text(cert, 'IssuerSerial.X509IssuerName') === certificate.issuer.split('\n').reverse().join(', '),
    methods: at(Signature, 'SignatureMethod._') === 'urn:oasis:names:specification:ubl:dsig:enveloped:xades',
  };
}
const ALL = {
  signature: true,
  document: true,
  properties: true,
  certificate: true,
  serial: true,
  issuer: true,
  methods: true,
};

describe('signature of a document (A-527)', () => {
  const rsa = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength });
  const subject = {
    C: 'MY',
    O: 'Kedai Pak Din',
    organizationIdentifier: 'C2584563200',
    serialNumber: '202001234567',
    CN: 'Kedai Pak Din, Kuala Lumpur',
  };
  const own = rsa();
  const pair = (parts: SubjectParts = subject, keys: KeyPair = own) => {
    const { key, cert } = certified(parts, keys, 30);
    return { certificate: cert, private_key: key };
  };
  const now = new Date();

  it('is that of the published samples: they verify', () => {
    for (const sample of Object.values(samples)) expect(verified(JSON.stringify(sample))).toEqual(ALL);
  });

  it('verifies, and no longer once a sen is changed', () => {
    const read = readSigningCertificate(pair(), 'C2584563200', now) as SigningCertificate;
    const {
      Invoice: [{ UBLExtensions, Signature, ...rest }],
      ...namespaces
    } = samples['1.1-Invoice-Sample'] as UblDocument;
    expect([UBLExtensions, Signature]).not.toContain(undefined);
    const made = signed({ ...namespaces, Invoice: [rest] }, { ...read, order: 'reversed' }, now);
    expect(verified(JSON.stringify(made))).toEqual(ALL);
    expect(Object.keys(made.Invoice[0]).slice(-2)).toEqual(['UBLExtensions', 'Signature']);
    const changed = JSON.stringify(made).replace('1436.5', '1436.6');
    expect(verified(changed)).toMatchObject({ signature: false, document: false, properties: true });
  });

  it('has the members of the samples and no other', () => {
    const read = readSigningCertificate(pair(), 'C2584563200', now) as SigningCertificate;
    const {
      Invoice: [{ UBLExtensions, Signature, ...rest }],
      ...namespaces
    } = samples['1.1-Invoice-Sample'] as UblDocument;
    const made = signed({ ...namespaces, Invoice: [rest] }, { ...read, order: 'reversed' }, now).Invoice[0];
    const keys = (of: unknown): unknown =>
      Array.isArray(of)
        ? of.map(keys)
        : typeof of === 'object' && of !== null
          ? Object.entries(of).map(([key, one]) => [key, keys(one)])
          : typeof of;
    expect(keys([made.UBLExtensions, made.Signature])).toEqual(keys([UBLExtensions, Signature]));
  });

  it('takes no certificate of another business, of the past, with another key or a short one', () => {
    const right = pair();
    const read = (changes: Partial<typeof right>, tin = 'C2584563200', at = now) =>
      readSigningCertificate({ ...right, ...changes }, tin, at);
    expect(read({}, 'C1234567890')).toBe('other_tin');
    expect(read({}, undefined, new Date(now.getTime() + 40 * 86_400_000))).toBe('not_in_force');
    expect(read({ private_key: pair(subject, rsa()).private_key })).toBe('no_pair');
    expect(read({ certificate: 'no PEM' })).toBe('certificate_unreadable');
    expect(read({ private_key: 'no PEM' })).toBe('private_key_unreadable');
    expect(read(pair(subject, rsa(1024)))).toBe('too_short');
    expect(read(pair(subject, generateKeyPairSync('ec', { namedCurve: 'P-256' })))).toBe('not_rsa');
    const { serialNumber, ...unnumbered } = subject;
    expect(serialNumber).toBe('202001234567');
    expect(read(pair(unnumbered))).toBe('no_serial_number');
  });

  it('opens a key by its passphrase, and shows nothing of it', () => {
    const passphrase = 'rahsia';
    const private_key = own.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
    const sealed = { certificate: pair().certificate, private_key: private_key.toString() };
    expect(readSigningCertificate(sealed, 'C2584563200', now)).toBe('private_key_unreadable');
    const read = readSigningCertificate({ ...sealed, passphrase }, 'C2584563200', now) as SigningCertificate;
    const facts = certificateFacts(read.certificate);
    expect(facts).toMatchObject({
      serial_number: expect.stringMatching(/^\d+$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(facts.subject).toContain('CN=Kedai Pak Din');
    expect(Object.keys(facts).sort()).toEqual([
      'issuer',
      'not_after',
      'not_before',
      'serial_number',
      'sha256',
      'subject',
    ]);
  });
});
