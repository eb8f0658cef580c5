import { Injectable } from '@nestjs/common';
import { ModuleService } from '@usaha/core';
import type { Context } from '@usaha/shared';

/** What a tenant set in `configuration.healthcare` of the module, and what holds where it set nothing: nothing is forbidden. */
export interface HealthcareConfiguration {
  /** Whether overlapping appointments of one doctor are refused. */
  prevent_double_booking: boolean;
  /** Whether appointments on public holidays of the tenant's state are refused. */
  closed_on_public_holidays: boolean;
  /** Whether appointments that begin within a prayer time of the tenant's zone are refused. */
  avoid_prayer_times: boolean;
  /** Hours before an appointment at which its patient is reminded. */
  reminder_hours_before: number;
  /** doctor_id → what is known of the doctor: `working_hours`, weekday → ["HH:MM-HH:MM"]. */
  doctors: Readonly<Record<string, unknown>>;
}

const REMINDER_HOURS = 24;
const MOST_REMINDER_HOURS = 24 * 30;

/** Reads `configuration.healthcare`. What is not of the type it should be counts as not set. */
export function readSettings(configuration: Readonly<Record<string, unknown>>): HealthcareConfiguration {
  const { reminder_hours_before: hours, doctors } = configuration;
  return {
    prevent_double_booking: configuration.prevent_double_booking === true,
    closed_on_public_holidays: configuration.closed_on_public_holidays === true,
    avoid_prayer_times: configuration.avoid_prayer_times === true,
    reminder_hours_before:
      typeof hours === 'number' && hours > 0 && hours <= MOST_REMINDER_HOURS ? hours : REMINDER_HOURS,
    doctors: isObject(doctors) ? doctors : {},
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The tenant's settings of healthcare. */
@Injectable()
export class HealthcareConfigurations {
  constructor(private readonly modules: ModuleService) {}

  async of(ctx: Context): Promise<HealthcareConfiguration> {
    return readSettings(await this.modules.configuration(ctx, 'healthcare'));
  }
}
