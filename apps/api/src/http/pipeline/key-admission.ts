import { WINDOW_SECONDS, type ApiKeyRights, type RateState, type RateWindows, type Rights } from '@usaha/core';
import { DomainError, forbidden } from '@usaha/shared';
import { plainAddress } from '@usaha/shared/operation';
import { addToHead } from '../../internals/express.js';
import type { UsahaRequest, UsahaResponse } from './request.js';
import { messages } from '../messages.js';

/** Lets requests of an API key in by their address and their number. */
export class KeyAdmission {
  /** @param usualLimit requests a minute of keys that state no limit; null: any number */
  constructor(
    private readonly windows: RateWindows,
    private readonly usualLimit: number | null,
  ) {}

  /**
   * Counts a request, and says in the headers of its answer how many are left. Without a promise where the instance knows: mostly.
   * A request from another address than the key's is not counted.
   * @throws forbidden for the address, too_many beyond the limit
   */
  admit(
    request: UsahaRequest,
    response: UsahaResponse,
    { tenant_id }: Rights,
    { id, allowed_addresses, rate_limit }: ApiKeyRights,
  ): void | Promise<void> {
    if (!allowed_addresses.areAll) {
      const address = plainAddress(request.ip ?? '');
      if (!allowed_addresses.includes(address))
        throw forbidden(messages.addressNotAllowed({ address }), 'ADDRESS_NOT_ALLOWED', { address });
    }
    const quota = rate_limit ?? this.usualLimit;
    if (quota === null) return undefined;
    const state = this.windows.spend({ tenant_id, id, now: new Date() }, quota);
    return state instanceof Promise ? state.then((later) => tell(response, later)) : tell(response, state);
  }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-11. */
function tell(response: UsahaResponse, { quota, remaining, reset_seconds, isAllowed }: RateState): void {
  const policy = `"key";q=${quota};w=${WINDOW_SECONDS}`;
  addToHead(response, `RateLimit-Policy: ${policy}\r\nRateLimit: "key";r=${remaining};t=${reset_seconds}\r\n`);
  if (!isAllowed)
    throw new DomainError('too_many', messages.keyRateExceeded({ quota, seconds: reset_seconds }), {
      retry_after: reset_seconds,
    });
}
