export interface EachTenantOptions {
  /** Called with what went wrong for a tenant. */
  failed: (error: unknown, tenant_id: string) => void;
  /** Whether it should come to an end before the next tenant. */
  isStopping?: () => boolean;
  /** Whether a tenant is this instance's: another one visits the others. */
  isMine?: (tenant_id: string) => boolean;
}

/** Does something for one tenant after another. What fails for one is reported, and is in no other's way. */
export async function eachTenant(
  tenant_ids: readonly string[],
  work: (tenant_id: string) => Promise<unknown>,
  { failed, isStopping = () => false, isMine = () => true }: EachTenantOptions,
): Promise<void> {
  for (const tenant_id of tenant_ids) {
    if (isStopping()) return;
    if (!isMine(tenant_id)) continue;
    try {
      await work(tenant_id);
    } catch (error) {
      failed(error, tenant_id);
    }
  }
}
