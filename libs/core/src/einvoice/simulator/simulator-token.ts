/** How long a token lasts, as MyInvois has it. */
export const TOKEN_SECONDS = 3600;
const PREFIX = 'simulator.';

/**
 * A token of the simulator: it names the TIN that has signed in, and its end. It is no secret: the simulator of a tenant is reached
 * from within the service only.
 */
export const simulatorToken = (tin: string, now: Date): string =>
  `${PREFIX}${Buffer.from(tin).toString('base64url')}.${now.getTime() + TOKEN_SECONDS * 1000}`;

/** The TIN that a header `Authorization` names; null where the token is none, or is over. */
export function tinOfToken(authorization: string | null, now: Date): string | null {
  const [, tin = '', until] = /^Bearer simulator\.([\w-]+)\.(\d+)$/.exec(authorization ?? '') ?? [];
  return Number(until) > now.getTime() ? Buffer.from(tin, 'base64url').toString() : null;
}
