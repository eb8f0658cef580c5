/** SQL of the patterns that the tenant $1 awaits: of its endpoints, of handlers, and everything while its feed is on. */
export const AWAITED = `
  (select i.endpoint_types || i.inner_types || case when i.feed_since is null then '{}'::text[] else '{*}'::text[] end
   from core.event_interests i where i.tenant_id = $1)`;

/** The same as a condition of a row `i`. @param patterns a placeholder */
export const awaitsOneOf = (patterns: string): string =>
  `(i.feed_since is not null and '*' = any(${patterns}) or i.endpoint_types && ${patterns} or i.inner_types && ${patterns})`;
