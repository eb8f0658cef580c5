/** In which order the names of an issuer are written. */
export const issuerNameOrders = ['reversed', 'encoded'] as const;
export type IssuerNameOrder = (typeof issuerNameOrders)[number];

/**
 * A distinguished name on one line, its parts joined by ", " (RFC 4514).
 * @param name as X509Certificate of node:crypto tells it: a part a line, in the order in which they are encoded
 * @param order `reversed` against the certificate's own order, as both CAs' published samples have it; `encoded` in that order
 */
export function joinedName(name: string, order: IssuerNameOrder): string {
  const parts = name.split('\n').filter((part) => part !== '');
  return (order === 'reversed' ? parts.reverse() : parts).join(', ');
}

/** The values of a part of a name, by its short name or its number. */
export const valuesOf = (name: string, ...types: readonly string[]): string[] =>
  name.split('\n').flatMap((part) => {
    const at = part.indexOf('=');
    return at > 0 && types.includes(part.slice(0, at)) ? [part.slice(at + 1)] : [];
  });
