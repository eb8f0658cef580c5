import { DomainError, type NarrowCode } from '../errors.js';
import { messages } from '../language/messages.js';
import type { Words } from '../language/words.js';

/** From which statuses a verb may be done, and the status that it leads to. */
export interface Transition<S extends string> {
  from: readonly S[];
  to: S;
}

/**
 * A lifecycle is a table of verbs, so that it can be reviewed as one. Where the specification says that any status may
 * be set, there is no table: a status that is set by hand does not pass through here.
 */
export class Lifecycle<S extends string, V extends string> {
  /**
   * @param noun what has the status @param words of its statuses and verbs, as messages say them
   * @param code of the conflict, where programs tell it from others
   */
  constructor(
    readonly noun: Words,
    readonly statuses: readonly S[],
    readonly transitions: Readonly<Record<V, Transition<S>>>,
    readonly words: { statuses: Readonly<Record<S, Words>>; verbs: Readonly<Record<V, Words>> },
    private readonly code?: NarrowCode,
  ) {}

  /** The status after a verb. @throws conflict naming `status` when it may not be done from this one */
  after(verb: V, status: S): S {
    const { from, to } = this.transitions[verb];
    if (from.includes(status)) return to;
    const { statuses, verbs } = this.words;
    const message = messages.verbNotNow({
      noun: this.noun,
      status: statuses[status],
      verb: verbs[verb],
      from: from.map((known) => statuses[known]),
    });
    throw new DomainError('conflict', message, { code: this.code, errors: [{ field: 'status', message }] });
  }

  /** Which statuses verbs alone can lead to from this one, itself included: a table with an island has a mistake. */
  reachableFrom(status: S): S[] {
    const reached = new Set([status]);
    const steps: Transition<S>[] = Object.values(this.transitions);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const { from, to } of steps) if (from.some((known) => reached.has(known))) reached.add(to);
    }
    return this.statuses.filter((known) => reached.has(known));
  }
}
