import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { declaredRoutes } from '../internals/nest.js';
import { handlerArguments, type HandlerArgument } from '../internals/handler-arguments.js';
import { accessOf, type RouteAccess } from '../wire/permissions.js';
import { ROUTE_SHAPE, shapeOf, type RouteShape } from '../wire/route.js';

/** A list of the reference surface, as its controller declares it. */
export interface ListRoute {
  controller: Type;
  /** Calls its handler. */
  call: (args: readonly unknown[]) => unknown;
  arguments: readonly HandlerArgument[];
  access: RouteAccess;
  shape: RouteShape;
  /** Its path below the surface: `retail`, `products`, `:product_id`, `movements`. */
  segments: readonly string[];
}

/** A list with the ids that its path names. */
export interface FoundList {
  route: ListRoute;
  params: Readonly<Record<string, string>>;
}

const BELOW = 'api/v1/';
const LISTS: ReadonlySet<string> = new Set<RouteShape['kind']>(['list', 'followed', 'whole']);

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** All lists of the reference surface, derived from its controllers: none can be forgotten. */
@Injectable()
export class ListCatalogue {
  private routes?: readonly ListRoute[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Every list; of those whose paths could be the same, one with fewer parameters stands first. */
  all(): readonly ListRoute[] {
    this.routes ??= this.derive();
    return this.routes;
  }

  /** @param resource the path of a list below the surface with dots: `retail.products` @returns null where there is no such list */
  find(resource: string): FoundList | null {
    const asked = resource.split('.');
    for (const route of this.all()) {
      const { segments } = route;
      if (segments.length !== asked.length) continue;
      if (!segments.every((segment, i) => (isParameter(segment) ? asked[i] !== '' : segment === asked[i]))) continue;
      const params = segments.flatMap((segment, i) => (isParameter(segment) ? [[segment.slice(1), asked[i]]] : []));
      return { route, params: Object.fromEntries(params) as Record<string, string> };
    }
    return null;
  }

  private derive(): readonly ListRoute[] {
    const routes: ListRoute[] = [];
    for (const { controllers } of this.modules.values())
      for (const { metatype, instance } of controllers.values())
        routes.push(...listsOf(metatype as Type, instance as Record<string, Handler>));
    const parameters = ({ segments }: ListRoute): number => segments.filter(isParameter).length;
    return routes.sort((a, b) => parameters(a) - parameters(b));
  }
}

type Handler = (...args: readonly unknown[]) => unknown;

function listsOf(controller: Type, instance: Readonly<Record<string, Handler>>): ListRoute[] {
  return declaredRoutes(controller).flatMap(({ handler: name, method, path }) => {
    const handler = (controller.prototype as Record<string, Handler>)[name] as Handler;
    if (method !== 'GET' || !path.startsWith(BELOW) || !Reflect.hasMetadata(ROUTE_SHAPE, handler)) return [];
    const shape = shapeOf(handler);
    if (!LISTS.has(shape.kind)) return [];
    return [
      {
        controller,
        call: (args) => handler.apply(instance, [...args]),
        arguments: handlerArguments(controller, name),
        access: accessOf(handler, method),
        shape,
        segments: path.slice(BELOW.length).split('/'),
      } satisfies ListRoute,
    ];
  });
}
