/** Longer than any token of ours: one of the longest names that fit into its claims has a tenth of it. */
const LONGEST = 4_096;
/** Three parts in base64url (RFC 7515, 7.1) after the scheme, whose case does not count: nothing here can match in two ways. */
const shape = /^bearer[ \t]+[\w-]+\.[\w-]+\.[\w-]+$/i;

/**
 * Whether an Authorization header can hold a token of ours at all. It is asked before passport-jwt, whose own expression
 * takes time in the square of the header's length, and before a signature is looked at.
 */
export const isBearerToken = (authorization: string | undefined): boolean =>
  authorization !== undefined && authorization.length <= LONGEST && shape.test(authorization);
