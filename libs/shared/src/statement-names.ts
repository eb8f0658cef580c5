/**
 * The names under which statements are kept prepared, one for each text on all connections. Every connection keeps each it
 * has had, with its plan, for as long as it lives: what comes once there are enough of them is sent without a name,
 * planned each time and forgotten. The code's own statements are far fewer; lists may be filtered in more ways than that.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** @param most names at all */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.names.size;
  }

  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.most) return known;
    const name = `s${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}

/** Those of this process. */
export const statementNames = new StatementNames(2_000);
