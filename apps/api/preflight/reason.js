import { types } from 'node:util';

const words = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'no space is left on the device',
  ENOENT: 'it does not exist',
};

// `instanceof` would not know the errors of node itself where code runs in a separate context (a test runner's).
export const codeOf = (error) =>
  types.isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What went wrong in words for one line of text. */
export const reasonOf = (error) =>
  words[codeOf(error)] ??
  (types.isNativeError(error) ? error.message : String(error)).split('\n')[0] ??
  'unknown reason';
