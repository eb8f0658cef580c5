import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, invalid, money, type Language } from '@usaha/shared';
import { messageLanguages } from './message.entity.js';
import { messages } from './message.messages.js';
import { ways, type Way } from './template.js';

/** How many messages of each way are sent for a business on a day (UTC+8). */
export type DailyLimits = Record<Way, number>;

const details = ['ways', 'quiet_from', 'quiet_to', 'language'] as const satisfies (keyof MessageSettings)[];

/** What a request says of the settings: fields that are absent stay. */
export interface MessageSettingsChanges extends Partial<Pick<MessageSettings, (typeof details)[number]>> {
  daily_limits?: Partial<DailyLimits>;
  monthly_budget?: number | null;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** How a business sends messages. Its id is the tenant's: there is one. */
@Entity({ schema: 'core', name: 'message_settings' })
export class MessageSettings extends TenantRecord {
  /** Ways that are tried, in order. */
  @columns.list() ways: Way[] = [...ways];
  /** HH:MM, in Malaysia: when reminders by WhatsApp and SMS begin to wait; equal to `quiet_to`, never. */
  @columns.text() quiet_from = '21:00';
  @columns.text() quiet_to = '09:00';
  @columns.count() whatsapp_limit = 200;
  @columns.count() sms_limit = 200;
  @columns.count() email_limit = 500;
  /** Ringgit of a month (UTC+8) that WhatsApp and SMS may cost; null: any number. */
  @columns.money({ nullable: true }) monthly_budget: number | null = null;
  /** Of messages to people who have said none. */
  @columns.choice(messageLanguages) language: Language = 'ms';

  /** The settings of a tenant that has set none. */
  static usual(tenant_id: string): MessageSettings {
    return Object.assign(new MessageSettings(), { id: tenant_id, tenant_id });
  }

  /** Whether the tenant has set any. */
  get is_set(): boolean {
    return (this.created_at as Date | undefined) !== undefined;
  }

  get daily_limits(): DailyLimits {
    return { whatsapp: this.whatsapp_limit, sms: this.sms_limit, email: this.email_limit };
  }

  /** Absent fields stay. @param most limits of the operator @throws invalid */
  describe({ daily_limits = {}, monthly_budget, ...changes }: MessageSettingsChanges, most: DailyLimits): void {
    assignDefined(this, changes, details);
    if (new Set(this.ways).size < this.ways.length || this.ways.some((way) => !ways.includes(way)))
      throw invalid('ways', messages.unknownWays({ field: 'ways' }));
    for (const field of ['quiet_from', 'quiet_to'] as const)
      if (!TIME.test(this[field])) throw invalid(field, messages.noTime({ field }));
    for (const way of ways) {
      const limit = daily_limits[way];
      if (limit === undefined) continue;
      const field = `daily_limits.${way}`;
      if (limit > most[way]) throw invalid(field, messages.limitAboveOperators({ field, most: most[way] }));
      this[`${way}_limit`] = limit;
    }
    if (monthly_budget !== undefined)
      this.monthly_budget = monthly_budget === null ? null : money.within('monthly_budget', monthly_budget);
  }
}
