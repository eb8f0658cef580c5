import { SetMetadata, type Type } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { declaredRoutes } from '../internals/nest.js';

const RECORDS = 'usaha:records';

/** A service that knows whether a record exists: its `get` throws `not_found` where there is none. */
export type Finder = abstract new (...args: never[]) => { get(ctx: Context, id: string): Promise<unknown> };

/** Why nothing is looked up for a parameter. */
interface NotLookedUp {
  because: string;
}

export const notLookedUp = (because: string): NotLookedUp => ({ because });

/**
 * On a controller: which service finds the record that a parameter of its paths names. On all its routes with that
 * parameter, a record that does not exist is a 404 even where body or query are wrong. A controller without it,
 * or with a parameter that it does not name, does not start.
 */
export const Records = (finders: Record<string, Finder | NotLookedUp>) => SetMetadata(RECORDS, finders);

const recordsOf = (controller: Type): Record<string, Finder | NotLookedUp> =>
  (Reflect.getMetadata(RECORDS, controller) as Record<string, Finder | NotLookedUp> | undefined) ?? {};

/** What finds the records of a controller's paths, by parameter, in the order in which it names them. */
export const findersOf = (controller: Type): [parameter: string, service: Finder][] =>
  Object.entries(recordsOf(controller)).flatMap(([parameter, found]) =>
    typeof found === 'function' ? [[parameter, found]] : [],
  );

/** @throws Error naming the first route whose path names a record that its controller says nothing of */
export function requireFinders(controllers: readonly Type[]): void {
  for (const controller of controllers) {
    const known = recordsOf(controller);
    for (const { handler, path } of declaredRoutes(controller))
      for (const [, parameter = ''] of path.matchAll(/:(\w+)/g))
        if (!(parameter in known))
          throw new Error(
            `${controller.name}.${handler} (${path}): nothing finds the record of :${parameter}; name its service with @Records on the controller`,
          );
  }
}
