type Swagger = typeof import('@nestjs/swagger');
type Saying = (swagger: Swagger) => void;

let waiting: Saying[] = [];

/**
 * Says something that only the documents ask for, once one of them is made: Nest's decorators for it, with all that they stand
 * on, are a sixth of the modules that a start would load.
 */
export function forDocuments(say: Saying): void {
  waiting.push(say);
}

/** Says what waits to be said, before Nest looks for it. */
export function sayForDocuments(swagger: Swagger): void {
  const said = waiting;
  waiting = [];
  for (const say of said) say(swagger);
}

const TAG = 'usaha:tag';

/** The tag under which the documents have a controller's operations; what it means is in docs/tags.ts. */
export const ApiTags =
  (tag: string): ClassDecorator =>
  (controller) => {
    Reflect.defineMetadata(TAG, tag, controller);
    forDocuments((loaded) => loaded.ApiTags(tag)(controller));
  };

/** The tag of a controller's operations. */
export const tagOf = (controller: object): string | undefined =>
  Reflect.getMetadata(TAG, controller) as string | undefined;
