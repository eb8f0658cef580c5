import { DomainError, type FieldError } from '@usaha/shared';

/** What came of a row. */
export const rowResults = ['created', 'updated', 'unchanged', 'failed'] as const;
export type RowResult = (typeof rowResults)[number];

export interface RowOutcome {
  result: RowResult;
  /** The record's; null where there is none. */
  id: string | null;
  errors: readonly FieldError[];
}

export const failed = (errors: readonly FieldError[]): RowOutcome => ({ result: 'failed', id: null, errors });

/** Kinds of errors that are a row's fault: a later attempt with the same row fails too. */
const faults: ReadonlySet<DomainError['kind']> = new Set(['invalid', 'conflict', 'forbidden', 'not_found']);

/** Whether a row is at fault; all other errors end the whole piece of work. */
export const isFault = (error: unknown): error is DomainError => error instanceof DomainError && faults.has(error.kind);

/** What a row is told of an error. @param field that is named where the error names none */
export const faultsOf = ({ errors, words }: DomainError, field: string): readonly FieldError[] =>
  errors?.length ? errors : [{ field, message: words }];
