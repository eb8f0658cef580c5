import { X509Certificate, createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { valuesOf } from './distinguished-name.js';

/** Why a certificate cannot sign a business's documents; each names the field to blame. */
export type CertificateFault =
  | 'certificate_unreadable'
  | 'private_key_unreadable'
  | 'not_rsa'
  | 'too_short'
  | 'no_pair'
  | 'not_in_force'
  | 'no_serial_number'
  | 'other_tin';

/** A certificate and its private key, as MyInvois asks for them (SDK, digital signing certificate profile). */
export interface SigningCertificate {
  certificate: X509Certificate;
  key: KeyObject;
}

/** The shown facts of a certificate; nothing of its key. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  /** Decimal. */
  serial_number: string;
  not_before: Date;
  not_after: Date;
  /** SHA-256 of the DER, in hex. */
  sha256: string;
}

const LEAST_BITS = 2048;

/**
 * Reads a certificate and its key (PEM; the key is PKCS #8).
 * @param tin of the business: the subject's organizationIdentifier is equal to it
 * @returns the pair, or the reason why it cannot sign
 */
export function readSigningCertificate(
  pem: { certificate: string; private_key: string; passphrase?: string | null },
  tin: string | null,
  now: Date,
): SigningCertificate | CertificateFault {
  const certificate = readCertificate(pem.certificate);
  if (!certificate) return 'certificate_unreadable';
  const key = readKey(pem.private_key, pem.passphrase ?? null);
  if (!key) return 'private_key_unreadable';
  return faultOf(certificate, key, tin, now) ?? { certificate, key };
}

function faultOf(certificate: X509Certificate, key: KeyObject, tin: string | null, now: Date): CertificateFault | null {
  if (key.asymmetricKeyType !== 'rsa' || certificate.publicKey.asymmetricKeyType !== 'rsa') return 'not_rsa';
  if ((certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) return 'too_short';
  if (!certificate.checkPrivateKey(key)) return 'no_pair';
  const { not_before, not_after } = certificateFacts(certificate);
  if (now < not_before || now > not_after) return 'not_in_force';
  if (valuesOf(certificate.subject, 'serialNumber').length === 0) return 'no_serial_number';
  const identifiers = valuesOf(certificate.subject, 'organizationIdentifier', '2.5.4.97');
  return tin !== null && identifiers.includes(tin) ? null : 'other_tin';
}

/** What may be shown of a certificate. */
export function certificateFacts(certificate: X509Certificate): CertificateFacts {
  const { subject, issuer, serialNumber, validFrom, validTo, raw } = certificate;
  return {
    subject: onOneLine(subject),
    issuer: onOneLine(issuer),
    serial_number: BigInt(`0x${serialNumber}`).toString(),
    not_before: new Date(validFrom),
    not_after: new Date(validTo),
    sha256: createHash('sha256').update(raw).digest('hex'),
  };
}

const onOneLine = (name: string): string => name.split('\n').filter(Boolean).join(', ');

// The reason why a text is no PEM says nothing that its sender could use: the answer names the field.
function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function readKey(pem: string, passphrase: string | null): KeyObject | null {
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    return null;
  }
}
