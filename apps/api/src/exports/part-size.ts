/** Rows of a part unless there is a reason for more. */
const USUAL = 100;
/** Rows of a part at least and at most, and about how many characters a part may have. */
const FEWEST = 20;
const MOST = 2_000;
const MOST_CHARACTERS = 4_000_000;
/** Milliseconds from which a part takes long. */
const SLOW_MS = 50;
/** A part of twice as many rows is worth it where a row of it takes no more than this share of the time before. */
const WORTH = 0.75;

/**
 * How many rows the parts of a list have. Small ones let other requests have their turn. Where each part is searched for, larger ones
 * are less work; where parts take long since the machine is busy, they are not.
 */
export class PartSize {
  rows = USUAL;
  /** Milliseconds of a row in parts of half the rows; null where they did not grow. */
  private before: number | null = null;
  private isSettled = false;

  /** A part was read. @param first a row of it, if there is any */
  read(milliseconds: number, first: object | undefined): void {
    const each = milliseconds / this.rows;
    if (this.before !== null && each > this.before * WORTH) {
      this.isSettled = true;
      this.rows /= 2;
      this.before = null;
    } else if (!this.isSettled && milliseconds > SLOW_MS && this.rows * 2 <= MOST) {
      this.before = each;
      this.rows *= 2;
    }
    const fitting = Math.floor(MOST_CHARACTERS / (JSON.stringify(first ?? null).length + 1));
    this.rows = Math.max(FEWEST, Math.min(this.rows, fitting));
  }
}
