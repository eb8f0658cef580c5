import { types } from 'node:util';

const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'no space is left on the device',
  ENOENT: 'it does not exist',
};

/** The code of an error of the system or of PostgreSQL; empty where it has none. */
// `instanceof` would not know the errors of node itself where code runs in a separate context (a test runner's).
export const codeOf = (error: unknown): string =>
  types.isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The reason of a failure in words for one line of text. */
export const reasonOf = (error: unknown): string =>
  words[codeOf(error)] ??
  (types.isNativeError(error) ? error.message : String(error)).split('\n')[0] ??
  'unknown reason';
