import { Injectable } from '@nestjs/common';
import {
  EventInterests,
  ModuleService,
  TenantRepository,
  UserRepository,
  businessLetter,
  coreNouns,
  lookBy,
  nameInLetter,
  type DueNotification,
  type LetterContent,
  type NotificationSource,
  type Occasion,
  type Sender,
} from '@usaha/core';
import { Database, malaysianDay, malaysianInstant, type Context, type Words } from '@usaha/shared';
import type { DomainEvent } from '@usaha/shared/events';
import { messages } from '../messages.js';
import { RetailConfigurations, readSettings } from '../settings.js';
import { LowStockNotices, type AnnouncedDay } from './low-stock-notices.js';
import { fellToMinimum } from './stock.events.js';

const DAY_MS = 86_400_000;
/** The time of day from which letters are sent (UTC+8). */
const FROM = '07:00:00';
/** A letter that does not go out on its day goes out on one of the six days after it. */
const LATE_DAYS = 7;
/** How many products a letter lists. */
const MOST_LISTED = 50;

const subject = { en: 'Low stock', ms: 'Stok rendah' } satisfies Words;

/**
 * Tells administrators and managers of the products that fell to their minimum stock and still are low, in one letter a day at most,
 * where the tenant has `enable_inventory_alerts`. The setting makes the tenant's events recorded; a product is told again only
 * after it was above its minimum.
 */
@Injectable()
export class StockAlertLetters implements NotificationSource {
  readonly kind = 'retail.stock_alerts';
  readonly module = 'retail';
  readonly subject = coreNouns.user;
  readonly action = 'notify_stock_alerts';
  readonly among = lookBy('retail.tenants_with_stock_alerts', (now) => [firstDay(now)]);
  readonly templateOf = () => 'stock_alerts' as const;

  constructor(
    private readonly database: Database,
    private readonly notices: LowStockNotices,
    private readonly configurations: RetailConfigurations,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly interests: EventInterests,
  ) {}

  /** Called once, by the module. */
  listen(): void {
    this.database.events.onSwitched(fellToMinimum.type, this.kind, (ctx, event) => this.fell(ctx, event));
    this.modules.onSettings(this.module, (ctx, before, after) => {
      const [was, is] = [before, after].map((given) => readSettings(given).enable_inventory_alerts);
      if (is !== undefined && was !== is) this.interests.setInner(ctx, fellToMinimum, is);
    });
  }

  async due(ctx: Context): Promise<DueNotification[]> {
    const today = malaysianDay(ctx.now);
    if (ctx.now < malaysianInstant(today, FROM)) return [];
    const first = firstDay(ctx.now);
    const announced = await this.announced(ctx, today, first);
    if (announced.length === 0) return [];
    const leaders = await this.users.leaders(ctx);
    return announced.flatMap(({ day, created_at }) =>
      leaders
        // A later recipient is told what is announced from then on.
        .filter((user) => user.created_at <= created_at)
        .map(({ id, email }) => ({ subject_id: id, occasion: day, address: email, expires_at: endOf(day) })),
    );
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    const user = (await this.users.leaders(ctx)).find(({ id }) => id === subject_id);
    if (!user || !(await this.configurations.of(ctx)).enable_inventory_alerts) return null;
    const { products, count } = await this.notices.of(ctx, occasion, MOST_LISTED);
    if (count === 0) return null;
    const to = { name: [user.first_name, user.last_name].filter(Boolean).join(' '), address: user.email };
    const more = count - products.length;
    return businessLetter(to, business, { subject, about: String(count) }, (language) => [
      messages.lowStockLetter().in(language),
      '',
      ...products.map(({ name, sku, current_stock: stock, minimum_stock: minimum }) => {
        const called = `${nameInLetter(name)} (${nameInLetter(sku)})`;
        return `  ${messages.stockLow({ name: called, stock, minimum }).in(language)}`;
      }),
      ...(more > 0 ? [`  ${messages.moreProducts({ count: more }).in(language)}`] : []),
    ]);
  }

  /** Those of users who still are told such things. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const leaders = new Set((await this.users.leaders(ctx)).map(({ id }) => id));
    return occasions.filter(({ subject_id }) => leaders.has(subject_id));
  }

  /** The days since the first whose letters are sent; what waits is announced today, once. */
  private async announced(ctx: Context, today: string, first: string): Promise<AnnouncedDay[]> {
    const { announced, isWaiting } = await this.notices.since(ctx, first);
    if (!isWaiting || announced.at(-1)?.day === today || !(await this.isTold(ctx))) return announced;
    await this.notices.announce(ctx, today, first);
    return (await this.notices.since(ctx, first)).announced;
  }

  /** The event may be recorded for others: only tenants with the setting are told. */
  private async fell(ctx: Context, { at, payload }: DomainEvent): Promise<void> {
    if (!(await this.configurations.of(ctx)).enable_inventory_alerts) return;
    const { id } = (payload as { data: { id: string } }).data;
    this.notices.note(ctx, id, at);
  }

  private async isTold(ctx: Context): Promise<boolean> {
    const business = await this.tenants.find(ctx, ctx.tenant_id);
    const { status } = await this.modules.usage(ctx, this.module);
    if (!business?.is_active || status === 'disabled') return false;
    return (await this.configurations.of(ctx)).enable_inventory_alerts;
  }
}

/** The first day whose letters are still sent. */
const firstDay = (now: Date): string => malaysianDay(new Date(now.getTime() - (LATE_DAYS - 1) * DAY_MS));
const endOf = (day: string): Date => new Date(malaysianInstant(day, '00:00:00').getTime() + LATE_DAYS * DAY_MS);
