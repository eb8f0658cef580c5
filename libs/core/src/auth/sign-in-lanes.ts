/** So many attempts on one name from one address are looked at at once: as many as the machine verifies in that time anyway. */
const AT_ONCE = 4;

/** The attempts of one name from one address. */
interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Attempts on one name from one address go few at a time. Each counts as failed until its password was looked at: without
 * this, twenty right ones at once would have the next refused.
 */
export class SignInLanes {
  private readonly lanes = new Map<string, Lane>();

  async run<T>(name: string, address: string, work: () => Promise<T>): Promise<T> {
    const key = `${address} ${name.toLowerCase()}`;
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] };
    this.lanes.set(key, lane);
    if (lane.running < AT_ONCE) lane.running += 1;
    else await new Promise<void>((turn) => lane.waiting.push(turn));
    try {
      return await work();
    } finally {
      this.leave(key, lane);
    }
  }

  /** The place goes to the one that has waited longest; nothing is kept of a name that nobody asks for any more. */
  private leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next) return next();
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(key);
  }
}
