import { generateKeyPairSync } from 'node:crypto';
import { MOST_ROUNDS, isOpenable } from './key-encryption.js';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const plain = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const encrypted = privateKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'rahsia' })
  .toString();

/** The same key with the rounds of its derivation written over; node:crypto writes 2048 (0x0800). */
function withRounds(hex: string): string {
  const der = Buffer.from(encrypted.replace(/-----.*-----|\s/g, ''), 'base64');
  const at = der.indexOf(Buffer.from('02020800', 'hex'));
  expect(at).toBeGreaterThan(0);
  const longer = (hex.length - 4) / 2;
  const bytes = Buffer.concat([
    der.subarray(0, at),
    Buffer.from(`02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`, 'hex'),
    der.subarray(at + 4),
  ]);
  // The lengths around it: of the whole, the algorithm, PBES2, the derivation and its parameters.
  for (const [i, byte] of bytes.subarray(0, at).entries())
    if (bytes[i] === 0x30 && byte === 0x30 && (bytes[i + 1] ?? 0) < 0x80 && i + 2 + (bytes[i + 1] ?? 0) >= at + 4)
      bytes[i + 1] = (bytes[i + 1] ?? 0) + longer;
  bytes.writeUInt16BE(bytes.readUInt16BE(2) + longer, 2);
  return `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
}

describe('an encrypted private key (A-527)', () => {
  it('is opened where it is PKCS #8, encrypted or not', () => {
    expect([isOpenable(plain), isOpenable(encrypted)]).toEqual([true, true]);
  });

  it('is not opened where it asks for more rounds than the process may wait', () => {
    expect(isOpenable(withRounds('0927c0'))).toBe(true);
    expect(isOpenable(withRounds('0927c1'))).toBe(false);
    expect(isOpenable(withRounds('7fffffff'))).toBe(false);
    expect(MOST_ROUNDS).toBe(0x0927c0);
  });

  it.each([
    'no PEM',
    '',
    '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMP//////\n-----END ENCRYPTED PRIVATE KEY-----',
  ])('is none: %j', (text) => expect(isOpenable(text)).toBe(false));
});
