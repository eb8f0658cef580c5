import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';

/** Hours before an appointment at which a reminder is sent: unless a business says otherwise, and at most. */
export const REMINDER_HOURS = { usual: 24, most: 24 * 30 } as const;

/** What a tenant sets in `configuration.beauty` of the module. Unless it does, nothing is forbidden or taken off. */
export const beautyConfiguration = configurationOf('beauty', {
  /** Whether overlapping lines of one member of staff are refused. */
  prevent_double_booking: setting.flag(false),
  /** Whether lines outside the working hours of their member are refused. */
  respect_working_hours: setting.flag(false),
  /** Whether appointments on public holidays of the tenant's state are refused. */
  closed_on_public_holidays: setting.flag(false),
  /** Whether lines that begin within a prayer time of the tenant's state are refused. */
  avoid_prayer_times: setting.flag(false),
  /** Whether completing without an amount takes off promotions and what a membership in force brings, the best of each line. */
  apply_membership_benefits: setting.flag(false),
  /** Weekday → hours of the salon, as `working_hours` of a member: free times of members who have none lie within them. */
  opening_hours: setting.object(),
  /** Whether products that services_rendered name are taken from stock. */
  deduct_products_used: setting.flag(false),
  /** Percent, for services and products created without a rate. */
  default_tax_rate: setting.number({ from: 0, to: 100, fallback: 0 }),
  /** Hours before an appointment at which its client is reminded, unless the appointment says. */
  reminder_hours_before: setting.number({ above: 0, to: REMINDER_HOURS.most, fallback: REMINDER_HOURS.usual }),
});

export type BeautyConfiguration = ConfigurationOf<typeof beautyConfiguration>;

/** The tenant's settings of beauty. */
@Injectable()
export class BeautyConfigurations extends Configurations<BeautyConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, beautyConfiguration);
  }
}
