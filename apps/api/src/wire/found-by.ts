import { SetMetadata } from '@nestjs/common';
import type { Context } from '@usaha/shared';

export const FOUND_BY = 'usaha:found-by';

/** Which service knows whether the record that a path names exists. */
export interface Finder {
  service: abstract new (...args: never[]) => { get(ctx: Context, id: string): Promise<unknown> };
  parameter: string;
}

/** On routes with an id and a body: a record that does not exist is a 404, even when the body is wrong. */
export const FoundBy = (service: Finder['service'], parameter: string) =>
  SetMetadata<string, Finder>(FOUND_BY, { service, parameter });
