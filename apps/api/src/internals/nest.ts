import { Controller, Get, RequestMethod, type ExecutionContext, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import { brokenUpgrade } from './upgrade.js';

/** All that relies on the internals of Nest, not on what it documents; `checkNest` says so when it has changed. */

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

/** An interceptor that can do its work with promises, too. */
export interface AroundHandler {
  /** @param handle runs pipes and handler @returns what is answered */
  around(context: ExecutionContext, handle: () => Promise<unknown>): Promise<unknown>;
}

const isAroundHandler = (interceptor: object | undefined): interceptor is AroundHandler =>
  typeof (interceptor as Partial<AroundHandler> | undefined)?.around === 'function';

const withPromises = new WeakSet<object>();

/**
 * Lets Nest call an interceptor that stands alone at a route with promises: seven observables, two asynchronous resources and
 * some twenty closures for each request were as much work as everything else that Nest does. Where another interceptor is at a
 * route, all of them are called as usual.
 * @throws StartError where Nest calls them otherwise
 */
export function interceptWithPromises(consumer: InterceptorsConsumer = InterceptorsConsumer.prototype): void {
  if (withPromises.has(consumer)) return;
  for (const name of ['intercept', 'createContext'] as const)
    if (typeof consumer[name] !== 'function') throw brokenUpgrade('@nestjs/core', `InterceptorsConsumer.${name}()`);
  const usual = consumer.intercept;
  consumer.intercept = async function (this: InterceptorsConsumer, interceptors, args, instance, handler, next, type) {
    const [only] = interceptors;
    if (interceptors.length !== 1 || !isAroundHandler(only))
      return usual.call(this, interceptors, args, instance, handler, next, type);
    const context = this.createContext(args, instance, handler);
    context.setType(type as string);
    return only.around(context, next);
  };
  withPromises.add(consumer);
}
