import { FairLimit, eachTenant, proportionalQuota, type EachTenantOptions } from '@usaha/shared';

/** How many tenants' letters are sent at once: one that the mail server is slow to take holds one place of them. */
export const PLACES = 8;

/**
 * Gives each tenant turns until it has nothing left, a number of tenants at once: after its turn a tenant goes behind all others of its machine.
 * @param tenantsPerNode tenants by their node: those of one that does not answer leave places for the others'
 * @param turn returns whether the tenant is to have another
 */
export async function inTurns(
  tenantsPerNode: readonly (readonly string[])[],
  turn: (tenant_id: string) => Promise<boolean>,
  { failed, isStopping = () => false, isMine = () => true, places = PLACES }: EachTenantOptions & { places?: number },
): Promise<void> {
  const free = new FairLimit(places, tenantsPerNode.length > 1 ? proportionalQuota(2) : undefined);
  const goThrough = async (tenant_ids: readonly string[], node: number): Promise<void> => {
    const queue = tenant_ids.filter(isMine);
    let next = 0;
    const work = async (tenant_id: string): Promise<void> => {
      if (await free.run(String(node), () => turn(tenant_id))) queue.push(tenant_id);
    };
    const takeTurns = async (): Promise<void> => {
      while (next < queue.length && !isStopping()) {
        const tenant_id = queue[next++] as string;
        await eachTenant([tenant_id], work, { failed, isStopping });
      }
    };
    await Promise.all(Array.from({ length: Math.min(places, queue.length) }, takeTurns));
  };
  await Promise.all(tenantsPerNode.map(goThrough));
}
