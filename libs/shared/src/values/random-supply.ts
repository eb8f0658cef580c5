import { randomFillSync } from 'node:crypto';

/** Asking the system for a few bytes at a time costs more than all else about an id or a seal. */
const SUPPLY_BYTES = 4_096;

/** Random bytes from a supply. A given piece is good until the next is asked for: a caller that keeps it makes a copy. */
export class RandomSupply {
  private readonly supply = new Uint8Array(SUPPLY_BYTES);
  private taken = SUPPLY_BYTES;

  /** @param bytes at a time, always as many */
  constructor(private readonly bytes: number) {}

  next(): Uint8Array {
    if (this.taken + this.bytes > SUPPLY_BYTES) {
      randomFillSync(this.supply);
      this.taken = 0;
    }
    return this.supply.subarray(this.taken, (this.taken += this.bytes));
  }
}
