import { Durations } from '@usaha/shared';
import type { Labelled } from './durations-metric.js';

const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long requests took, by route template, method and status: closed sets, all of them. */
export class RequestDurations {
  private readonly routes = new Map<string, Map<string, Labelled>>();

  /** @param route its template */
  add(method: string, route: string, status: number, seconds: number): void {
    const known = this.routes.get(route) ?? new Map<string, Labelled>();
    this.routes.set(route, known);
    const kind = `${method} ${status}`;
    let labelled = known.get(kind);
    if (!labelled) known.set(kind, (labelled = [{ method, route, status }, new Durations(BOUNDS)]));
    labelled[1].add(seconds);
  }

  *all(): Iterable<Labelled> {
    for (const kinds of this.routes.values()) yield* kinds.values();
  }
}
