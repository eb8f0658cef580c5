import type { Tenant } from '@usaha/core';

/** Days that a tenant has to be out of use before its rows may go: time for its people to ask for them. */
export const WAITING_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Since when a tenant has been out of use: its deletion, or the last change of it while it is suspended, which is the suspension unless
 * the operator changed something later. null: it is in use.
 */
export function outOfUseSince({ deleted_at, status, updated_at }: Tenant): Date | null {
  if (deleted_at) return deleted_at;
  return status === 'suspended' ? updated_at : null;
}

/** The first moment at which the waiting is over. */
export const purgeableFrom = (since: Date): Date => new Date(since.getTime() + WAITING_DAYS * DAY_MS);
