import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { invalid } from '@usaha/shared';
import { messages } from '../http/messages.js';
import { accessOf } from './permissions.js';
import { everywhere, scopeOf, type Scope } from './scopes.js';

/** An operation as the documents name it. */
export interface NamedOperation {
  method: string;
  path: string;
}

/** A scope, and what it opens within the key's role. */
export interface ScopeEntry {
  scope: Scope;
  operations: NamedOperation[];
}

/** Scopes that are quoted in a refusal have at most this many characters. */
const MOST_QUOTED = 64;

/** A path as documented: parameters in braces, and on the reference surface with a slash at the end. */
function documented(base: string, path: string): string {
  const whole = `/${base}/${path}`
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/:(\w+)/g, '{$1}');
  return whole.startsWith('/api/') ? `${whole}/` : whole;
}

/** The routes of a controller with their scopes; those that no key has access to have none. */
function scopedRoutes(controller: Type): { scope: Scope; operation: NamedOperation }[] {
  const prototype = controller.prototype as Record<string, unknown>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const access = accessOf(handler, method);
    const scope = access.isPublic ? null : scopeOf(controller, access);
    if (scope === null) return [];
    return [
      { scope, operation: { method, path: documented(base, Reflect.getMetadata(PATH_METADATA, handler) as string) } },
    ];
  });
}

const byPath = (a: NamedOperation, b: NamedOperation): number =>
  a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1;

/** All scopes of API keys, derived from the routes of both surfaces. */
@Injectable()
export class ScopeCatalogue {
  private entries?: readonly ScopeEntry[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Every scope with its operations, by name. An operation is in one scope at most. */
  list(): readonly ScopeEntry[] {
    this.entries ??= this.derive();
    return this.entries;
  }

  /**
   * Scopes as a key keeps them: each once, in the order in which they are sent.
   * @throws invalid for no scope, and for one that opens nothing
   */
  check(scopes: readonly string[]): string[] {
    if (scopes.length === 0) throw invalid('scopes', messages.scopesEmpty());
    const known = new Set<string>([...everywhere, ...this.list().map(({ scope }) => scope)]);
    const unknown = scopes.find((scope) => !known.has(scope));
    if (unknown !== undefined) throw invalid('scopes', messages.scopeUnknown({ scope: unknown.slice(0, MOST_QUOTED) }));
    return [...new Set(scopes)];
  }

  private derive(): readonly ScopeEntry[] {
    const controllers = new Set(
      [...this.modules.values()].flatMap((module) =>
        [...module.controllers.values()].map(({ metatype }) => metatype as Type),
      ),
    );
    const scopes = new Map<Scope, NamedOperation[]>();
    for (const { scope, operation } of [...controllers].flatMap(scopedRoutes))
      scopes.set(scope, [...(scopes.get(scope) ?? []), operation]);
    return [...scopes]
      .map(([scope, operations]) => ({ scope, operations: operations.sort(byPath) }))
      .sort((a, b) => (a.scope < b.scope ? -1 : 1));
  }
}
