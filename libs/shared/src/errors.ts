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
  message: string;
}

/** Codes that narrow a kind; every other error has the code of its kind. */
export const narrowCodes = ['TENANT_REQUIRED', 'MODULE_DISABLED'] as const;
export type NarrowCode = (typeof narrowCodes)[number];

export interface ErrorExtras {
  /** Narrows the kind: TENANT_REQUIRED and MODULE_DISABLED narrow `forbidden`. */
  code?: NarrowCode;
  errors?: FieldError[];
  details?: Record<string, unknown>;
  /** Seconds after which trying again makes sense: becomes the header Retry-After. */
  retry_after?: number;
  cause?: unknown;
}

/** An error that a client may see: the message says what was wrong, with which value, and what would be right. */
export class DomainError extends Error {
  readonly code?: NarrowCode;
  readonly errors?: FieldError[];
  readonly details?: Record<string, unknown>;
  readonly retry_after?: number;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    extras: ErrorExtras = {},
  ) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'DomainError';
    this.code = extras.code;
    this.errors = extras.errors;
    this.details = extras.details;
    this.retry_after = extras.retry_after;
  }
}

/** A field has a value that cannot be accepted (400). */
export const invalid = (field: string, message: string): DomainError =>
  new DomainError('invalid', message, { errors: [{ field, message }] });

/** There is no such record for this tenant (404): said alike of what never was, what was deleted and what is another tenant's. */
export const notFound = (noun: string): DomainError =>
  new DomainError('not_found', `${noun[0]?.toUpperCase()}${noun.slice(1)} not found`);

/** The request contradicts what is stored (reference 409, contract 400 naming the field). */
export const conflict = (field: string, message: string): DomainError =>
  new DomainError('conflict', message, { errors: [{ field, message }] });

/** This actor may not do this (403). */
export const forbidden = (message: string, code?: NarrowCode): DomainError =>
  new DomainError('forbidden', message, code ? { code } : {});

/** Nobody, or nobody who is still allowed in (401). */
export const unauthenticated = (message: string): DomainError => new DomainError('unauthenticated', message);

/** The service cannot answer right now; the client may try again after `retry_after` seconds (503). */
export const unavailable = (message: string, cause?: unknown): DomainError =>
  new DomainError('unavailable', message, { retry_after: 1, cause });

/**
 * A held record has another version than the one that was read, although it was locked: on a sharded database a lock does
 * not outlive the move of its shard. Nothing was changed; done again, it is done to what is there now (503).
 */
export const changedMeanwhile = (noun: string): DomainError =>
  unavailable(`This ${noun} was changed meanwhile; try again`);
