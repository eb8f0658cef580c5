import { Durations } from '@usaha/shared/operation';
import type { Labelled } from './durations-histogram.js';

type Kind = readonly [labels: Labelled[0], durations: Durations];

/** Seconds: to 60, as long as a request takes at most unless REQUEST_TIMEOUT_MS says otherwise. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Others are sent by no client of ours: they are counted together. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Kinds of requests: more than 400 routes have. Those beyond are counted together. */
const MOST_KINDS = 4_000;

/** How long requests took, by route template, method and status: closed sets, all of them. */
export class RequestDurations {
  /** By route, method and status. They are not one key: putting it together and looking it up cost 2 µs of every request. */
  private readonly routes = new Map<string, Map<string, Map<number, Kind>>>();
  private kinds = 0;

  /** @param route its template */
  add(method: string, route: string, status: number, seconds: number): void {
    this.of(METHODS.has(method) ? method : 'other', route, status)[1].add(seconds);
  }

  *all(): Iterable<Labelled> {
    for (const methods of this.routes.values()) for (const statuses of methods.values()) yield* statuses.values();
  }

  private of(method: string, route: string, status: number): Kind {
    return this.routes.get(route)?.get(method)?.get(status) ?? this.begin(method, route, status);
  }

  private begin(method: string, route: string, status: number): Kind {
    if (this.kinds >= MOST_KINDS && route !== 'other') return this.of('other', 'other', 0);
    const methods = this.routes.get(route) ?? new Map<string, Map<number, Kind>>();
    const statuses = methods.get(method) ?? new Map<number, Kind>();
    const labelled: Kind = [{ method, route, status }, new Durations(BOUNDS)];
    this.routes.set(route, methods.set(method, statuses.set(status, labelled)));
    this.kinds += 1;
    return labelled;
  }
}
