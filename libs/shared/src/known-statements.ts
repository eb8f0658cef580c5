/** What is known of a statement by its text. */
export interface KnownStatement {
  /** Under which it is kept prepared; none: it is not. */
  readonly name?: string;
  /** Whether it leaves nothing behind that its transaction must keep: no lock, no setting, no cursor, no row. */
  readonly onlyReads: boolean;
}

/** Words of statements that are no mere reading, though they begin like it. */
const leaving =
  /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\b(?:insert\s+into|update|delete\s+from)\b|set_config\s*\(|advisory|draw_numbers?\s*\(|nextval\s*\(|pg_notify\s*\(/i;

export const onlyReads = (text: string): boolean => /^\s*(?:select|with)\b/i.test(text) && !leaving.test(text);

/** Characters of all texts that have names: every connection keeps those it has had, too. */
const MOST_TEXT = 4_000_000;

/**
 * The names under which statements are kept prepared, one for each text on all connections. Every connection keeps each it
 * has had, with its plan, for as long as it lives: what comes once there are enough of them is sent without a name,
 * planned each time and forgotten. The code's own statements are far fewer; lists may be filtered in more ways than that.
 */
export class KnownStatements {
  private readonly statements = new Map<string, KnownStatement>();
  private length = 0;

  /** @param most names at all @param mostText characters of all their texts */
  constructor(
    private readonly most: number,
    private readonly mostText = MOST_TEXT,
  ) {}

  get size(): number {
    return this.statements.size;
  }

  of(text: string): KnownStatement {
    const known = this.statements.get(text);
    if (known) return known;
    if (this.statements.size >= this.most || this.length + text.length > this.mostText)
      return { onlyReads: onlyReads(text) };
    const statement = { name: `s${this.statements.size}`, onlyReads: onlyReads(text) };
    this.statements.set(text, statement);
    this.length += text.length;
    return statement;
  }
}

/** Those of this process. */
export const knownStatements = new KnownStatements(2_000);
