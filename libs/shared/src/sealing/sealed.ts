import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { BoundedCache } from '../values/bounded-cache.js';
import { unavailable } from '../errors.js';
import type { CheckedKey } from './checked-key.js';
import { messages } from '../language/messages.js';
import { RandomSupply } from '../values/random-supply.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const CHECK_BYTES = 16;
/** How many tenants' search keys are kept; a further one takes 10 µs to derive. */
const MOST_TENANT_KEYS = 10_000;

const random = new RandomSupply(IV_BYTES);

/**
 * The keys that seal personal fields (AES-256-GCM). The first key seals, all of them open: a key is rotated by
 * putting a new one in front, running `cli seal:rotate`, and taking the old one away.
 */
export class Keyring {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  readonly current: string;
  private readonly tenantKeys = new BoundedCache<string, Buffer>({
    entries: MOST_TENANT_KEYS,
    characters: 36 * MOST_TENANT_KEYS,
  });
  private readonly purposeKeys = new Map<string, KeyObject>();

  /** @param keys id → 32 bytes, the sealing key first. @param searchKey what search tokens are derived from; it does not rotate. */
  constructor(
    keys: readonly (readonly [id: string, key: Buffer])[],
    private readonly searchKey: Buffer,
  ) {
    const first = keys[0];
    if (!first) throw new Error('A keyring needs at least one key');
    for (const [id, key] of keys)
      if (key.length !== KEY_BYTES) throw new Error(`Sealing key ${id} is not ${KEY_BYTES} bytes`);
    this.keys = new Map(keys.map(([id, key]) => [id, createSecretKey(key)]));
    this.current = first[0];
  }

  /** @param place names column and row, so that a sealed value copied to another row or column does not open there. */
  seal(clear: string, place: string): string {
    const iv = random.next();
    const cipher = createCipheriv(ALGORITHM, this.keys.get(this.current) as KeyObject, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([iv, cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.current}.${sealed.toString('base64url')}`;
  }

  /** Throws `unavailable` when the key is missing or the value was tampered with: never a wrong text, never a damaged row. */
  open(sealed: string, place: string): string {
    const dot = sealed.indexOf('.');
    const id = sealed.slice(0, dot);
    const key = this.keys.get(id);
    if (!key) throw unavailable(messages.sealKeyMissing({ key: id }));
    const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
    try {
      // A page of a patient's history is a thousand of these: no string decoder is made, and GCM keeps nothing for the end.
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const clear = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      decipher.final();
      return clear.toString('utf8');
    } catch (cause) {
      throw unavailable(messages.sealedOtherwise({ key: id }), cause);
    }
  }

  /** A separate key for what is not sealed but must not be made by others. Like the search key it does not rotate. */
  derivedKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.searchKey, '', purpose, KEY_BYTES));
  }

  /**
   * A keyed fingerprint of a text for one purpose, which is a constant of the code. Without the keyring no text can be tried
   * against it. Like the search key it does not rotate.
   */
  fingerprint(purpose: string, text: string): string {
    let key = this.purposeKeys.get(purpose);
    if (!key) {
      key = createSecretKey(this.derivedKey(purpose));
      this.purposeKeys.set(purpose, key);
    }
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  /** What each key is known again by: a fingerprint that tells nothing of the key. */
  get checks(): CheckedKey[] {
    const of = (key: KeyObject | Buffer, name: string): string =>
      Buffer.from(hkdfSync('sha256', key, '', `usaha key check ${name}`, CHECK_BYTES)).toString('base64url');
    const seals = [...this.keys].map(([id, key]): CheckedKey => ({
      kind: 'seal',
      key_id: id,
      fingerprint: of(key, `seal ${id}`),
    }));
    return [...seals, { kind: 'search', key_id: '', fingerprint: of(this.searchKey, 'search') }];
  }

  /**
   * A keyed fingerprint by which equal texts of one tenant can be found without their clear text. Tokens of
   * different tenants differ for the same text, so that a dump does not tell who is a customer of two.
   */
  token(tenant_id: string, text: string): string {
    let key = this.tenantKeys.get(tenant_id);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.searchKey, tenant_id, 'usaha search token', KEY_BYTES));
      this.tenantKeys.set(tenant_id, key);
    }
    return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  }
}

/** A sealed text on its way from the database: opened when it is read, and only then. */
export class SealedValue {
  private clear?: string;

  constructor(
    private readonly keyring: Keyring,
    readonly sealed: string,
    private readonly place: string,
  ) {}

  open(): string {
    return (this.clear ??= this.keyring.open(this.sealed, this.place));
  }
}
