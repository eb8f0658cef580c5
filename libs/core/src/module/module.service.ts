import { Injectable } from '@nestjs/common';
import { Page, fieldMessages, inTenant, invalid, notFound, type Context, type PageRequest } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { catalogue, findModule, type CatalogueModule, type ModuleKey } from './catalogue.js';
import { tellModule } from './module.events.js';
import { TenantModule } from './tenant-module.entity.js';
import { TenantModuleRepository } from './tenant-module.repository.js';
import { messages, nouns } from '../messages.js';

/** What a module is enabled with. */
export interface ModuleActivation {
  /** The caller's own, or one that the caller created; no other's. */
  tenant_id?: string | null;
  /** Module key → settings; kept as sent. Absent fields stay. */
  configuration?: Record<string, unknown> | null;
}

type Settings = Readonly<Record<string, unknown>>;

/** Told the settings of a module before and after a change of it, in the transaction of the change. */
export type SettingsListener = (ctx: Context, before: Settings, after: Settings) => void;

/** Of a module of which nothing is set: one object for all tenants, never changed. */
const NOTHING_SET: Settings = Object.freeze({});

/** Settings that the specification names and types. */
const statedFlags = ['enable_loyalty_program', 'enable_inventory_alerts'];

/** The catalogue of modules, and what the context's tenant makes of it. Every module is usable until it is disabled. */
@Injectable()
export class ModuleService {
  private readonly listeners = new Map<ModuleKey, SettingsListener>();

  constructor(
    private readonly modules: TenantModuleRepository,
    private readonly sessions: SessionRegistry,
    private readonly tenants: TenantRepository,
  ) {}

  /** Called by the module that reads the settings, once. */
  onSettings(key: ModuleKey, listener: SettingsListener): void {
    if (this.listeners.has(key)) throw new Error(`Changes of the settings of ${key} have a listener already`);
    this.listeners.set(key, listener);
  }

  /** @param id uuid or key, in any case @throws not_found */
  async get(_ctx: Context, id: string): Promise<CatalogueModule> {
    return this.named(id);
  }

  /** All of them. */
  all(): readonly CatalogueModule[] {
    return catalogue;
  }

  /** A part of the catalogue. @param industry in any case; an unknown one finds nothing */
  list({ industry }: { industry?: string }, { page, size }: PageRequest): Page<CatalogueModule> {
    const sought = industry?.toLowerCase();
    const found = catalogue.filter((module) => sought === undefined || module.industry === sought);
    return new Page(found.slice((page - 1) * size, page * size), found.length, { page, size });
  }

  /**
   * Modules whose operations the tenant has disabled: as old as the caller's rights, with which they are cached, and read
   * where they are not.
   */
  async disabledIn(ctx: Context): Promise<readonly string[]> {
    const cached = ctx.actor && this.sessions.cache.get(ctx.actor.session_id, ctx.now.getTime());
    return cached ? cached.disabled_modules : this.modules.disabled(ctx);
  }

  /** What the tenant has made of a module, or that it never touched it. @throws not_found for an unknown module */
  async usage(ctx: Context, id: string): Promise<TenantModule> {
    const { key } = this.named(id);
    return (await this.modules.find(ctx, key)) ?? TenantModule.untouched(ctx.tenant_id, key);
  }

  /**
   * The tenant's settings of a module: the object under its key, empty when there is none. For the module's own code. To a user's
   * request they are known with the user's rights, and as old as those: a second at most.
   */
  async configuration(ctx: Context, key: ModuleKey): Promise<Settings> {
    const cached = this.sessions.cachedSettings(ctx);
    const known = cached && (cached[key] === undefined ? NOTHING_SET : cached[key]);
    if (known) return known;
    return settingsOf(await this.modules.find(ctx, key));
  }

  /** @throws not_found (module), invalid (another's tenant_id; settings of the wrong type) */
  async enable(ctx: Context, id: string, { tenant_id, configuration }: ModuleActivation): Promise<TenantModule> {
    const { key } = this.named(id);
    const place = await this.placeOf(ctx, tenant_id);
    if (configuration) checkSettings(configuration, key);
    return inTenant(ctx, place, (there) => this.change(there, key, 'enable', (module) => module.enable(configuration)));
  }

  /** The module's operations answer MODULE_DISABLED until it is enabled again; nothing is lost. @throws not_found (module), invalid (another's tenant_id) */
  async disable(ctx: Context, id: string, tenant_id?: string | null): Promise<TenantModule> {
    const { key } = this.named(id);
    const place = await this.placeOf(ctx, tenant_id);
    return inTenant(ctx, place, (there) => this.change(there, key, 'disable', (module) => module.disable()));
  }

  /** Tells those who read settings of what a tenant has that comes from another installation. */
  async announceSettings(ctx: Context): Promise<void> {
    for (const [key, listener] of this.listeners) {
      const module = await this.modules.find(ctx, key);
      if (module) listener(ctx, NOTHING_SET, settingsOf(module));
    }
  }

  private async change(
    ctx: Context,
    key: ModuleKey,
    action: 'enable' | 'disable',
    verb: (module: TenantModule) => void,
  ): Promise<TenantModule> {
    const module = await this.modules.lockOrMake(ctx, key);
    const before = { version: module.version, settings: settingsOf(module) };
    verb(module);
    this.modules.save(ctx, module, action);
    if (before.version === module.version) return module;
    tellModule(ctx, action, module);
    this.listeners.get(key)?.(ctx, before.settings, settingsOf(module));
    this.sessions.rightsChanged(ctx, { tenant_id: ctx.tenant_id });
    return module;
  }

  private async placeOf(ctx: Context, tenant_id: string | null | undefined): Promise<string> {
    if (typeof tenant_id !== 'string' || tenant_id.toLowerCase() === ctx.tenant_id) return ctx.tenant_id;
    const created = await this.tenants.findCreated(ctx, tenant_id);
    if (!created) throw invalid('tenant_id', messages.notYourBusiness({ field: 'tenant_id' }));
    return created.id;
  }

  private named(id: string): CatalogueModule {
    const found = findModule(id);
    if (!found) throw notFound(nouns.module);
    return found;
  }
}

/** The settings under the module's key. */
function settingsOf(module: TenantModule | null): Settings {
  const settings = module?.configuration?.[module.module];
  return isObject(settings) ? settings : NOTHING_SET;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Under the module's own key stands an object, and what is stated as boolean in it is one; all else is kept as sent. */
function checkSettings(configuration: Record<string, unknown>, key: ModuleKey): void {
  const settings = configuration[key];
  if (settings === undefined) return;
  const field = `configuration.${key}`;
  if (!isObject(settings)) throw invalid(field, fieldMessages.mustBeObject({ field }));
  for (const flag of statedFlags) {
    const value = settings[flag];
    if (value !== undefined && typeof value !== 'boolean')
      throw invalid(`${field}.${flag}`, fieldMessages.mustBeBoolean({ field: `${field}.${flag}` }));
  }
}
