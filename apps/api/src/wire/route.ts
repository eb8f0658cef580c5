import { Delete, Get, HttpCode, Post, Put, SetMetadata, applyDecorators } from '@nestjs/common';
import { forDocuments } from './for-documents.js';

/** What a route answers, for the interceptor that speaks and for the document that describes. */
export interface RouteShape {
  /** A record or result, a page of a list, a list that is followed by a cursor or always given whole, or a file and nothing else. */
  kind: 'single' | 'list' | 'followed' | 'whole' | 'file';
  /** The list's name on a surface that names its lists. */
  list?: string;
  view: new () => object;
  /** Whether the file is stored content, of which ranges are served. */
  hasRanges?: boolean;
}

export const ROUTE_SHAPE = 'usaha:shape';

const shapes = new WeakMap<object, RouteShape>();

/** What a handler's route answers, looked up once for each. */
export function shapeOf(handler: object): RouteShape {
  let shape = shapes.get(handler);
  if (!shape) {
    shape = Reflect.getMetadata(ROUTE_SHAPE, handler) as RouteShape;
    shapes.set(handler, shape);
  }
  return shape;
}

type View = new () => object;

/** What an operation is: a short line, and as much as a caller has to know. */
export interface About {
  summary: string;
  description: string;
}

const operation =
  (about: About): MethodDecorator =>
  (controller, name, handler) =>
    forDocuments(({ ApiOperation }) => ApiOperation(about)(controller, name, handler));

const described = (about: About, shape: RouteShape) => {
  const shows: MethodDecorator = (controller, name, handler) =>
    forDocuments(({ ApiExtraModels }) => ApiExtraModels(shape.view)(controller, name, handler));
  return applyDecorators(operation(about), shows, SetMetadata(ROUTE_SHAPE, shape));
};

/** GET of a single record or result. */
export const Reads = (path: string, view: View, about: About) =>
  applyDecorators(Get(path), described(about, { kind: 'single', view }));

/** GET of a page of records. */
export const Lists = (path: string, list: string, view: View, about: About) =>
  applyDecorators(Get(path), described(about, { kind: 'list', list, view }));

/** GET of the rows after a cursor, on the surface that has such lists. The handler answers a CursorPage. */
export const Follows = (path: string, view: View, about: About) =>
  applyDecorators(Get(path), described(about, { kind: 'followed', view }));

/** GET of a list that is never paged, on a surface that does not name its lists. */
export const ListsWhole = (path: string, view: View, about: About) =>
  applyDecorators(Get(path), described(about, { kind: 'whole', view }));

/** POST on a collection: 201. */
export const Creates = (path: string, view: View, about: About) =>
  applyDecorators(Post(path), HttpCode(201), described(about, { kind: 'single', view }));

/** POST that makes many records at once, and answers all of them: 201. */
export const CreatesMany = (path: string, view: View, about: About) =>
  applyDecorators(Post(path), HttpCode(201), described(about, { kind: 'whole', view }));

/** POST that acts: 200. */
export const Acts = (path: string, view: View, about: About) =>
  applyDecorators(Post(path), HttpCode(200), described(about, { kind: 'single', view }));

/** POST that acts on many records, and answers what came of each: 200. */
export const ActsOnMany = (path: string, view: View, about: About) =>
  applyDecorators(Post(path), HttpCode(200), described(about, { kind: 'whole', view }));

export const Changes = (path: string, view: View, about: About) =>
  applyDecorators(Put(path), described(about, { kind: 'single', view }));

export const Deletes = (path: string, view: View, about: About) =>
  applyDecorators(Delete(path), described(about, { kind: 'single', view }));

export const FILES = 'usaha:files';

/** Media types that an operation answers instead of JSON where it is asked to. */
export const AlsoAs = (...mediaTypes: string[]) => SetMetadata(FILES, mediaTypes);

/** GET of a file: what the handler answers is a StreamedFile of that media type, or of one of several. */
export const ReadsFile = (path: string, mediaType: string | readonly string[], about: About) =>
  applyDecorators(
    Get(path),
    operation(about),
    SetMetadata(ROUTE_SHAPE, { kind: 'file', view: Object } satisfies RouteShape),
    SetMetadata(FILES, [mediaType].flat()),
  );

export const REPLAYS = 'usaha:replays';

/** On a POST that makes a record once for all requests with the same client_reference: again, it answers 200. */
export const Replays = () => SetMetadata(REPLAYS, true);

/** What a file of any type is documented as. */
export const ANY_TYPE = '*/*';

/** GET of the content of a stored file: what the handler answers is a StoredContent. */
export const ReadsContent = (path: string, about: About) =>
  applyDecorators(
    Get(path),
    operation(about),
    SetMetadata(ROUTE_SHAPE, { kind: 'file', view: Object, hasRanges: true } satisfies RouteShape),
    SetMetadata(FILES, [ANY_TYPE]),
  );

/** Marks an addition to the specification (docs/additions.md). */
export const ADDITION = 'usaha:addition';
export const Addition = () => SetMetadata(ADDITION, true);
