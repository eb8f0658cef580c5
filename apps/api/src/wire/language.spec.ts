import { languageOf } from './language.decorator.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['ms', 'ms'],
  ['ms-MY', 'ms'],
  ['MS-my,en;q=0.8', 'ms'],
  ['en-GB, ms;q=0.9', 'en'],
  ['en;q=0.4, ms;q=0.9', 'ms'],
  ['en, ms', 'en'],
  ['ms, en', 'ms'],
  ['zh, ms;q=0.5', 'ms'],
  ['zh, ta', 'en'],
  ['ms;q=0', 'en'],
  ['*', 'en'],
  ['ms;q=0.8,en', 'en'],
  ['zh', 'en'],
  ['zh-Hans-MY, ms-MY;q=0.7, *;q=0.1', 'ms'],
  ['msa', 'en'],
  [',;,', 'en'],
  ['ms;q=nonsense', 'ms'],
])('Accept-Language %j reads %s', (header, language) => expect(languageOf(header)).toBe(language));
