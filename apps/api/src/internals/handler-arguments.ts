import type { ExecutionContext, Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';

/** The metadata by which Nest knows what the arguments of a handler are: `kind:index`, and of decorators of ours what makes them. */
interface ArgumentMetadata {
  index: number;
  data?: unknown;
  factory?: (data: unknown, execution: ExecutionContext) => unknown;
}

/** What an argument of a handler is taken from. */
export type HandlerArgument =
  | { from: 'query'; type: Type | undefined }
  | { from: 'path'; parameter: string }
  | { from: 'decorator'; make: (execution: ExecutionContext) => unknown };

/** The arguments of a handler in their order, as its decorators declare them. @throws where one is taken from something else */
export function handlerArguments(controller: Type, name: string): HandlerArgument[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    ArgumentMetadata
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Type[];
  const made: HandlerArgument[] = [];
  for (const [key, { index, data, factory }] of Object.entries(declared)) {
    const kind = Number(key.split(':')[0]);
    if (factory) made[index] = { from: 'decorator', make: (execution) => factory(data, execution) };
    else if (kind === (RouteParamtypes.QUERY as number) && data === undefined)
      made[index] = { from: 'query', type: types[index] };
    else if (kind === (RouteParamtypes.PARAM as number) && typeof data === 'string')
      made[index] = { from: 'path', parameter: data };
    else throw new Error(`${controller.name}.${name}: argument ${index} is of another kind`);
  }
  return made;
}
