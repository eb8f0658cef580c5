import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';

/** Hours before an appointment at which a reminder is sent: unless a business says otherwise, and at most. */
export const REMINDER_HOURS = { usual: 24, most: 24 * 30 } as const;

/** What a tenant sets in `configuration.healthcare` of the module. Unless it does, nothing is forbidden. */
export const healthcareConfiguration = configurationOf('healthcare', {
  /** Whether overlapping appointments of one doctor are refused. */
  prevent_double_booking: setting.flag(false),
  /** Whether appointments on public holidays of the tenant's state are refused. */
  closed_on_public_holidays: setting.flag(false),
  /** Whether appointments that begin within a prayer time of the tenant's state are refused. */
  avoid_prayer_times: setting.flag(false),
  /** Hours before an appointment at which its patient is reminded. */
  reminder_hours_before: setting.number({ above: 0, to: REMINDER_HOURS.most, fallback: REMINDER_HOURS.usual }),
  /** doctor_id → what is known of the doctor: `working_hours`, weekday → ["HH:MM-HH:MM"]. */
  doctors: setting.object(),
});

export type HealthcareConfiguration = ConfigurationOf<typeof healthcareConfiguration>;

/** The tenant's settings of healthcare. */
@Injectable()
export class HealthcareConfigurations extends Configurations<HealthcareConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, healthcareConfiguration);
  }
}
