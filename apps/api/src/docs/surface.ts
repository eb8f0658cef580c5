import type { Type } from '@nestjs/common';
import type { ErrorKind } from '@usaha/shared/operation';
import type { Dialect } from '../wire/dialect.js';
import { schemaRef, type Schema } from './openapi.js';

/** How a surface's document differs from the other's. There is one of these per surface, in addition to its dialect's file. */
export interface SurfaceTexts {
  module: Type;
  dialect: Dialect;
  title: string;
  description: string;
  /** Whether stated paths end in a slash. */
  trailingSlash: boolean;
  tags: Record<string, string>;
  /** Whether operations name the scope that they need of an API key. */
  tellsScopes: boolean;
  /** Of its envelope, paging and errors: what is not a record. */
  schemas: Record<string, Schema>;
  /** The schema of an error body, by kind. */
  errorSchema: Readonly<Record<ErrorKind, string>>;
  /** The body of a single record or result: a separate schema, or the record itself. @param name of what it holds */
  single(name: string, view: Schema): Schema | null;
  /** The body of a page. */
  page(list: string, name: string, view: Schema): Schema;
  /** The body of rows after a cursor; absent where the surface has no such list. */
  followed?(name: string, view: Schema): Schema;
  /** Whether the document has the events that webhooks are sent. */
  tellsEvents: boolean;
}

/** An object that always has these fields. Others may join them later: a client is to ignore what it does not know. */
export const whole = (description: string, properties: Record<string, Schema>): Schema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

const count = (description: string, minimum: number, example: number): Schema => ({
  type: 'integer',
  minimum,
  description,
  examples: [example],
});

/** The pagination of a list. @param size the name of the page's length */
export const pagination = (size: string): Schema =>
  whole('Position of this page in the list', {
    page: count('Page number, from 1', 1, 1),
    [size]: count('Page size, as applied', 1, 20),
    total: count('Number of records in the whole list', 0, 1),
    pages: count('Number of pages in the whole list', 0, 1),
  });

/** The pagination of a list with a cursor. */
export const cursorPagination: Schema = whole('Position in a list that is followed by a cursor', {
  page_size: count('Most rows in an answer, as applied', 1, 100),
  has_more: { type: 'boolean', description: 'Whether more rows are there already', examples: [false] },
  next_cursor: {
    type: ['string', 'null'],
    description:
      'The cursor to go on from; of events the id of the last one, otherwise the cursor that was sent; null where a list has no more rows',
    examples: ['msg_0198f3a26b1c7c3e9d2a1f2e3d4c5b6a'],
  },
});

const text = (description: string, example: string): Schema => ({ type: 'string', description, examples: [example] });

/** Fields that errors share. */
export const errorFields = {
  code: { ...schemaRef('ErrorCode'), description: 'Error code, for programs', examples: ['FORBIDDEN'] },
  message: text('Error message, for people: the wrong value and what is expected', 'name must not be empty'),
  timestamp: {
    type: 'string',
    format: 'date-time',
    description: 'Time of the error (UTC)',
    examples: ['2026-03-10T08:30:00.000Z'],
  },
  errors: {
    type: 'array',
    description: 'All errors found in the request',
    items: whole('An error in one field', {
      field: text(
        'Field of the body or query, with dots for nested fields; `request` or `body` for the request or body as a whole',
        'name',
      ),
      message: text('Error message', 'name must not be empty'),
    }),
    examples: [[{ field: 'name', message: 'name must not be empty' }]],
  },
  details: {
    type: 'object',
    description: 'Details of the error; empty if there are none',
    additionalProperties: true,
    examples: [{}],
  },
} satisfies Record<string, Schema>;
