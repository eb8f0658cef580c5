import type { ExecutionContext } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { requestOf } from '../http/pipeline/request.js';
import { validation } from '../wire/validation.pipe.js';
import type { FoundList } from './list-catalogue.js';

/** The query of a list, as its class read it. */
type ListQuery = Readonly<Record<string | symbol, unknown>>;

/**
 * The handler of a list with its arguments for one caller. It runs for each part of the list, with the context and the query
 * of that part; what the other decorators make is made once.
 */
export class ListCall {
  private constructor(
    private readonly call: (args: readonly unknown[]) => unknown,
    private readonly args: readonly unknown[],
    private readonly given: { ctx: unknown; query: ListQuery },
  ) {}

  /** Names of the parameters that the caller has sent and the list knows. */
  get parameters(): string[] {
    return Object.entries(this.given.query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  }

  /** @throws invalid for a wrong filter */
  static async of({ route, params }: FoundList, execution: ExecutionContext): Promise<ListCall> {
    const request = requestOf(execution);
    let query: ListQuery = {};
    const args: unknown[] = [];
    for (const argument of route.arguments) {
      if (argument.from === 'query') {
        query = (await validation.transform(request.query, { type: 'query', metatype: argument.type })) as ListQuery;
        args.push(query);
      } else args.push(argument.from === 'path' ? params[argument.parameter] : argument.make(execution));
    }
    return new ListCall(route.call, args, { ctx: request.usaha.context, query });
  }

  /** One part of the list. @param part parameters of pages, which are put into the query */
  async read(ctx: Context, part: Readonly<Record<string | symbol, unknown>>): Promise<unknown> {
    const { ctx: first, query } = this.given;
    const asked: unknown = Object.assign(Object.create(Object.getPrototypeOf(query) as object) as object, query, part);
    return this.call(this.args.map((arg) => (arg === first ? ctx : arg === query ? asked : arg)));
  }
}
