import type { ModuleKey, Rights } from '@usaha/core';
import { forbidden } from '@usaha/shared';
import { messages } from '../../../http/messages.js';
import { permissions, type Permission } from '../../../wire/permissions.js';
import { holdsScope } from '../../../wire/scopes.js';

/** What the bin holds, and the permission that each resource's DELETE needs. */
const deletedBy = {
  'retail.products': 'write',
  'retail.customers': 'write',
  'healthcare.patients': 'records.delete',
  'education.students': 'write',
  'education.classes': 'write',
  'education.fees': 'write',
  'beauty.clients': 'write',
  'beauty.staff': 'write',
  'beauty.services': 'write',
  'beauty.products': 'write',
  'logistics.drivers': 'records.delete',
  'logistics.vehicles': 'records.delete',
  users: 'users.administer',
} as const satisfies Record<string, Permission>;

export type BinResource = keyof typeof deletedBy;
export const binResources = Object.keys(deletedBy) as BinResource[];

const moduleOf = (resource: BinResource): ModuleKey | null =>
  resource === 'users' ? null : (resource.slice(0, resource.indexOf('.')) as ModuleKey);

/**
 * The resources whose deleted records a caller is shown: those that the caller may delete.
 * @param asked one resource; all unless given @throws forbidden for one that the caller may not delete, or of a disabled module
 */
export function shownResources(rights: Rights, asked?: BinResource): readonly BinResource[] {
  if (asked === undefined) return binResources.filter((resource) => refusalOf(rights, resource) === null);
  const refusal = refusalOf(rights, asked);
  if (refusal) throw refusal;
  return [asked];
}

/** In the order in which a route of the resource refuses. */
function refusalOf(rights: Rights, resource: BinResource): Error | null {
  const { api_key, actor, disabled_modules } = rights;
  const module = moduleOf(resource);
  const scope = `${module ?? resource}:read` as const;
  if (api_key && !holdsScope(api_key.scopes, scope))
    return forbidden(messages.scopeMissing({ scope }), 'SCOPE_MISSING', { scope });
  if (!permissions[deletedBy[resource]](rights, {})) return forbidden(messages.roleMayNot({ role: actor.role }));
  if (module && disabled_modules.includes(module))
    return forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
  return null;
}
