import { Controller, Get, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ExpressAdapter } from '@nestjs/platform-express';
import { brokenUpgrade } from './upgrade.js';

/** All that leans on how Nest is made inside, not on what it documents; `checkNest` says so when it has changed. */

/** A route as its controller declares it. */
export interface DeclaredRoute {
  handler: string;
  method: string;
  /** From the root, without slashes at its ends: `v1/users/:user_id`. */
  path: string;
}

export function declaredRoutes(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && Reflect.hasMetadata(METHOD_METADATA, prototype[name] as object))
    .map((name) => {
      const handler = prototype[name] as object;
      const parts = [base, Reflect.getMetadata(PATH_METADATA, handler) as string];
      return {
        handler: name,
        method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod],
        path: parts.flatMap((part) => part.split('/').filter((segment) => segment !== '')).join('/'),
      };
    });
}

@Controller('probe')
class Probe {
  @Get(':id')
  get(): void {}
}

/** What `JsonAdapter` calls or puts its own in the place of. */
const OF_THE_ADAPTER = ['initHttpServer', 'setHttpServer', 'getInstance', 'reply'] as const;

/**
 * @param adapter the class that `JsonAdapter` extends
 * @param probe a controller with the one route GET probe/:id
 * @throws StartError where Nest is not made as we take it to be
 */
export function checkNest(adapter: Type = ExpressAdapter, probe: Type = Probe): void {
  for (const name of OF_THE_ADAPTER)
    if (typeof (adapter.prototype as Record<string, unknown>)[name] !== 'function')
      throw brokenUpgrade('@nestjs/platform-express', `ExpressAdapter.${name}`);
  for (const key of [PATH_METADATA, METHOD_METADATA])
    if (!Reflect.hasMetadata(key, (probe.prototype as Record<string, object>).get as object))
      throw brokenUpgrade('@nestjs/common', `metadata of a route under the key ${key}`);
  const [route] = declaredRoutes(probe);
  if (route?.method !== 'GET' || route.path !== 'probe/:id')
    throw brokenUpgrade('@nestjs/common', 'path and method of a route in its metadata');
}
