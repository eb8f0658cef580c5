/** What a browser client may read of an answer from another origin. It may send every header, `Mfa-Code` too: preflights allow what they ask for. */
export const exposedHeaders = [
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'Allow',
  'Content-Disposition',
  'Idempotent-Replayed',
];

const ALLOWED = 'Access-Control-Allow-Origin';

/** Headers of the answers to everything but preflights, as the package cors sets them, which works them out for each request. */
export interface CrossOrigin {
  /** Those that are the same for all. */
  always: Readonly<Record<string, string>>;
  /** Those of a request from this origin. */
  of(origin: string | undefined): Readonly<Record<string, string>>;
}

/** @param origins that may read answers; `*` for all */
export function crossOrigin(origins: readonly string[] | '*'): CrossOrigin {
  const exposed = { 'Access-Control-Expose-Headers': exposedHeaders.join(',') };
  const none = {};
  if (origins === '*') return { always: { ...exposed, [ALLOWED]: '*' }, of: () => none };
  const known = new Map(origins.map((origin) => [origin, { [ALLOWED]: origin }]));
  return { always: exposed, of: (origin) => (origin === undefined ? none : (known.get(origin) ?? none)) };
}
