import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

/** Lengths and tags of ASN.1 (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));
const octets = (content: Buffer): Buffer => der(0x04, content);
const bits = (content: Buffer): Buffer => der(0x03, Buffer.from([0]), content);
const utcTime = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const RSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05));
const ALTERNATIVE_NAMES = oid(0x55, 0x1d, 0x11);

/** Parts of a name (X.520), by their short names. */
const nameParts = {
  C: oid(0x55, 0x04, 0x06),
  O: oid(0x55, 0x04, 0x0a),
  organizationIdentifier: oid(0x55, 0x04, 0x61),
  serialNumber: oid(0x55, 0x04, 0x05),
  CN: oid(0x55, 0x04, 0x03),
};
export type SubjectParts = Partial<Record<keyof typeof nameParts, string>>;

/** A key and its certificate, both PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}
export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** `subjectAltName` of a name or an IPv4 address (RFC 5280, 4.2.1.6). */
const alternative = (host: string): Buffer =>
  isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));

/** A certificate that signs itself, for the hosts alone, and its key. Machines need no openssl for it. */
export function selfSigned(...hosts: readonly string[]): SelfSigned {
  const extension = sequence(ALTERNATIVE_NAMES, octets(sequence(...hosts.map(alternative))));
  return certified({ CN: 'a test' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }), 2, extension);
}

/** A certificate of a subject that signs itself, in force from yesterday until `days` from now. */
export function certified(
  subject: SubjectParts,
  pair: KeyPair,
  days: number,
  ...extensions: readonly Buffer[]
): SelfSigned {
  const { publicKey, privateKey } = pair;
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
  const name = sequence(
    ...Object.entries(subject).map(([part, text]) =>
      der(0x31, sequence(nameParts[part as keyof typeof nameParts], der(0x0c, Buffer.from(text)))),
    ),
  );
  const [from, to] = [-1, days].map((day) => utcTime(new Date(Date.now() + day * 86_400_000))) as [Buffer, Buffer];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(from, to),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  );
  const certificate = sequence(content, algorithm, bits(sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
