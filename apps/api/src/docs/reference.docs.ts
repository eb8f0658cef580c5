import { ReferenceModule } from '../surfaces/reference/reference.module.js';
import { reference } from '../surfaces/reference/reference.js';
import { schemaRef, type Schema } from './openapi.js';
import { whole, cursorPagination, errorFields, pagination, type SurfaceTexts } from './surface.js';
import { tags } from './tags.js';

const { code, message, timestamp, errors, details } = errorFields;

const success = (value: boolean): Schema => ({
  type: 'boolean',
  const: value,
  description: `Always ${value}`,
  examples: [value],
});

const errorInfo: Schema = {
  ...whole('The error', { code, message, errors, details, timestamp }),
  required: ['code', 'message', 'timestamp'],
};

export const referenceTexts: SurfaceTexts = {
  module: ReferenceModule,
  dialect: reference,
  title: 'Usaha: reference surface',
  description:
    'The multi-tenant business backend for small and medium businesses in Malaysia, on its reference surface: every response in an envelope, lists as an array in `data` with `pagination` next to it, enumerated values in lower case, paths with a trailing slash. Sign in with `POST /api/v1/auth/login/`, and send the access token as a bearer token. The same records are served on the contract surface, `/v1`. Unknown fields of a body are ignored. Every GET operation also supports HEAD. Operations marked `x-addition` are additions to the specification.',
  trailingSlash: true,
  tags,
  tellsScopes: true,
  tellsEvents: true,
  schemas: {
    Pagination: pagination('page_size'),
    CursorPagination: cursorPagination,
    ErrorInfo: errorInfo,
    Error: whole('An error', {
      success: success(false),
      error: { ...schemaRef('ErrorInfo'), description: 'The error' },
    }),
  },
  errorSchema: {
    invalid: 'Error',
    unauthenticated: 'Error',
    payment_failed: 'Error',
    forbidden: 'Error',
    not_found: 'Error',
    conflict: 'Error',
    method_not_allowed: 'Error',
    precondition_failed: 'Error',
    too_large: 'Error',
    too_many: 'Error',
    internal: 'Error',
    unavailable: 'Error',
  },
  single: (name, view) =>
    whole(`A successful response with the data: ${name}`, {
      success: success(true),
      data: { ...view, description: 'The result' },
    }),
  page: (_list, name, view) =>
    whole(`A successful response with one page of a list: ${name}`, {
      success: success(true),
      data: { type: 'array', description: 'Records of this page', items: view },
      pagination: { ...schemaRef('Pagination'), description: 'Position of this page in the list' },
    }),
  followed: (name, view) =>
    whole(`A successful response with rows after a cursor: ${name}`, {
      success: success(true),
      data: { type: 'array', description: 'Rows after the cursor, oldest first', items: view },
      pagination: { ...schemaRef('CursorPagination'), description: 'Position in the list' },
    }),
};
