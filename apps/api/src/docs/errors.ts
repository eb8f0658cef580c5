import { coreNouns, paymentMessages, refusalWords, userMessages } from '@usaha/core';
import { DomainError, conflict, fieldMessages, forbidden, invalid, notFound, unauthenticated } from '@usaha/shared';
import { kernelMessages, type ErrorKind } from '@usaha/shared/operation';
import { headersOf } from './headers.js';
import { schemaRef, type Response } from './openapi.js';
import type { RouteFacts } from './route-facts.js';
import type { SurfaceTexts } from './surface.js';
import { BODY_LIMIT } from '../http/pipeline/body.js';
import { messages } from '../http/messages.js';

/** An operation as the errors it can answer depend on it. */
export interface DescribedRoute extends RouteFacts {
  operationId: string;
  hasId: boolean;
  hasQuery: boolean;
}

const changes = ({ method }: DescribedRoute): boolean => method !== 'GET';

/** A PUT or DELETE without an id changes the one record that a tenant has. */
const changesOne = (route: DescribedRoute): boolean => changes(route) && (route.hasId || route.method !== 'POST');

/** Whether an Idempotency-Key is heeded; one that was used with another body is a conflict. */
export const heedsKey = ({ method, access }: DescribedRoute): boolean =>
  method === 'POST' && access.idempotent && !access.isPublic;

/** Which errors an operation can answer. A body is read wherever one may be sent, also where none is expected. */
const rules: [ErrorKind, (route: DescribedRoute) => boolean][] = [
  ['invalid', (route) => changes(route) || route.hasQuery],
  ['unauthenticated', ({ access }) => !access.isPublic],
  // A reader's right is everybody's; API keys need a scope, or have no access at all.
  ['forbidden', ({ access }) => !access.isPublic],
  ['not_found', ({ hasId }) => hasId],
  ['conflict', (route) => changes(route) && (changesOne(route) || route.status === 201 || heedsKey(route))],
  ['precondition_failed', changesOne],
  ['too_large', changes],
  // Beyond the rate limit of an API key.
  ['too_many', ({ access }) => !access.isPublic],
  ['internal', () => true],
  ['unavailable', () => true],
];

/** What annotations do not say: errors of the domain, by operation. */
const operationErrors: Record<string, ErrorKind[]> = {
  authLogin: ['unauthenticated', 'not_found', 'too_many'],
  authForgotPassword: ['not_found', 'too_many'],
  authRefresh: ['unauthenticated'],
  authMfaTotp: ['conflict'],
  authMfaTotpConfirm: ['conflict'],
  authMfaTotpDisable: ['conflict'],
  authMfaStepUp: ['conflict'],
  authMeEmail: ['conflict'],
  authConfirmEmail: ['conflict'],
  authMfaVerify: ['unauthenticated', 'too_many'],
  authMfaRecoveryCodes: ['conflict'],
  einvoicesRequestLinkGet: ['not_found'],
  einvoicesSettingsCertificateDelete: ['not_found'],
  einvoicesSimulatorGet: ['conflict'],
  einvoicesSimulatorDocumentsList: ['conflict'],
  paymentAccountDuitnowQrGet: ['not_found'],
  paymentAccountDuitnowQrDelete: ['not_found'],
  eventsList: ['conflict'],
  fileContent: ['conflict'],
  tenantsCreate: ['forbidden'],
  paymentsCreate: ['payment_failed'],
  // What the body names is what the request is about.
  paymentRequestsCreate: ['not_found'],
  paymentRefund: ['payment_failed'],
  paymentRequestRefundsCreate: ['payment_failed'],
};

export function kindsOf(route: DescribedRoute): ErrorKind[] {
  const ruled = rules.filter(([, applies]) => applies(route)).map(([kind]) => kind);
  return [...new Set([...ruled, ...(operationErrors[route.operationId] ?? [])])];
}

interface ErrorDocumentation {
  /** Of the response among the components. */
  name: string;
  description: string;
  examples: Record<string, DomainError>;
}

