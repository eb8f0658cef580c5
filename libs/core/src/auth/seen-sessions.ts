/** A use of a session that is not written yet. */
export interface Seen {
  tenant_id: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Sessions that are noted between two rounds of the job; a further one is noted by its first request after the next round. */
const MOST_SESSIONS = 50_000;

/** When sessions were used since the job wrote it last: kept in memory, so that no request waits for a write. */
export class SeenSessions {
  private seen = new Map<string, Seen>();

  /** @param at milliseconds since 1970 */
  note(session_id: string, tenant_id: string, at: number): void {
    const known = this.seen.get(session_id);
    if (known) known.at = at;
    else if (this.seen.size < MOST_SESSIONS) this.seen.set(session_id, { tenant_id, at });
  }

  /** All that were noted, by session; they are forgotten here. */
  take(): Map<string, Seen> {
    const taken = this.seen;
    this.seen = new Map();
    return taken;
  }

  /** Notes again what could not be written, save where the session was used since. */
  putBack(taken: Iterable<readonly [session_id: string, Seen]>): void {
    for (const [session_id, { tenant_id, at }] of taken)
      if (!this.seen.has(session_id)) this.note(session_id, tenant_id, at);
  }
}
