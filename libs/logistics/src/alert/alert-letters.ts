import { Injectable } from '@nestjs/common';
import {
  ModuleService,
  TenantRepository,
  UserRepository,
  businessLetter,
  coreNouns,
  lookBy,
  type DueNotification,
  type LetterContent,
  type NotificationSource,
  type Occasion,
  type Sender,
} from '@usaha/core';
import { malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import { sentences, subjects } from '../letter/letter.messages.js';
import { AlertAnnouncements } from './alert-announcements.js';
import { fingerprintOf, inWords, lastDayWatched } from './alert.js';
import { FleetAlerts } from './fleet-alerts.js';

const DAY_MS = 86_400_000;
/** A letter that does not go out on its day goes out on one of these many days after it. */
const LATE_DAYS = 7;
/** How many a letter lists. */
const MOST_LISTED = 50;

/**
 * Tells administrators and managers what is newly due of their fleet, in one letter a day at most. What a day announces is
 * written down first, for all of them and all instances, and each document and last day once: a renewed one is another.
 */
@Injectable()
export class AlertLetters implements NotificationSource {
  readonly kind = 'logistics.alerts';
  readonly module = 'logistics';
  readonly subject = coreNouns.user;
  readonly action = 'notify_alerts';
  readonly among = lookBy('logistics.tenants_with_fleet_alerts', (now) => [lastDayWatched(now), firstDay(now)]);
  readonly templateOf = () => 'fleet_alerts' as const;

  constructor(
    private readonly alerts: FleetAlerts,
    private readonly announcements: AlertAnnouncements,
    private readonly users: UserRepository,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
  ) {}

  async due(ctx: Context): Promise<DueNotification[]> {
    const today = malaysianDay(ctx.now);
    const first = firstDay(ctx.now);
    let announced = await this.announcements.since(ctx, first);
    if (announced.at(-1)?.day !== today && (await this.announceNew(ctx, today)))
      announced = await this.announcements.since(ctx, first);
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
    if (!user) return null;
    const announced = await this.announcements.of(ctx, occasion);
    // Documents renewed and vehicles retired since are left out.
    const due = (await this.alerts.all(ctx)).filter((alert) => announced.has(fingerprintOf(ctx, alert)));
    if (due.length === 0) return null;
    const to = { name: [user.first_name, user.last_name].filter(Boolean).join(' '), address: user.email };
    const more = due.length - MOST_LISTED;
    return businessLetter(to, business, { subject: subjects.alerts, about: String(due.length) }, (language) => [
      sentences.due().in(language),
      '',
      ...due.slice(0, MOST_LISTED).map((alert) => `  ${inWords(alert, language)}`),
      ...(more > 0 ? [`  ${sentences.more({ count: more }).in(language)}`] : []),
    ]);
  }

  /** Those of users who still are told such things. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const leaders = new Set((await this.users.leaders(ctx)).map(({ id }) => id));
    return occasions.filter(({ subject_id }) => leaders.has(subject_id));
  }

  /** Nothing is announced without a recipient. @returns whether there may be an announcement now */
  private async announceNew(ctx: Context, today: string): Promise<boolean> {
    const due = await this.alerts.all(ctx);
    if (due.length === 0) return false;
    const fingerprints = await this.announcements.unannounced(
      ctx,
      due.map((alert) => fingerprintOf(ctx, alert)),
    );
    if (fingerprints.length === 0 || !(await this.isTold(ctx))) return false;
    await this.announcements.add(ctx, today, fingerprints);
    return true;
  }

  private async isTold(ctx: Context): Promise<boolean> {
    const [business, { status }] = [
      await this.tenants.find(ctx, ctx.tenant_id),
      await this.modules.usage(ctx, this.module),
    ];
    return business !== null && business.is_active && status !== 'disabled';
  }
}

/** The first day whose letters are still sent. */
const firstDay = (now: Date): string => malaysianDay(new Date(now.getTime() - (LATE_DAYS - 1) * DAY_MS));
const endOf = (day: string): Date => new Date(malaysianInstant(day, '00:00:00').getTime() + LATE_DAYS * DAY_MS);
