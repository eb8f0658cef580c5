import { Entity } from 'typeorm';
import { TenantRecord, columns, type Message } from '@usaha/shared';
import { moduleKeys, type ModuleKey } from './catalogue.js';
import { configurationWarnings } from './configuration-warnings.js';

/** usable: never touched, and usable all the same. disabled: refused until it is enabled again. */
export const tenantModuleStatuses = ['usable', 'enabled', 'disabled'] as const;
export type TenantModuleStatus = (typeof tenantModuleStatuses)[number];

/** How a tenant uses one module of the catalogue. There is a row once it was enabled or disabled. */
@Entity({ schema: 'core', name: 'tenant_modules' })
export class TenantModule extends TenantRecord {
  /** Key of the module; at most one row for each in a tenant. */
  @columns.choice(moduleKeys) module!: ModuleKey;
  @columns.choice(tenantModuleStatuses) status: TenantModuleStatus = 'usable';
  /** As it was sent, unknown keys too; null until it is sent. */
  @columns.object({ nullable: true, personal: true }) configuration: Record<string, unknown> | null = null;

  /** A module that the tenant never touched. */
  static untouched(tenant_id: string, module: ModuleKey): TenantModule {
    return Object.assign(new TenantModule(), { tenant_id, module });
  }

  get is_enabled(): boolean {
    return this.status === 'enabled';
  }

  /** Whether its operations are answered: a module that was never touched is usable, too. */
  get is_usable(): boolean {
    return this.status !== 'disabled';
  }

  /** As it is shown: without one sent, an empty object under the module's key. */
  get shown_configuration(): Record<string, unknown> {
    return this.configuration ?? { [this.module]: {} };
  }

  /** Parts of the configuration that have no effect. */
  get warnings(): Message[] {
    return this.configuration ? configurationWarnings(this.configuration, this.module) : [];
  }

  /** Lifts a disable; a configuration that is given replaces the one there is, null clears it. */
  enable(configuration?: Record<string, unknown> | null): void {
    this.status = 'enabled';
    if (configuration !== undefined) this.configuration = configuration;
  }

  /** Its operations are refused from now on; the configuration is kept. */
  disable(): void {
    this.status = 'disabled';
  }
}
