import type { LookForWork, TenantsWithWork } from '../tenant/tenants-with-work.js';
import type { NotificationRepository } from './notification.repository.js';
import type { NotificationSource } from './notification-source.js';

/** Looks for tenants that may have letters of some sources, or have some whose delivery is unknown. */
export function tenantsWithLetters(
  sources: readonly NotificationSource[],
  claims: NotificationRepository,
  tenants: TenantsWithWork,
): LookForWork {
  return async (ctx, there) => {
    const found = await Promise.all(
      sources.flatMap(({ kind, among }) => [
        claims.tenantsWithOpen(ctx, kind, there),
        typeof among === 'function' ? among(ctx, there) : tenants.rowsIn(ctx, among, there),
      ]),
    );
    return found.flat();
  };
}
