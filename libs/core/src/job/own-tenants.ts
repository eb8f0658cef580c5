/**
 * Of tenants that a job finds page by page, those that this instance visits, from the first page that has any: a page full of
 * tenants of other instances keeps none of these waiting.
 * @param pageOf tenants by their ids, of those behind one @param size of a whole page @param after the last of those before; '' for the first
 */
export async function ownTenants(
  pageOf: (after: string) => Promise<string[]>,
  size: number,
  isMine: (tenant_id: string) => boolean,
  after = '',
): Promise<string[]> {
  for (let last = after; ;) {
    const found = await pageOf(last);
    const own = found.filter((tenant_id) => isMine(tenant_id));
    if (own.length > 0 || found.length < size) return own;
    last = found[found.length - 1] as string;
  }
}
