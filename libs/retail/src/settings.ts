import { Injectable } from '@nestjs/common';
import { ModuleService } from '@usaha/core';
import type { Context } from '@usaha/shared';

/** What a tenant set in `configuration.retail` of the module, and what holds where it set nothing. */
export interface RetailConfiguration {
  /** Whether a stock that falls to its minimum is announced. */
  enable_inventory_alerts: boolean;
  /** Points that a customer earns per ringgit before tax; 0 unless the loyalty programme is enabled too. */
  loyalty_points_per_ringgit: number;
  /** Percent, for products created without a rate: 6 unless set; a shop that is not registered for SST sets 0. */
  default_tax_rate: number;
}

const DEFAULT_TAX_RATE = 6;

/** Reads `configuration.retail`. What is not of the type it should be counts as not set. */
export function readSettings(configuration: Readonly<Record<string, unknown>>): RetailConfiguration {
  const { enable_inventory_alerts, enable_loyalty_program, loyalty_points_per_ringgit, default_tax_rate } =
    configuration;
  const points = numberWithin(loyalty_points_per_ringgit, 0, 1_000_000);
  return {
    enable_inventory_alerts: enable_inventory_alerts === true,
    loyalty_points_per_ringgit: enable_loyalty_program === true ? (points ?? 0) : 0,
    default_tax_rate: numberWithin(default_tax_rate, 0, 100) ?? DEFAULT_TAX_RATE,
  };
}

const numberWithin = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && value >= least && value <= most ? value : undefined;

/** The tenant's settings of retail. */
@Injectable()
export class RetailConfigurations {
  constructor(private readonly modules: ModuleService) {}

  async of(ctx: Context): Promise<RetailConfiguration> {
    return readSettings(await this.modules.configuration(ctx, 'retail'));
  }
}
