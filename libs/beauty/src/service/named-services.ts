import type { Context } from '@usaha/shared';
import type { SalonServiceRepository } from './salon-service.repository.js';

/**
 * Lines of a list that may each name a service, with ids as they are kept. A service that the list named before may have been
 * deleted since: what was read can be sent back.
 * @param list the name of the list, for errors @param lines as they are to be; undefined is no list
 * @throws invalid for a service that is not there
 */
export async function namedServices<T extends { service_id: string | null }>(
  ctx: Context,
  services: SalonServiceRepository,
  list: string,
  lines: readonly T[] | undefined,
  before: readonly T[],
): Promise<T[] | undefined> {
  if (lines === undefined) return undefined;
  const known = new Set(before.map(({ service_id }) => service_id));
  const isKnown = (id: string): boolean => known.has(id.toLowerCase());
  const asked = lines.flatMap(({ service_id }) => (service_id === null || isKnown(service_id) ? [] : [service_id]));
  const serviceNamed = await services.allNamed(ctx, asked);
  return lines.map((line, i) => {
    const { service_id } = line;
    if (service_id === null) return line;
    const id = isKnown(service_id) ? service_id.toLowerCase() : serviceNamed(`${list}.${i}.service_id`, service_id).id;
    return { ...line, service_id: id };
  });
}
