/** Beyond these a tenant is found by the next search of all. */
const MOST_TENANTS = 10_000;
/** Further ahead the search of all is soon enough. */
const LONGEST_MS = 60_000;

/** Wakes tenants at the time of their next attempt, with one timer. */
export class WakeUps {
  private readonly times = new Map<string, number>();
  private timer?: NodeJS.Timeout;
  private next = Infinity;

  constructor(private readonly wake: (tenant_id: string) => void) {}

  /** @param ms from now */
  add(tenant_id: string, ms: number): void {
    if (ms > LONGEST_MS || (this.times.size >= MOST_TENANTS && !this.times.has(tenant_id))) return;
    const at = performance.now() + Math.max(0, ms);
    this.times.set(tenant_id, Math.min(at, this.times.get(tenant_id) ?? Infinity));
    if (at < this.next) this.arm(at);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.times.clear();
    this.next = Infinity;
  }

  private arm(at: number): void {
    clearTimeout(this.timer);
    this.next = at;
    this.timer = setTimeout(() => this.ring(), Math.ceil(at - performance.now())).unref();
  }

  private ring(): void {
    const now = performance.now();
    const due = [...this.times].flatMap(([tenant_id, at]) => (at <= now ? [tenant_id] : []));
    for (const tenant_id of due) this.times.delete(tenant_id);
    this.next = Infinity;
    let earliest = Infinity;
    for (const at of this.times.values()) earliest = Math.min(earliest, at);
    if (earliest < Infinity) this.arm(earliest);
    for (const tenant_id of due) this.wake(tenant_id);
  }
}
