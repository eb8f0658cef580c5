import { MessageSettings, ways, type MessageSettingsChanges, type Way } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { messageLanguages } from '../../../wire/message-preferences.wire.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';

const MOST = 1_000_000;

@field.record('How many messages of each way are sent on a day (UTC+8), in a request: absent fields stay')
class DailyLimitsBody {
  @field.count('By WhatsApp, no more than the operator allows', 200, { unset: true, max: MOST }) whatsapp?: number;
  @field.count('By SMS, no more than the operator allows', 200, { unset: true, max: MOST }) sms?: number;
  @field.count('By e-mail, no more than the operator allows', 500, { unset: true, max: MOST }) email?: number;
}

@field.record('How many messages of each way are sent on a day (UTC+8)')
class DailyLimitsView extends ViewType(DailyLimitsBody) {}

/** PUT /api/v1/message-settings/: absent fields stay. */
export class MessageSettingsPatch {
  @field.texts('Ways to try, in order: whatsapp, sms, email', ['whatsapp', 'sms', 'email'], {
    unset: true,
    nullable: false,
    min: 1,
    max: ways.length,
    view: 'Ways to try, in order',
  })
  ways?: string[];
  @field.text('HH:MM: reminders by WhatsApp and SMS wait from this time (UTC+8); equal to quiet_to: never', '21:00', {
    unset: true,
    max: 5,
  })
  quiet_from?: string;
  @field.text('HH:MM: until this time (UTC+8)', '09:00', { unset: true, max: 5 }) quiet_to?: string;
  @field.nested(
    'How many messages of each way are sent on a day (UTC+8); the rest waits for the next',
    DailyLimitsBody,
    {
      unset: true,
    },
  )
  daily_limits?: DailyLimitsBody;
  @field.money(
    'Ringgit of a month (UTC+8) that messages may cost: once they are spent, e-mail alone is sent; null: any number',
    null,
    { optional: true },
  )
  monthly_budget?: number | null;
  @field.choice('Language of messages to people who have said none', messageLanguages, { unset: true })
  language?: Language;
}

@field.record('How a business sends messages (A-476)')
export class MessageSettingsView extends ViewType(MessageSettingsPatch, {
  within: { daily_limits: DailyLimitsView },
}) {}

export const messageSettingsView = viewOf(MessageSettings, MessageSettingsView, {
  revision: 1,
  fields: { daily_limits: ({ daily_limits }) => daily_limits },
});

/** The domain looks at the ways. */
export const settingsChanges = ({ ways: given, ...body }: MessageSettingsPatch): MessageSettingsChanges => ({
  ...body,
  ways: given as Way[] | undefined,
});
