/** Requests a minute that a key may be limited to. */
export const RATE_LIMITS = { least: 1, most: 100_000 } as const;

export const WINDOW_SECONDS = 60;

/** Windows that an instance remembers; the oldest make room, and a window that made room gives up its slice. */
const MOST_WINDOWS = 10_000;

/** A key, whose requests all instances count together, and when one arrived. */
export interface RatedKey {
  tenant_id: string;
  id: string;
  now: Date;
}

/** A slice of a window as its store granted it. */
export interface TakenSlice {
  /** Requests that all instances took of the window, this slice included. */
  taken: number;
  /** Milliseconds to the end of the window when the store counted. */
  remaining_ms: number;
}

/** Counts what all instances take of a key's windows of a minute, on one clock. */
export abstract class RateWindowStore {
  /** Adds a slice to the present window of the key. */
  abstract take(key: RatedKey, slice: number): Promise<TakenSlice>;
}

/** The state of a window after a request. */
export interface RateState {
  quota: number;
  /** Requests that are left of the window, as far as this instance knows. */
  remaining: number;
  /** Seconds to the end of the window, at least 1. */
  reset_seconds: number;
  isAllowed: boolean;
}

interface Window {
  quota: number;
  /** Requests that this instance took and has not spent. */
  left: number;
  /** Requests that no instance had taken when this one asked. */
  open: number;
  /** On the clock of the instance. */
  ends: number;
}

/**
 * Fixed windows of a minute over all instances. An instance takes slices of a twentieth of the limit from the store and
 * spends them from memory: all instances together never answer more requests than the limit. A slice that was taken by an
 * instance that ended is lost for its window. The store's clock says where windows begin; the instance's clock only measures
 * the rest of one, so it must not jump (`performance.now`).
 */
export class RateWindows {
  private readonly windows = new Map<string, Window>();
  private readonly filling = new Map<string, Promise<void>>();

  /** @param clock milliseconds that only grow */
  constructor(
    private readonly store: RateWindowStore,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Counts a request. Without a promise where the instance has a slice, or knows that the window is spent. */
  spend(key: RatedKey, quota: number): RateState | Promise<RateState> {
    return this.spendOf(key.id, quota) ?? this.fillAndSpend(key, quota);
  }

  private async fillAndSpend(key: RatedKey, quota: number): Promise<RateState> {
    for (;;) {
      await (this.filling.get(key.id) ?? this.fill(key, quota));
      const state = this.spendOf(key.id, quota);
      if (state) return state;
    }
  }

  /** @returns undefined where the store has to be asked */
  private spendOf(id: string, quota: number): RateState | undefined {
    const window = this.windows.get(id);
    const now = this.clock();
    if (window?.quota !== quota || window.ends <= now) return undefined;
    const isAllowed = window.left > 0;
    if (!isAllowed && window.open > 0) return undefined;
    if (isAllowed) window.left -= 1;
    const reset_seconds = Math.max(1, Math.ceil((window.ends - now) / 1_000));
    return { quota, remaining: window.left + window.open, reset_seconds, isAllowed };
  }

  private fill(key: RatedKey, quota: number): Promise<void> {
    const filling = this.take(key, quota).finally(() => this.filling.delete(key.id));
    this.filling.set(key.id, filling);
    return filling;
  }

  private async take(key: RatedKey, quota: number): Promise<void> {
    const slice = Math.max(1, Math.floor(quota / 20));
    // From before the question: at the latest then does the instance stop to spend what was granted in this window.
    const asked = this.clock();
    const { taken, remaining_ms } = await this.store.take(key, slice);
    const left = Math.max(0, slice - Math.max(0, taken - quota));
    const ends = asked + Math.min(Math.max(remaining_ms, 1), WINDOW_SECONDS * 1_000);
    this.windows.delete(key.id);
    if (this.windows.size >= MOST_WINDOWS) this.windows.delete(this.windows.keys().next().value as string);
    this.windows.set(key.id, { quota, left, open: Math.max(0, quota - taken), ends });
  }
}
