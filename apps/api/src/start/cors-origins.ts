import type { Reader } from './config-reader.js';

/** An origin that a browser would send: nothing after the host. */
export function corsOrigins(read: Reader): string[] | '*' {
  const text = read.text('CORS_ORIGINS') ?? '*';
  if (text === '*') return '*';
  const origins = text.split(',').map((origin) => origin.trim());
  const wrong = origins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(origin));
  if (wrong !== undefined)
    read.problems.push(
      `CORS_ORIGINS must be * or origins like https://app.example separated by commas, not "${wrong}"`,
    );
  return origins;
}
