import { TenantModule, moduleKeys, type CatalogueModule, type ModuleKey } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { documentedSettings } from '../../../wire/module-settings.js';
import type { StatedKeys } from '../../../wire/stated-keys.js';
import { plainViewFor, viewFor, viewOf } from '../../../wire/view.js';

const settingsExample = { enable_loyalty_program: true, enable_inventory_alerts: true };
const configurationExample = { retail: settingsExample };

@field.record('Settings of one module; further keys are kept as sent')
class ModuleSettings {
  @field.flag('Whether sales earn loyalty points; default false', true, { unset: true })
  enable_loyalty_program?: boolean;
  @field.flag('Whether low stock triggers an event; default false', true, { unset: true })
  enable_inventory_alerts?: boolean;
}

/** Declares a field for the settings of each module. */
const settingsByModule =
  (keysOf: (module: ModuleKey) => StatedKeys): ClassDecorator =>
  ({ prototype }) => {
    for (const module of moduleKeys) {
      const options = { unset: true, nullable: false, keys: keysOf(module) };
      field.object(`Settings of the ${module} module`, settingsExample, options)(prototype as object, module);
    }
  };

@settingsByModule(() => ModuleSettings)
@field.record('Settings by the key of the module')
class ModuleConfiguration {}

/** The same in a body, with every setting that a module reads. Values that do not fit are stored all the same. */
@settingsByModule((module) => documentedSettings(module, ModuleSettings))
@field.record('Settings to set, by the key of the module')
class ModuleConfigurationBody {}

@field.record('List price of a module')
export class ModulePricingView {
  @field.money('Price per month in ringgit', 29) monthly!: number;
  @field.money('Price per year in ringgit', 290) yearly!: number;
}

@field.record('A module in the catalogue')
export class ModuleEntryView {
  @field.text('Key of the module', 'retail') id!: string;
  @field.text('Name', 'Retail') name!: string;
  @field.text('Description', 'Products, stock, sales with SST, customers and loyalty points for shops')
  description!: string;
  @field.texts('Features', ['Sales and refunds']) features!: string[];
  @field.nested('List prices, for information only; never added to a subscription (A-170)', ModulePricingView)
  pricing!: ModulePricingView;
  @field.flag('Whether your tenant may use it: true unless it was disabled (A-335)', true) usable!: boolean;
}

const namedTenant = field.text(
  'Id of your tenant, or of one that you created and administer; no other is accepted (A-83, A-49)',
  '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  { optional: true },
);

/** POST /api/v1/modules/{module_id}/enable/. */
export class EnableBody {
  @namedTenant tenant_id?: string | null;
  @field.object(
    'Settings under the key of the module, stored as sent, unknown keys included; replaces the current settings',
    configurationExample,
    { optional: true, keys: ModuleConfigurationBody },
  )
  configuration?: Record<string, unknown> | null;
}

/** POST /api/v1/modules/{module_id}/disable/. */
export class DisableBody {
  @namedTenant tenant_id?: string | null;
}

@field.record('A module as a tenant uses it (A-83)')
export class TenantModuleView {
  @field.text('Key of the module', 'retail') module_id!: string;
  @field.id('The tenant') tenant_id!: string;
  @field.flag('Whether the module was enabled. A module neither enabled nor disabled can be used as well (A-60)', true)
  is_enabled!: boolean;
  @field.object('Settings under the key of the module, as sent', configurationExample, {
    keys: ModuleConfiguration,
  })
  configuration!: Record<string, unknown>;
  @field.flag('Whether its operations can be used: true unless it was disabled (A-335)', true) usable!: boolean;
}

@field.record('A module that was enabled, with warnings about its configuration')
export class EnabledModuleView extends TenantModuleView {
  @field.texts(
    'Keys that no code reads, with the nearest known one, values of another type or out of range, and settings of another module; all of them are stored (A-335)',
    [
      'retail.enable_loyalty_programme is no setting of this module and has no effect; did you mean enable_loyalty_program?',
    ],
  )
  warnings!: string[];
}

/** @param disabled keys of the modules that the caller's tenant has disabled */
export const moduleEntryView = plainViewFor<CatalogueModule, ModuleEntryView, readonly string[]>(ModuleEntryView, {
  fields: {
    id: ({ key }) => key,
    features: ({ features }) => Object.values(features),
    usable: ({ key }, disabled) => !disabled.includes(key),
  },
});

const fields = {
  module_id: (m: TenantModule) => m.module,
  configuration: (m: TenantModule) => m.shown_configuration,
  usable: (m: TenantModule) => m.is_usable,
};

export const tenantModuleView = viewOf(TenantModule, TenantModuleView, { revision: 2, fields });

export const enabledModuleView = viewFor<TenantModule, EnabledModuleView, Language>(TenantModule, EnabledModuleView, {
  revision: 2,
  fields: {
    ...fields,
    warnings: (m, language) => m.warnings.map((warning) => warning.in(language)),
  },
});
