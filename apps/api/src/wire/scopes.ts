import { tagOf } from './for-documents.js';
import { moduleOf, type RouteAccess } from './permissions.js';

/** What an API key may do within its role: `retail:read`, `users:write`. */
export type Scope = `${string}:read` | `${string}:write`;

/** Scopes of every module: a key with one of them needs no scope of a module. */
export const everywhere: readonly Scope[] = ['*:read', '*:write'];

interface ControllerScopes {
  read: Scope;
  write: Scope;
}

const known = new WeakMap<object, ControllerScopes | null>();

/** By the module of a controller, otherwise by its tag. */
function scopesOf(controller: object): ControllerScopes | null {
  let scopes = known.get(controller);
  if (scopes === undefined) {
    const area = moduleOf(controller) ?? tagOf(controller);
    scopes = area === undefined ? null : { read: `${area}:read`, write: `${area}:write` };
    known.set(controller, scopes);
  }
  return scopes;
}

/**
 * The one scope that opens a route to API keys.
 * @returns null where no key has access: routes of sessions, and controllers with neither module nor tag
 */
export function scopeOf(controller: object, { isSessionOnly, reads }: RouteAccess): Scope | null {
  const scopes = isSessionOnly ? null : scopesOf(controller);
  return scopes && (reads ? scopes.read : scopes.write);
}

/** Whether scopes of a key hold the scope of a route. `write` does not hold `read`. */
export const holdsScope = (scopes: readonly string[], scope: Scope): boolean =>
  scopes.includes(scope) || scopes.includes(scope.endsWith(':read') ? '*:read' : '*:write');
