/** What a record held when it was read, to find out later what was changed: values that can be compared, in the order of the columns. */
export class Snapshot {
  /** @param places of columns by name, in every snapshot of the table */
  constructor(
    private readonly places: ReadonlyMap<string, number>,
    readonly values: unknown[],
  ) {}

  get(name: string): unknown {
    const place = this.places.get(name);
    return place === undefined ? undefined : this.values[place];
  }

  /** Takes the values of some columns from a later one. */
  takeOver(later: Snapshot, names: Iterable<string>): void {
    for (const name of names) {
      const place = this.places.get(name);
      if (place !== undefined) this.values[place] = later.values[place];
    }
  }
}
