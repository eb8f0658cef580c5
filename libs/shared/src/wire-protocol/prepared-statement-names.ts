/** Characters of all texts that have names: every connection keeps those it has had, too. */
const MOST_TEXT = 4_000_000;

/**
 * The names under which statements are kept prepared, one for each text on all connections. Every connection keeps each it
 * has had, with its plan, for as long as it lives: what comes once there are enough of them is sent without a name,
 * planned each time and forgotten. The code's own statements are far fewer; lists may be filtered in more ways than that.
 */
export class PreparedStatementNames {
  private readonly names = new Map<string, string>();
  private length = 0;

  /** @param most names at all @param mostText characters of all their texts */
  constructor(
    private readonly most: number,
    private readonly mostText = MOST_TEXT,
  ) {}

  get size(): number {
    return this.names.size;
  }

  /** @returns undefined where the statement is not kept prepared */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= this.most || this.length + text.length > this.mostText) return undefined;
    const name = `s${this.names.size}`;
    this.names.set(text, name);
    this.length += text.length;
    return name;
  }
}

/** Those of this process. */
export const preparedStatementNames = new PreparedStatementNames(2_000);
