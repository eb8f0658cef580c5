/**
 * Whose turn it is where work waits in line: a tenant or an address by itself, or a tenant of an account that has several of
 * them, which share one part.
 */
export type Owner = string | { readonly name: string; readonly group: string };

export const ownerName = (owner: Owner): string => (typeof owner === 'string' ? owner : owner.name);

/** What shares one part with the owner: the owner alone, unless there is a group. */
export const ownerGroup = (owner: Owner): string => (typeof owner === 'string' ? owner : owner.group);
