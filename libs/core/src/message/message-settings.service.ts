import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { MessageCarriers } from './message-carrier.js';
import { MessageSettings, type DailyLimits, type MessageSettingsChanges } from './message-settings.entity.js';
import { MessageSettingsRepository } from './message-settings.repository.js';
import { ways } from './template.js';

/** How the context's tenant sends messages. */
@Injectable()
export class MessageSettingsService {
  constructor(
    private readonly settings: MessageSettingsRepository,
    private readonly carriers: MessageCarriers,
  ) {}

  /** The settings of the tenant; the usual ones where none were set. */
  async get(ctx: Context): Promise<MessageSettings> {
    return (await this.settings.find(ctx, ctx.tenant_id)) ?? MessageSettings.usual(ctx.tenant_id);
  }

  /** Absent fields stay. @throws invalid, naming the field: a way that is none, a time, a limit above the operator's */
  async update(ctx: Context, changes: MessageSettingsChanges): Promise<MessageSettings> {
    const settings = await this.settings.lockOrMake(ctx);
    settings.describe(changes, this.carriers.limits);
    return this.settings.save(ctx, settings);
  }

  /** How many messages of each way are sent on a day: those of the settings, and no more than the operator allows. */
  limitsOf({ daily_limits }: MessageSettings): DailyLimits {
    const { limits } = this.carriers;
    const least = ways.map((way) => [way, Math.min(daily_limits[way], limits[way])]);
    return Object.fromEntries(least) as DailyLimits;
  }
}
