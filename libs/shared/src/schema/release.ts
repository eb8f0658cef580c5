/** A release of the service, as package.json numbers it: `1.4.0`. */
export type Release = `${number}.${number}.${number}`;

/** @returns below 0 where the first is older, above 0 where it is newer, 0 where both are the same */
export function compareReleases(one: string, other: string): number {
  const [parts, others] = [numbersOf(one), numbersOf(other)];
  const apart = parts.map((part, i) => part - (others[i] ?? 0));
  return apart.find((difference) => difference !== 0) ?? 0;
}

const numbersOf = (release: string): number[] => release.split('.').map(Number);

/** A release that is older than those that can work with a schema. */
export class ReleaseTooOld extends Error {
  constructor(
    readonly release: string,
    readonly oldest: string,
    readonly migration: string,
  ) {
    super(
      `This is release ${release}, and the database needs release ${oldest} or a later one since the migration ${migration}; start that, or restore the backup made before the upgrade`,
    );
  }
}
