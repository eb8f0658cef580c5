import { TenantModule, type CatalogueModule } from '@usaha/core';
import { field } from '../../wire/field.js';
import { viewOf, plainView } from '../../wire/view.js';

const settingsExample = { enable_loyalty_program: true, enable_inventory_alerts: true };
const configurationExample = { retail: settingsExample };

@field.record('Settings of one module, beside whatever else was sent')
class ModuleSettings {
  @field.flag('Whether sales of the shop earn points; false unless given', true, { unset: true })
  enable_loyalty_program?: boolean;
  @field.flag('Whether stock that becomes low is announced; false unless given', true, { unset: true })
  enable_inventory_alerts?: boolean;
}

const ofModule = (name: string): PropertyDecorator =>
  field.object(`Settings of ${name}`, settingsExample, { unset: true, nullable: false, keys: ModuleSettings });

@field.record('Settings by the key of the module')
class ModuleConfiguration {
  @ofModule('the retail module') retail?: Record<string, unknown>;
  @ofModule('the healthcare module') healthcare?: Record<string, unknown>;
  @ofModule('the education module') education?: Record<string, unknown>;
  @ofModule('the logistics module') logistics?: Record<string, unknown>;
  @ofModule('the beauty module') beauty?: Record<string, unknown>;
}

@field.record('What a module costs in the catalogue')
export class ModulePricingView {
  @field.money('Price of a month in ringgit', 29) monthly!: number;
  @field.money('Price of a year in ringgit', 290) yearly!: number;
}

@field.record('A module in the catalogue')
export class ModuleEntryView {
  @field.text('Key of the module', 'retail') id!: string;
  @field.text('What it is called', 'Retail') name!: string;
  @field.text('What it is for', 'Products, stock, sales with SST, customers and loyalty points for shops')
  description!: string;
  @field.texts('What it can do', ['Sales and refunds']) features!: string[];
  @field.nested('Prices, for information: never added to a subscription (A-170)', ModulePricingView)
  pricing!: ModulePricingView;
}

/** POST /api/v1/modules/{module_id}/enable/. */
export class EnableBody {
  @field.text("One's own tenant; no other (A-83)", '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', { optional: true })
  tenant_id?: string | null;
  @field.object(
    'Settings under the key of the module, kept as sent, unknown keys too; replaces the ones there are',
    configurationExample,
    { optional: true, keys: ModuleConfiguration },
  )
  configuration?: Record<string, unknown> | null;
}

@field.record('What a tenant makes of a module (A-83)')
export class TenantModuleView {
  @field.text('Key of the module', 'retail') module_id!: string;
  @field.id('The tenant') tenant_id!: string;
  @field.flag('Whether it was enabled. One that was neither enabled nor disabled is usable all the same (A-60)', true)
  is_enabled!: boolean;
  @field.object('Settings under the key of the module, as they were sent', configurationExample, {
    keys: ModuleConfiguration,
  })
  configuration!: Record<string, unknown>;
}

export const moduleEntryView = plainView<CatalogueModule, ModuleEntryView>(ModuleEntryView, {
  fields: { id: ({ key }) => key, features: ({ features }) => Object.values(features) },
});

export const tenantModuleView = viewOf(TenantModule, TenantModuleView, {
  revision: 1,
  fields: { module_id: (m) => m.module, configuration: (m) => m.shown_configuration },
});
