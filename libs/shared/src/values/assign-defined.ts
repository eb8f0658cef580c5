/**
 * Sets those of an entity's fields that are given: what is undefined was not stated and stays, null clears. For the
 * entity's own verbs, each with a list of the fields that it may change and that follow no rule.
 */
export function assignDefined<T extends object, N extends keyof T>(
  entity: T,
  changes: { readonly [K in N]?: T[K] | undefined },
  names: readonly N[],
): void {
  for (const name of names) {
    const value = changes[name];
    if (value !== undefined) entity[name] = value;
  }
}
