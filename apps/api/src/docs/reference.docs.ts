import { ReferenceModule } from '../reference/reference.module.js';
import { reference } from '../reference/reference.js';
import { schemaRef, type Schema } from './openapi.js';
import { whole, errorFields, pagination, type SurfaceDocumentation } from './surface.js';
import { tags } from './tags.js';

const { code, message, timestamp, errors, details } = errorFields;

const success = (value: boolean): Schema => ({
  type: 'boolean',
  const: value,
  description: `Always ${value} here`,
  examples: [value],
});

const errorInfo: Schema = {
  ...whole('What went wrong', { code, message, errors, details, timestamp }),
  required: ['code', 'message', 'timestamp'],
};

export const referenceDocumentation: SurfaceDocumentation = {
  module: ReferenceModule,
  dialect: reference,
  title: 'Usaha: reference surface',
  description:
    'The multi-tenant business backend for small and medium businesses in Malaysia, on its reference surface: every answer in an envelope, a list as an array in `data` with `pagination` beside it, enumerated values in lower case, paths with a trailing slash. Sign in with `POST /api/v1/auth/login/`, and send the access token as a bearer token. The same records are served on the contract surface, `/v1`. Unknown fields of a body are ignored. Every operation that reads with GET answers HEAD too. What is marked `x-addition` stands beside the specification.',
  trailingSlash: true,
  tags,
  schemas: {
    Pagination: pagination('page_size'),
    ErrorInfo: errorInfo,
    Error: whole('What every error answers', {
      success: success(false),
      error: { ...schemaRef('ErrorInfo'), description: 'What went wrong' },
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
    whole(`A result in the envelope of every answer: ${name}`, {
      success: success(true),
      data: { ...view, description: 'The result' },
    }),
  page: (_list, name, view) =>
    whole(`One page of a list in the envelope of every answer: ${name}`, {
      success: success(true),
      data: { type: 'array', description: 'The rows of this page', items: view },
      pagination: { ...schemaRef('Pagination'), description: 'Where in the list this page is' },
    }),
};
