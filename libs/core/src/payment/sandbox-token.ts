import { createHmac } from 'node:crypto';
import { idBytes, idText, readSigned, writeSigned, type Keyring } from '@usaha/shared';

const ID_BYTES = 16;
/** A multiple of three. */
const NAMED_BYTES = 2 * ID_BYTES + 1;

/** What the address of the payer's page names. */
export interface SandboxPage {
  tenant_id: string;
  attempt_id: string;
}

/** Tokens of the payer's page, and the secrets that sign the sandbox's callbacks. They are made from the key and not stored. */
export class SandboxKeys {
  private readonly pages: Buffer;
  private readonly signing: Buffer;

  constructor(keyring: Pick<Keyring, 'derivedKey'>) {
    this.pages = keyring.derivedKey('usaha sandbox page');
    this.signing = keyring.derivedKey('usaha sandbox signing');
  }

  tokenOf({ tenant_id, attempt_id }: SandboxPage): string {
    return writeSigned(this.pages, Buffer.concat([idBytes(tenant_id), idBytes(attempt_id), Buffer.alloc(1)]));
  }

  /** null for a token that is none of ours. */
  read(token: string): SandboxPage | null {
    const named = readSigned(this.pages, token, NAMED_BYTES);
    return (
      named && {
        tenant_id: idText(named.subarray(0, ID_BYTES)),
        attempt_id: idText(named.subarray(ID_BYTES, 2 * ID_BYTES)),
      }
    );
  }

  /** The secret that signs callbacks about a tenant's attempts. */
  secretOf(tenant_id: string): string {
    return `sandbox_${createHmac('sha256', this.signing).update(tenant_id).digest('hex')}`;
  }
}
