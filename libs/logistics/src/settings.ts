import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';

/** Days for which reports of positions are kept unless a fleet says otherwise. */
export const USUAL_RETENTION_DAYS = 90;

/** What a tenant sets in `configuration.logistics` of the module. Unless it does, nothing is forbidden. */
export const logisticsConfiguration = configurationOf('logistics', {
  /** Whether expired documents and statuses refuse an assignment or a schedule, of which they else only warn. */
  require_valid_documents: setting.flag(false),
  /** Whether overlapping schedules of one driver or vehicle are refused. */
  prevent_double_booking: setting.flag(false),
  /** Whether the newest open schedule of a shipment follows its status. */
  schedules_follow_shipments: setting.flag(false),
  /** Whether receivers are told that their shipment is on its way, and that it was delivered. */
  tell_receivers: setting.flag(true),
  /** For how many days reports of positions are kept; 0: only the last one of each vehicle. */
  position_retention_days: setting.number({ from: 0, to: 36_500, fallback: USUAL_RETENTION_DAYS }),
  /** For how many days after its end a shipment tells who its parties were; permanently unless it is set. */
  party_retention_days: setting.number({ from: 1, to: 36_500, fallback: null }),
  /** Litres of fuel per 100 km of a vehicle without a load. */
  fuel_consumption_per_100km: setting.number({ above: 0, to: 1_000, fallback: 12.5 }),
});

export type LogisticsConfiguration = ConfigurationOf<typeof logisticsConfiguration>;

/** The tenant's settings of logistics. */
@Injectable()
export class LogisticsConfigurations extends Configurations<LogisticsConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, logisticsConfiguration);
  }
}
