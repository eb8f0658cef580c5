import { Durations } from '@usaha/shared';
import type { Labelled } from './durations-metric.js';

/** Seconds: to 60, as long as a request takes at most unless REQUEST_TIMEOUT_MS says otherwise. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Others are sent by no client of ours: they are counted together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Kinds of requests: more than 400 routes have. Those beyond are counted together. */
const MOST_KINDS = 4_000;

/** How long requests took, by route template, method and status: closed sets, all of them. */
export class RequestDurations {
  private readonly kinds = new Map<string, Labelled>();

  /** @param route its template */
  add(method: string, route: string, status: number, seconds: number): void {
    this.of(METHODS.has(method) ? method : 'other', route, status)[1].add(seconds);
  }

  all(): Iterable<Labelled> {
    return this.kinds.values();
  }

  private of(method: string, route: string, status: number): Labelled {
    const kind = `${method} ${status} ${route}`;
    const known = this.kinds.get(kind);
    if (known) return known;
    if (this.kinds.size >= MOST_KINDS && route !== 'other') return this.of('other', 'other', 0);
    const labelled: Labelled = [{ method, route, status }, new Durations(BOUNDS)];
    this.kinds.set(kind, labelled);
    return labelled;
  }
}
