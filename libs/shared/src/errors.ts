import { messages } from './language/messages.js';
import type { Language, Message, Words } from './language/words.js';

/**
 * What can go wrong, in the words of the domain. Every surface owns a total table from kind to status and
 * body (DESIGN: "throw errors of a kind, translate once"), so a new kind does not compile until both know it.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_failed'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'method_not_allowed'
  | 'precondition_failed'
  | 'too_large'
  | 'too_many'
  | 'internal'
  | 'unavailable';

/** One thing that is wrong with one field of a body or query; `field` is spelled as on the wire, nested with dots. */
export interface FieldError {
  field: string;
  message: Message;
  /** For programs, where the message alone would tell. */
  reason?: 'duplicate';
}

/** Codes that narrow a kind; every other error has the code of its kind. */
export const narrowCodes = [
  'TENANT_REQUIRED',
  'MODULE_DISABLED',
  'QUOTA_EXCEEDED',
  'DUPLICATE',
  'SESSION_REQUIRED',
  'MFA_ENROL_FIRST',
  'LETTERS_UNAVAILABLE',
  'SCOPE_MISSING',
  'ADDRESS_NOT_ALLOWED',
  'MFA_REQUIRED',
  'MFA_CODE_INVALID',
  'MFA_TOKEN_INVALID',
  'MFA_ENROLMENT_REQUIRED',
  'MFA_ENFORCED',
  'STEP_UP_REQUIRED',
  'FILE_NOT_READY',
  'NOT_REACHABLE',
  'JUST_SENT',
  'LINKS_UNAVAILABLE',
  'PAYMENT_REQUEST_OPEN',
  'NOTHING_OPEN',
  'REFERENCE_USED',
  'PAYMENTS_NOT_SET_UP',
  'ATTEMPT_PROCESSING',
  'TOO_MANY_ATTEMPTS',
  'GATEWAY_SILENT',
  'REFUND_NOT_SUPPORTED',
  'EINVOICES_OFF',
  'ALREADY_INVOICED',
  'ALREADY_CONSOLIDATED',
  'WRONG_STATUS',
  'WINDOW_OVER',
  'ACTIVE_NOTES',
  'OPEN_DOCUMENTS',
] as const;
export type NarrowCode = (typeof narrowCodes)[number];

export interface ErrorExtras {
  /** Narrows the kind: the table of documents says which (`apps/api/src/docs/error-codes.ts`). */
  code?: NarrowCode;
  errors?: FieldError[];
  details?: Record<string, unknown>;
  /** Seconds after which trying again makes sense: becomes the header Retry-After. */
  retry_after?: number;
  /** The header WWW-Authenticate, where it asks for more than a token. */
  authenticate?: string;
  cause?: unknown;
}

/** An error in the one language in which it is answered. */
export interface TranslatedError extends Pick<DomainError, 'kind' | 'code' | 'details'> {
  message: string;
  errors?: { field: string; message: string; reason?: FieldError['reason'] }[];
}

/**
 * An error that a client may see: its words say what was wrong, with which value, and what would be right, in every
 * language; `message` is the English text, for logs.
 */
export class DomainError extends Error {
  readonly code?: NarrowCode;
  readonly errors?: FieldError[];
  readonly details?: Record<string, unknown>;
  readonly retry_after?: number;
  readonly authenticate?: string;

  constructor(
    readonly kind: ErrorKind,
    readonly words: Message,
    extras: ErrorExtras = {},
  ) {
    super(words.in('en'), extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'DomainError';
    this.code = extras.code;
    this.errors = extras.errors;
    this.details = extras.details;
    this.retry_after = extras.retry_after;
    this.authenticate = extras.authenticate;
  }

  in(language: Language): TranslatedError {
    const { kind, code, details } = this;
    const errors = this.errors?.map(({ field, message, reason }) => ({
      field,
      message: message.in(language),
      ...(reason && { reason }),
    }));
    return { kind, code, details, message: this.words.in(language), errors };
  }
}

/** A field has a value that cannot be accepted (400). */
export const invalid = (field: string, message: Message): DomainError =>
  new DomainError('invalid', message, { errors: [{ field, message }] });

/** There is no such record for this tenant (404): said alike of what never was, what was deleted and what is another tenant's. */
export const notFound = (noun: Words): DomainError => new DomainError('not_found', messages.notFound({ noun }));

/** The request contradicts what is stored (reference 409, contract 400 naming the field). */
export const conflict = (field: string, message: Message): DomainError =>
  new DomainError('conflict', message, { errors: [{ field, message }] });

/** Another record has the value of a field that must be unique: a conflict that programs can tell from others. */
export const duplicate = (field: string, message: Message): DomainError =>
  new DomainError('conflict', message, { code: 'DUPLICATE', errors: [{ field, message, reason: 'duplicate' }] });

/** This actor may not do this (403). */
export const forbidden = (
  message: Message,
  code?: NarrowCode,
  details?: Readonly<Record<string, unknown>>,
): DomainError => new DomainError('forbidden', message, { ...(code && { code }), ...(details && { details }) });

/** No user, or one who is not allowed in any more (401). */
export const unauthenticated = (message: Message): DomainError => new DomainError('unauthenticated', message);

/** The service cannot answer right now; the client may try again after `retry_after` seconds (503). */
export const unavailable = (message: Message, cause?: unknown): DomainError =>
  new DomainError('unavailable', message, { retry_after: 1, cause });

/**
 * A held record has another version than the one that was read, although it was locked: on a sharded database a lock does
 * not outlive the move of its shard. Nothing was changed; done again, it is done to what is there now (503).
 */
export const changedMeanwhile = (noun: Words): DomainError => unavailable(messages.changedMeanwhile({ noun }));
