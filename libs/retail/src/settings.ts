import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';

/** What a tenant sets in `configuration.retail` of the module. */
const declared = configurationOf('retail', {
  /** Whether a stock that falls to its minimum is announced. */
  enable_inventory_alerts: setting.flag(false),
  enable_loyalty_program: setting.flag(false),
  /** Points that a customer earns per ringgit before tax. */
  loyalty_points_per_ringgit: setting.number({ from: 0, to: 1_000_000, fallback: 0 }),
  /** Whether a customer's tier gives its discount on the lines of a sale that send none. */
  apply_tier_discounts: setting.flag(false),
  /** Days back from now in which a sale may have been made that is recorded now. */
  offline_sale_days: setting.number({ from: 1, to: 92, fallback: 31 }),
  /** Percent, for products created without a rate: 6 unless set; a shop that is not registered for SST sets 0. */
  default_tax_rate: setting.number({ from: 0, to: 100, fallback: 6 }),
});

/** The same, where `loyalty_points_per_ringgit` is 0 unless the loyalty programme is enabled too. */
export type RetailConfiguration = Omit<ConfigurationOf<typeof declared>, 'enable_loyalty_program'>;

/** Reads `configuration.retail`. */
export function readSettings(given: Readonly<Record<string, unknown>>): RetailConfiguration {
  const { enable_loyalty_program, ...settings } = declared.read(given);
  return enable_loyalty_program ? settings : { ...settings, loyalty_points_per_ringgit: 0 };
}

/** The tenant's settings of retail. */
@Injectable()
export class RetailConfigurations extends Configurations<RetailConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, { ...declared, read: readSettings });
  }
}