const errors: Readonly<Record<ErrorKind, ErrorDocumentation>> = {
  invalid: {
    name: 'BadRequest',
    description: 'A field is missing or wrong, or the body is not a JSON object.',
    examples: { invalid: invalid('name', fieldMessages.mustNotBeEmpty({ field: 'name' })) },
  },
  unauthenticated: {
    name: 'Unauthorized',
    description: 'The access token is missing or invalid, or the credentials are wrong.',
    examples: { unauthenticated: unauthenticated(messages.tokenNeeded()) },
  },
  payment_failed: {
    name: 'PaymentFailed',
    description: 'The payment failed. It is stored as failed; `details` has its transaction id and the reason.',
    examples: {
      payment_failed: new DomainError('payment_failed', paymentMessages.failed({ reason: refusalWords.declined }), {
        details: { transaction_id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', reason: 'declined' },
      }),
    },
  },
  forbidden: {
    name: 'Forbidden',
    description:
      'The role has no permission, the account has no tenant yet (TENANT_REQUIRED) or as many as it may have (QUOTA_EXCEEDED), the module is disabled (MODULE_DISABLED, named in `details.module`), the account policy asks for a second factor (MFA_ENROLMENT_REQUIRED), or an API key was sent where a session is needed (SESSION_REQUIRED), without the scope (SCOPE_MISSING, named in `details.scope`) or from another address than its own (ADDRESS_NOT_ALLOWED). On the contract surface these four are FORBIDDEN with `details.reason`.',
    examples: {
      role: forbidden(messages.roleMayNot({ role: 'viewer' })),
      tenant_required: forbidden(messages.tenantRequired(), 'TENANT_REQUIRED'),
      module_disabled: forbidden(messages.moduleDisabled({ module: 'retail' }), 'MODULE_DISABLED', {
        module: 'retail',
      }),
    },
  },
  not_found: {
    name: 'NotFound',
    description:
      'The record does not exist in this tenant: it was never created, was deleted, or belongs to another tenant.',
    examples: { not_found: notFound(coreNouns.user) },
  },
  conflict: {
    name: 'Conflict',
    description:
      'The request conflicts with existing records: a name is taken, a rule would be broken, or the Idempotency-Key was used with another body.',
    examples: { conflict: conflict('email', userMessages.emailInUse()) },
  },
  method_not_allowed: {
    name: 'MethodNotAllowed',
    description: 'The path does not support this method.',
    examples: {
      method_not_allowed: new DomainError(
        'method_not_allowed',
        messages.methodNotAllowed({ method: 'PATCH', allowed: ['GET', 'HEAD'] }),
      ),
    },
  },
  precondition_failed: {
    name: 'PreconditionFailed',
    description: 'The record has another version than If-Match says.',
    examples: {
      precondition_failed: new DomainError(
        'precondition_failed',
        kernelMessages.changedSinceRead({ noun: coreNouns.user }),
      ),
    },
  },
  too_large: {
    name: 'PayloadTooLarge',
    description: 'The body is larger than one megabyte.',
    examples: { too_large: new DomainError('too_large', messages.bodyTooLarge({ most: BODY_LIMIT })) },
  },
  too_many: {
    name: 'TooManyRequests',
    description:
      'Too many failed sign-ins for this account from this address, too many wrong codes of this user, or more requests than the API key may send in a minute.',
    examples: { too_many: new DomainError('too_many', userMessages.tooManySignIns({ seconds: 900 })) },
  },
  internal: {
    name: 'InternalError',
    description: 'An internal error. Quote the request id when you report it.',
    examples: { internal: new DomainError('internal', messages.internal()) },
  },
  unavailable: {
    name: 'Unavailable',
    description: 'The service is temporarily unavailable: the database does not respond, or the request took too long.',
    examples: { unavailable: new DomainError('unavailable', kernelMessages.databaseBusy()) },
  },
};

/** What errors of a kind mean, for the list of their codes. */
export const errorMeanings = Object.fromEntries(
  Object.entries(errors).map(([kind, { description }]) => [kind, description]),
) as Record<ErrorKind, string>;

const own: Partial<Record<ErrorKind, string>> = {
  payment_failed: 'Idempotent-Replayed',
  unauthenticated: 'WWW-Authenticate',
  too_many: 'Retry-After',
  unavailable: 'Retry-After',
};

const WHEN = '2026-03-10T08:30:00.000Z';

/** The response of a surface to errors: one per status, since a surface may answer two kinds with one. */
export function errorResponses({ dialect, errorSchema }: SurfaceTexts): Map<ErrorKind, [string, Response]> {
  const byKind = new Map<ErrorKind, [string, Response]>();
  const byStatus = new Map<number, [string, Response]>();
  for (const kind of Object.keys(errors) as ErrorKind[]) {
    const { name, description, examples } = errors[kind];
    const status = dialect.status[kind];
    const shown = Object.fromEntries(
      Object.entries(examples).map(([key, error]) => [key, { value: dialect.error(error.in('en'), WHEN) }]),
    );
    const same = byStatus.get(status);
    if (same?.[1].content) {
      same[1].description += ` ${description}`;
      Object.assign(same[1].content['application/json'].examples ?? {}, shown);
    }
    const entry = same ?? [
      name,
      {
        description,
        headers: headersOf('Content-Language', ...(own[kind] === undefined ? [] : [own[kind]])),
        content: { 'application/json': { schema: schemaRef(errorSchema[kind]), examples: shown } },
      },
    ];
    byStatus.set(status, entry);
    byKind.set(kind, entry);
  }
  return byKind;
}
