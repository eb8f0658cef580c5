import { ContractModule } from '../surfaces/contract/contract.module.js';
import { contract } from '../surfaces/contract/contract.js';
import { schemaRef, type Schema } from './openapi.js';
import { whole, errorFields, pagination, type SurfaceTexts } from './surface.js';
import { contractNotes } from './contract-notes.js';
import { tags } from './tags.js';

const { code, message, timestamp, details } = errorFields;

/** Whether another record has the value is told apart from other refusals of this status. */
const errors: Schema = {
  ...errorFields.errors,
  items: {
    ...errorFields.errors.items,
    properties: {
      ...errorFields.errors.items.properties,
      reason: {
        type: 'string',
        enum: ['duplicate'],
        description: 'duplicate: another record has the value of a field that must be unique; otherwise absent',
        examples: ['duplicate'],
      },
    },
  },
};

/** Of an error body that has one code only. */
const only = (value: string): Schema => ({
  type: 'string',
  description: code.description,
  const: value,
  default: value,
  examples: [value],
});

export const contractTexts: SurfaceTexts = {
  module: ContractModule,
  dialect: contract,
  title: 'Usaha: contract surface',
  description: `The multi-tenant business backend for small and medium businesses in Malaysia, on its contract surface: resources without an envelope, lists under their name with \`pagination\` next to them, enumerated values in upper case, paths without a trailing slash. Sign in with \`POST /v1/auth/login\`, and send the access token as a bearer token. The same records are served on the reference surface, \`/api/v1\`. Unknown fields of a body are ignored. Every GET operation also supports HEAD.

${contractNotes()}`,
  trailingSlash: false,
  tags,
  tellsScopes: false,
  tellsEvents: false,
  schemas: {
    Pagination: pagination('limit'),
    Error: whole('Any other error', { code, message, details, timestamp }),
    ValidationError: whole('The request or one of its fields is invalid', {
      code: only('VALIDATION_ERROR'),
      message,
      errors,
    }),
    UnauthorizedError: whole('Authentication is missing or has failed', {
      code: only('UNAUTHORIZED'),
      message,
      timestamp,
    }),
    NotFoundError: whole('The record was not found', {
      code: only('NOT_FOUND'),
      message,
      timestamp,
    }),
  },
  errorSchema: {
    invalid: 'ValidationError',
    unauthenticated: 'UnauthorizedError',
    payment_failed: 'Error',
    forbidden: 'Error',
    not_found: 'NotFoundError',
    conflict: 'ValidationError',
    method_not_allowed: 'Error',
    precondition_failed: 'Error',
    too_large: 'Error',
    too_many: 'Error',
    internal: 'Error',
    unavailable: 'Error',
  },
  single: () => null,
  page: (list, name, view) =>
    whole(`One page of a list: ${name}`, {
      [list]: { type: 'array', description: 'Records of this page', items: view },
      pagination: { ...schemaRef('Pagination'), description: 'Position of this page in the list' },
    }),
};
