/** The release of PostgreSQL 18 that mends 28 vulnerabilities (August 2026), some of them in pg_trgm, which searches use. */
const LEAST_SAFE = [18, 6] as const;

/**
 * What to know of the PostgreSQL that comes along, where a later release has mended what this one has not.
 * @param version of the package: `18.4.0-beta.17`
 * @returns a sentence; null where nothing is known
 */
export function knownVulnerabilities(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSafe = major > LEAST_SAFE[0] || (major === LEAST_SAFE[0] && minor >= LEAST_SAFE[1]);
  if (isSafe) return null;
  return (
    `The embedded PostgreSQL ${major}.${minor} lacks the security fixes of ${LEAST_SAFE.join('.')}: it is for development, and for ` +
    'small single-machine use where nothing but the service reaches it; for more, set DATABASE_URL'
  );
}
