import { NO_TENANT, inTenant, invalid, withoutCards, type Context } from '@usaha/shared';
import { claimKey, rememberAnswer, type Claim } from '@usaha/shared/operation';
import { accessOf } from '../../wire/permissions.js';
import type { UsahaRequest } from './request.js';
import { messages } from '../messages.js';

const visible = /^[\x21-\x7e]{1,255}$/;

/**
 * A key is stored as it was sent, unless it reads as a card's number, which nothing may hold: then as a keyed
 * fingerprint, since all numbers of cards can be tried against a plain hash.
 */
const keptAs = ({ tenant_id, db }: Context, key: string): string =>
  withoutCards(key) === key ? key : db.keyring.fingerprint('usaha idempotency key', `${tenant_id} ${key}`);

/** A request that carries an Idempotency-Key on a route that heeds it: what is claimed and remembered for it. */
export class IdempotentRequest {
  private constructor(
    private readonly scopeTenant: string,
    private readonly scope: { user_id: string; method: string; path: string; key: string },
    private readonly body: unknown,
  ) {}

  /** @returns null for every other request. @throws invalid for a key that is none */
  static of(request: UsahaRequest, handler: object): IdempotentRequest | null {
    const key = request.headers['idempotency-key'];
    const rights = request.user;
    if (key === undefined || request.method !== 'POST' || !rights) return null;
    const access = accessOf(handler, request.method);
    if (!access.idempotent) return null;
    if (typeof key !== 'string' || !visible.test(key)) {
      throw invalid('Idempotency-Key', messages.keyUnreadable());
    }
    // An account may change its tenant by the very request that it repeats.
    const tenant = access.tenantless ? NO_TENANT : rights.tenant_id;
    const path = request.path.replace(/\/+$/, '');
    return new IdempotentRequest(
      tenant,
      { user_id: rights.actor.user_id, method: request.method, path, key },
      request.usaha.upload?.fingerprint ?? request.body,
    );
  }

  claim(ctx: Context): Promise<Claim> {
    return inTenant(ctx, this.scopeTenant, (there) =>
      claimKey(there, { ...this.scope, key: keptAs(there, this.scope.key) }, this.body),
    );
  }

  remember(ctx: Context, id: string, status: number, body: unknown): Promise<void> {
    return inTenant(ctx, this.scopeTenant, async (there) => rememberAnswer(there, id, status, JSON.stringify(body)));
  }
}
