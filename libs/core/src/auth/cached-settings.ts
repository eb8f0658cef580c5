import type { ModuleKey } from '../module/catalogue.js';

/** The settings of a tenant's modules. Without a key there are none; null: too long to be kept, and read when they are asked for. */
export type ModuleSettings = Readonly<Partial<Record<ModuleKey, Readonly<Record<string, unknown>> | null>>>;

const TIME_TO_LIVE_MS = 1_000;
/** Characters of all that is kept: what is made of them may take twenty times as many bytes. */
const MOST_TEXT = 1_048_576;
const MOST_TENANTS = 10_000;

interface Kept {
  text: string;
  settings: ModuleSettings;
  /** Patterns of the events that are awaited. */
  awaited: readonly string[];
  /** Characters of all this. */
  length: number;
  until: number;
}

/** Settings, and patterns of awaited events, as they came with a user's rights, once for each tenant, for a second at most. */
export class CachedSettings {
  /** Those that were read longest ago come first. */
  private readonly tenants = new Map<string, Kept>();
  private length = 0;

  /** @param mostText characters of all that is kept @param clock milliseconds @param mostTenants whose are kept */
  constructor(
    private readonly mostText = MOST_TEXT,
    readonly clock: () => number = Date.now,
    private readonly mostTenants = MOST_TENANTS,
  ) {}

  of(tenant_id: string): ModuleSettings | undefined {
    const kept = this.tenants.get(tenant_id);
    return kept && kept.until > this.clock() ? kept.settings : undefined;
  }

  /** Patterns of the events that a tenant awaits. */
  awaitedBy(tenant_id: string): readonly string[] | undefined {
    const kept = this.tenants.get(tenant_id);
    return kept && kept.until > this.clock() ? kept.awaited : undefined;
  }

  /** @param text JSON, by module @param begun when it was asked for, on the clock @param awaited patterns of events */
  keep(tenant_id: string, text: string, begun: number, awaited: readonly string[] = []): void {
    const before = this.tenants.get(tenant_id);
    const settings = before?.text === text ? before.settings : (JSON.parse(text) as ModuleSettings);
    this.forget(tenant_id);
    const length = awaited.reduce((sum, pattern) => sum + pattern.length, text.length);
    this.tenants.set(tenant_id, { text, settings, awaited, length, until: begun + TIME_TO_LIVE_MS });
    this.length += length;
    for (const oldest of this.tenants.keys()) {
      if (this.length <= this.mostText && this.tenants.size <= this.mostTenants) break;
      this.forget(oldest);
    }
  }

  forget(tenant_id: string): void {
    this.length -= this.tenants.get(tenant_id)?.length ?? 0;
    this.tenants.delete(tenant_id);
  }

  forgetAll(): void {
    this.tenants.clear();
    this.length = 0;
  }
}
