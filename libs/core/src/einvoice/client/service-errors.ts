import type { ServiceError } from './call-outcome.js';

type Told = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MOST) : null;

/** Longest text of an error that is kept. */
const MOST = 1_000;
/** Errors of one answer that are kept, and how deep they may lie in one another. */
const MOST_ERRORS = 100;
const DEEPEST = 5;

/**
 * The errors of an answer, inner ones in place of those that only hold them. Names of members differ between the SDK's pages and
 * answers (`errorCode`, `code`; `errorMS`, `errorMs`): both are read.
 */
export function serviceErrors(answer: unknown): ServiceError[] {
  const found = isObject(answer) ? errorsOf(answer.error ?? answer, '', 0) : [];
  return found.slice(0, MOST_ERRORS);
}

function errorsOf(told: unknown, outer: string, depth: number): ServiceError[] {
  if (!isObject(told) || depth > DEEPEST) return [];
  const own = textOf(told.errorCode) ?? textOf(told.code) ?? '';
  const code = [outer, own].filter(Boolean).join('/');
  const inner = [told.innerError, told.details, told.innerErrors].find((one) => Array.isArray(one) && one.length > 0);
  const within = ((inner ?? []) as unknown[]).flatMap((one) => errorsOf(one, code, depth + 1));
  if (within.length > 0) return within;
  const en = textOf(told.error) ?? textOf(told.message) ?? textOf(told.error_description) ?? code;
  if (code === '' && en === '') return [];
  const ms = textOf(told.errorMS) ?? textOf(told.errorMs);
  const path = textOf(told.propertyPath) ?? textOf(told.propertyName) ?? textOf(told.target);
  return [{ code: code === '' ? 'Error' : code, path, message: { en, ms } }];
}
