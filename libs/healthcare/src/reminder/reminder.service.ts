import { Injectable } from '@nestjs/common';
import { ModuleService, TenantRepository } from '@usaha/core';
import { Database, NO_TENANT, type Context } from '@usaha/shared';
import { HealthcareConfigurations } from '../settings.js';
import { isAddress, reminderLetter, type Clinic } from './reminder-letter.js';
import type { Delivery, ReminderPost } from './reminder-post.js';
import { ReminderRepository, type DueReminder, type OpenReminder } from './reminder.repository.js';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** After so many milliseconds whoever took a reminder in hand is not there any more: no letter takes that long. */
export const ABANDONED_MS = 15 * 60_000;

/** A reminder that was not accepted, and why. */
export interface Undelivered {
  tenant_id: string;
  appointment_id: string;
  kind: Exclude<Delivery['kind'], 'accepted'>;
  reason: string;
}

export interface RemindingOptions {
  post: ReminderPost;
  now: () => Date;
  /** Told of what went wrong on our side; the next tenant comes all the same. */
  failed: (error: unknown) => void;
  /** Told of each letter that was not accepted. */
  undelivered?: (reminder: Undelivered) => void;
  /** Told of reminders of coming appointments of which nobody knows whether they arrived: they are not sent again. */
  unsure?: (tenant_id: string, reminders: OpenReminder[]) => void;
  /** Whether it should come to an end: what is left is found again the next time. */
  isStopping?: () => boolean;
}

/** What is due at a clinic. */
interface Due {
  clinic: Clinic;
  reminders: DueReminder[];
}

/**
 * Reminds patients of appointments by letter, once. A reminder is taken in hand by a transaction of its own, committed
 * before the letter is sent: of any number of instances one sends it, and one that dies in between leaves a reminder that
 * is reported and never sent a second time.
 */
@Injectable()
export class ReminderService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly configurations: HealthcareConfigurations,
    private readonly reminders: ReminderRepository,
  ) {}

  /** Sends what is due, tenant by tenant, one letter after the other. @returns how many were accepted */
  async sendDue(options: RemindingOptions): Promise<number> {
    let sent = 0;
    const ids = await this.work(NO_TENANT, options.now(), (ctx) => this.tenants.ids(ctx));
    for (const tenant_id of ids) {
      if (options.isStopping?.()) break;
      try {
        const due = await this.dueOf(tenant_id, options);
        for (const reminder of due?.reminders ?? []) {
          if (!due || options.isStopping?.()) return sent;
          const kind = await this.send(tenant_id, reminder, due.clinic, options);
          if (kind === 'accepted') sent += 1;
          if (kind === 'unreachable') return sent;
        }
      } catch (error) {
        options.failed(error);
      }
    }
    return sent;
  }

  /** Reminders of appointments since a week ago that were refused, or of which nobody knows whether they arrived. */
  open(ctx: Context): Promise<OpenReminder[]> {
    return this.reminders.open(ctx, before(ctx.now, WEEK_MS), before(ctx.now, ABANDONED_MS));
  }

  /** null where nothing is due, or the business does not use the module (any more). */
  private dueOf(tenant_id: string, { now, unsure }: RemindingOptions): Promise<Due | null> {
    const { configurations, modules, reminders, tenants } = this;
    return this.work(tenant_id, now(), async (ctx) => {
      const abandoned = await reminders.open(ctx, ctx.now, before(ctx.now, ABANDONED_MS));
      const unknown = abandoned.filter(({ refused }) => refused === null);
      if (unknown.length > 0) unsure?.(tenant_id, unknown);

      const { reminder_hours_before } = await configurations.of(ctx);
      const found = await reminders.due(ctx, new Date(ctx.now.getTime() + reminder_hours_before * HOUR_MS));
      const due = found.filter(({ email }) => isAddress(email));
      if (due.length === 0) return null;
      const clinic = await tenants.find(ctx, tenant_id);
      const { status } = await modules.usage(ctx, 'healthcare');
      return clinic?.is_active && status !== 'DISABLED' ? { clinic, reminders: due } : null;
    });
  }

  /** @returns what became of it; null where somebody else has it in hand, or it is not due any more */
  private async send(
    tenant_id: string,
    reminder: DueReminder,
    clinic: Clinic,
    { post, now, undelivered }: RemindingOptions,
  ): Promise<Delivery['kind'] | null> {
    const claimed_at = now();
    const reminded = await this.work(tenant_id, claimed_at, (ctx) => this.reminders.claim(ctx, reminder));
    if (!reminded) return null;
    const delivery = await post.send(reminderLetter(reminded, clinic));
    if (delivery.kind !== 'accepted') undelivered?.({ tenant_id, appointment_id: reminder.id, ...delivery });
    await this.work(tenant_id, now(), (ctx) => this.settle(ctx, reminder.id, claimed_at, delivery));
    return delivery.kind;
  }

  /** Writes down what is known. Of what nobody knows there is nothing to write: the claim stays. */
  private async settle(ctx: Context, id: string, claimed_at: Date, delivery: Delivery): Promise<void> {
    const { reminders } = this;
    switch (delivery.kind) {
      case 'accepted':
        return reminders.sent(ctx, id, claimed_at);
      case 'refused':
        return reminders.refused(ctx, id, claimed_at, delivery.reason);
      case 'postponed':
      case 'unreachable':
        return reminders.release(ctx, id, claimed_at);
      case 'unknown':
    }
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.work({ tenant_id, actor: null, now }, act);
  }
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
