import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { ChipAccount, ChipClient } from './chip-client.js';

/** A key is read again at most so often, for a signature that the known one does not fit. */
const AGAIN_MS = 60_000;
/** Accounts whose keys are kept; of more, the oldest are forgotten. */
const MOST_KEYS = 1_000;
/** A signature of RSA with 8,192 bits, in base64. */
const LONGEST_SIGNATURE = 1_400;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

interface KnownKey {
  key: Promise<KeyObject>;
  asked_at: number;
}

const isWellFormed = (signature: string): boolean => signature.length <= LONGEST_SIGNATURE && BASE64.test(signature);

/** Whether a signature is that of a body: RSA PKCS#1 v1.5 over SHA-256 of the bytes as they were received. */
const isSignedWith = (key: KeyObject, body: Buffer, signature: string): boolean =>
  verify('sha256', body, key, Buffer.from(signature, 'base64'));

/** Verifies `X-Signature` of callbacks by the public key of an account, which it keeps. */
export class ChipSignatures {
  private readonly known = new Map<string, KnownKey>();

  /** @param clock milliseconds */
  constructor(
    private readonly client: Pick<ChipClient, 'publicKey'>,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Whether an account's key has signed a body. A key that does not fit is read again, once a minute at most.
   * @param owner names the account @throws ChipSilent where the key cannot be read
   */
  async areOf(
    owner: string,
    account: ChipAccount,
    { body, signature }: { body: Buffer; signature: string | undefined },
    signal: AbortSignal,
  ): Promise<boolean> {
    if (signature === undefined || !isWellFormed(signature)) return false;
    const known = this.known.get(owner);
    if (known && isSignedWith(await known.key, body, signature)) return true;
    // Another request may have read the key again meanwhile.
    const present = this.known.get(owner);
    const isOld = present !== undefined && this.clock() - present.asked_at >= AGAIN_MS;
    if (present && present === known && !isOld) return false;
    const key = present && !isOld ? present.key : this.read(owner, account, signal);
    return isSignedWith(await key, body, signature);
  }

  /** Reads a key for all who ask meanwhile. One that could not be read is asked for again. */
  private read(owner: string, account: ChipAccount, signal: AbortSignal): Promise<KeyObject> {
    const key = this.client.publicKey(account, signal).then((pem) => createPublicKey(pem));
    const known = { key, asked_at: this.clock() };
    this.known.delete(owner);
    for (const oldest of this.known.keys()) {
      if (this.known.size < MOST_KEYS) break;
      this.known.delete(oldest);
    }
    this.known.set(owner, known);
    key.catch(() => {
      if (this.known.get(owner) === known) this.known.delete(owner);
    });
    return key;
  }
}
