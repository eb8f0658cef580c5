/**
 * `closed`: the node is asked. `open`: it does not answer, and is not asked. `half_open`: a probe asks whether it answers again.
 */
export type CircuitState = 'closed' | 'open' | 'half_open';

/** Statements of a node are unanswered for so long, and none was answered meanwhile: then a probe asks it. Milliseconds. */
export const SUSPECT_MS = 1_000;

/** A probe of a suspected node that is not answered for so long opens its circuit. */
export const PROBE_MS = 1_500;

/** Between two probes of a node that answered the first. */
const AGAIN_MS = 5_000;

/** Between a probe that failed and the next: twice as long each time. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * How long a probe of an open circuit may stay unanswered before another one takes its place: twice as long each time. A node that
 * was stopped and goes on answers the one that waits; one that another host took over answers the next.
 */
const FIRST_PATIENCE_MS = 10_000;
const LONGEST_PATIENCE_MS = 60_000;

/** What becomes of a probe. */
export type ProbeResult = 'answered' | 'failed';

export interface NodeCircuitOptions {
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
  /** Begins a probe, which is told to `probed`; one that is under way is given up. */
  probe: () => void;
  /** Told with each new state. */
  changed: (state: CircuitState) => void;
}

/** Decides whether one node of a sharded database is asked, from how long its statements are unanswered and from probes. */
export class NodeCircuit {
  private current: CircuitState = 'closed';
  private suspected = false;
  /** When the probe under way began. */
  private probeBegan: number | null = null;
  /** Until when none begins. */
  private restsUntil = -Infinity;
  private pause = FIRST_PAUSE_MS;
  private patience = FIRST_PATIENCE_MS;

  constructor(private readonly options: NodeCircuitOptions) {}

  get state(): CircuitState {
    return this.current;
  }

  /** Whether nothing is heard of the node, and it is not known yet why. */
  get isSuspected(): boolean {
    return this.suspected;
  }

  /**
   * Looks at what is known, several times a second.
   * @param silentMs for how long its connections have been waiting for an answer, while none of them had any; 0 where they do not
   */
  look(silentMs: number): void {
    const now = this.options.now();
    if (this.current === 'closed') this.lookClosed(now, silentMs);
    else if (this.current === 'open') {
      if (now >= this.restsUntil) this.askAgain(now);
    } else if (now - (this.probeBegan ?? now) >= this.patience) {
      this.patience = Math.min(this.patience * 2, LONGEST_PATIENCE_MS);
      this.begin(now);
    }
  }

  /** The end of the probe under way. */
  probed(result: ProbeResult): void {
    const now = this.options.now();
    this.probeBegan = null;
    if (result === 'answered') this.close(now);
    // Of a node that refuses connections, statements fail by themselves.
    else if (this.current === 'closed') this.trust(now);
    else this.rest(now);
  }

  private lookClosed(now: number, silentMs: number): void {
    if (silentMs < SUSPECT_MS) {
      this.suspected = false;
      return;
    }
    if (this.probeBegan === null) {
      if (now < this.restsUntil) return;
      this.suspected = true;
      this.begin(now);
    } else if (this.suspected && now - this.probeBegan >= PROBE_MS) {
      // The probe goes on: a node that goes on as well answers it.
      this.suspected = false;
      this.patience = FIRST_PATIENCE_MS;
      this.pause = FIRST_PAUSE_MS;
      this.become('open');
      this.become('half_open');
    } else this.suspected = true;
  }

  private askAgain(now: number): void {
    this.begin(now);
    this.become('half_open');
  }

  private begin(now: number): void {
    this.probeBegan = now;
    this.options.probe();
  }

  private close(now: number): void {
    this.trust(now);
    if (this.current !== 'closed') this.become('closed');
  }

  private trust(now: number): void {
    this.suspected = false;
    this.restsUntil = now + AGAIN_MS;
  }

  private rest(now: number): void {
    this.restsUntil = now + this.pause;
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    this.become('open');
  }

  private become(state: CircuitState): void {
    this.current = state;
    this.options.changed(state);
  }
}
