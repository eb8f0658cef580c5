import { RequestMethod, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { HAS_LANGUAGE } from '../wire/language.decorator.js';
import { accessOf, type RouteAccess } from '../wire/permissions.js';
import { scopeOf, type Scope } from '../wire/scopes.js';
import { ADDITION, FILES, REPLAYS, ROUTE_SHAPE, type RouteShape } from '../wire/route.js';

/** What a route's annotations say of it: nothing here is written for the documentation alone. */
export interface RouteFacts {
  method: string;
  /** Of the answer that is no error. */
  status: number;
  shape: RouteShape;
  access: RouteAccess;
  /** The scope that opens it to API keys; null where none does. */
  scope: Scope | null;
  isAddition: boolean;
  /** Whether its path is its controller's own. */
  isOwnPath: boolean;
  /** Media types that it answers in addition to JSON. */
  files: readonly string[];
  /** Whether words of the answer are in the language that the client reads. */
  hasLanguage: boolean;
  /** Whether it answers 200 with the record that an earlier request with the same client_reference made. */
  replays: boolean;
}

/** How the handler of a route is named while the document is built. */
export const handlerKey = (controller: string, handler: string): string => `${controller}.${handler}`;

/** The facts of every route of a module and of those it imports, by handler. */
export function routeFacts(module: Type): Map<string, RouteFacts> {
  const routes = new Map<string, RouteFacts>();
  for (const controller of controllersOf(module)) {
    const prototype = controller.prototype as Record<string, object>;
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const handler = prototype[name] as object;
      const shape = Reflect.getMetadata(ROUTE_SHAPE, handler) as RouteShape | undefined;
      if (!shape) continue;
      const key = handlerKey(controller.name, name);
      if (routes.has(key)) throw new Error(`Two controllers of one surface are called ${controller.name}`);
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const access = accessOf(handler, method);
      routes.set(key, {
        method,
        status: (Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined) ?? 200,
        shape,
        access,
        scope: access.isPublic ? null : scopeOf(controller, access),
        isAddition: Reflect.getMetadata(ADDITION, handler) === true,
        isOwnPath: Reflect.getMetadata(PATH_METADATA, handler) === '/',
        files: (Reflect.getMetadata(FILES, handler) as string[] | undefined) ?? [],
        hasLanguage: Reflect.getMetadata(HAS_LANGUAGE, handler) === true,
        replays: Reflect.getMetadata(REPLAYS, handler) === true,
      });
    }
  }
  return routes;
}

export function controllersOf(module: Type): Type[] {
  const own = (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) as Type[] | undefined) ?? [];
  const imported = (Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) as Type[] | undefined) ?? [];
  return [...own, ...imported.flatMap(controllersOf)];
}
