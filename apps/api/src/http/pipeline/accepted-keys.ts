import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { BoundedCache } from '@usaha/shared/operation';
import { sentKeyOf } from './sent-key.js';

/** A key whose secret was found right here. */
export interface AcceptedKey {
  tenant_id: string;
  id: string;
}

const KEYS = { entries: 10_000, characters: 2_000_000 };

/** Keys whose secrets were found right here, by their hashes: no key is kept in clear. Rights are asked for every time. */
@Injectable()
export class AcceptedKeys {
  private readonly accepted = new BoundedCache<string, AcceptedKey>({ ...KEYS, charactersOf: (hash) => hash.length });

  of(hash: string): AcceptedKey | undefined {
    return this.accepted.get(hash);
  }

  /** The tenant of a request's key, where its secret was found right before. */
  tenantOf(request: IncomingMessage): string | undefined {
    const hash = sentKeyOf(request)?.hash;
    return hash ? this.accepted.get(hash)?.tenant_id : undefined;
  }

  remember(hash: string, key: AcceptedKey): void {
    this.accepted.set(hash, key);
  }

  forget(hash: string): void {
    this.accepted.delete(hash);
  }
}
