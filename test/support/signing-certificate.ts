import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { certified } from './self-signed.js';

export interface CertificateOptions {
  /** organizationIdentifier of the subject. */
  tin?: string;
  /** serialNumber of the subject; null: it has none. */
  serial?: string | null;
  /** Days from now until its end. */
  days?: number;
  bits?: number;
}

/** A certificate as MyInvois asks for it, and its key. */
export function signingCertificate({
  tin = 'C2584563200',
  serial = '202001234567',
  days = 30,
  bits: modulusLength = 2048,
}: CertificateOptions = {}): { certificate: string; private_key: string; privateKey: KeyObject } {
  const pair = generateKeyPairSync('rsa', { modulusLength });
  const subject = { C: 'MY', O: 'Kedai Pak Din', organizationIdentifier: tin, CN: 'Kedai Pak Din' };
  const { key, cert } = certified(serial === null ? subject : { ...subject, serialNumber: serial }, pair, days);
  return { certificate: cert, private_key: key, privateKey: pair.privateKey };
}
