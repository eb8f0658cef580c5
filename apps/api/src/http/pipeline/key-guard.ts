import { Injectable } from '@nestjs/common';
import {
  ApiKeyRegistry,
  ApiKeyUses,
  SessionRegistry,
  readKey,
  type ApiKeyRights,
  type KeyRefusal,
  type KeyVerdict,
  type Rights,
} from '@usaha/core';
import { DomainError, NO_TENANT, networkOf, unauthenticated } from '@usaha/shared';
import { plainAddress } from '@usaha/shared/operation';
import { messages } from '../messages.js';
import { AcceptedKeys } from './accepted-keys.js';
import { KeyAdmission } from './key-admission.js';
import type { UsahaRequest, UsahaResponse } from './request.js';
import type { SentKey } from './sent-key.js';

/** Lets the requests of API keys in, on both surfaces: by the key itself, then by address and number. */
@Injectable()
export class KeyGuard {
  constructor(
    private readonly accepted: AcceptedKeys,
    private readonly keys: ApiKeyRegistry,
    private readonly sessions: SessionRegistry,
    private readonly admission: KeyAdmission,
    private readonly uses: ApiKeyUses,
  ) {}

  /** Without a promise where the key and its rights are known: most are. @throws unauthenticated, forbidden, too_many */
  admit(request: UsahaRequest, response: UsahaResponse, { text, hash }: SentKey): true | Promise<true> {
    const now = Date.now();
    if (hash === null) return refuse(request, 'unknown');
    const known = this.accepted.of(hash);
    const verdict = known && this.keys.cached(known.id, hash, now);
    return verdict === undefined ? this.ask(request, response, text, now) : this.judge(request, response, verdict, now);
  }

  private async ask(request: UsahaRequest, response: UsahaResponse, text: string, at: number): Promise<true> {
    // Of a wrong checksum no query is made: such a key was never given out.
    const key = readKey(text);
    if (!key) return refuse(request, 'unknown');
    const known = this.accepted.of(key.hash);
    // Anyone can make a key up that names a tenant: reading it is the turn of its client, not of that tenant.
    const owner = known ? this.sessions.ownerOf(known.tenant_id) : networkOf(request.ip ?? NO_TENANT);
    const { verdict, id } = await this.keys.check(key, new Date(at), owner);
    if (id === null) this.accepted.forget(key.hash);
    else this.accepted.remember(key.hash, { tenant_id: key.tenant_id, id });
    return this.judge(request, response, verdict, at);
  }

  private judge(request: UsahaRequest, response: UsahaResponse, verdict: KeyVerdict, at: number): true | Promise<true> {
    if (typeof verdict === 'string') return refuse(request, verdict);
    request.user = verdict;
    const { api_key } = verdict;
    if (!api_key) throw new Error('Rights of a key name no key');
    const admitted = this.within(request, response, verdict, api_key);
    if (admitted) return admitted.then(() => this.accept(request, verdict, at));
    return this.accept(request, verdict, at);
  }

  /** By address and number, and counts what is refused. */
  private within(
    request: UsahaRequest,
    response: UsahaResponse,
    rights: Rights,
    key: ApiKeyRights,
  ): Promise<void> | void {
    const refused = (error: unknown): never => {
      if (error instanceof DomainError && error.kind === 'forbidden') request.usaha.key_outcome = 'address';
      if (error instanceof DomainError && error.kind === 'too_many') request.usaha.key_outcome = 'rate';
      throw error;
    };
    try {
      return this.admission.admit(request, response, rights, key)?.catch(refused);
    } catch (error) {
      return refused(error);
    }
  }

  private accept(request: UsahaRequest, rights: Rights, at: number): true {
    request.usaha.key_outcome = 'accepted';
    this.uses.note(rights, at, () => plainAddress(request.ip ?? ''));
    return true;
  }
}

function refuse(request: UsahaRequest, refusal: KeyRefusal): never {
  request.usaha.key_outcome = refusal;
  throw refusals[refusal]();
}

const refusals: Readonly<Record<KeyRefusal, () => DomainError>> = {
  unknown: () => unauthenticated(messages.tokenNeeded()),
  expired: () => unauthenticated(messages.keyExpired()),
  suspended: () => unauthenticated(messages.keySuspended()),
};
