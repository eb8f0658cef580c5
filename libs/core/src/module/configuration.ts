import type { Context } from '@usaha/shared';
import type { ModuleKey } from './catalogue.js';
import type { ModuleService } from './module.service.js';

/** Type, range and default of a setting, as the documents declare them. */
export interface SettingShape {
  type: 'boolean' | 'number' | 'object' | 'array' | 'texts';
  /** The least number that counts, or the number that it has to exceed. */
  from?: number;
  above?: number;
  /** The greatest number that counts. */
  to?: number;
  /** The value that holds unless one is set; null where nothing is done then. */
  fallback: unknown;
}

/** One setting: its value where a value of its type and range was sent, and its default otherwise. */
export interface Setting<T> {
  readonly shape: SettingShape;
  /** Whether a value that was sent is of the type and range of the setting: otherwise it counts as not set. */
  fits(given: unknown): boolean;
  /** @param given what the tenant sent, if anything */
  read(given: unknown): T;
}

/** Bounds of a number, and what holds where none within them is set. */
interface NumberBounds<F extends number | null> {
  /** null where nothing is done unless a number is set. */
  fallback: F;
  /** The least that counts; either this or `above`. */
  from?: number;
  /** What it has to exceed. */
  above?: number;
  /** The most that counts. */
  to: number;
}

/** The kinds of settings. A value of another type or out of range counts as not set: reading never fails. */
export const setting = {
  flag: (fallback: boolean): Setting<boolean> => ({
    shape: { type: 'boolean', fallback },
    fits: isBoolean,
    read: (given) => (isBoolean(given) ? given : fallback),
  }),
  number: <F extends number | null>({ fallback, from, above, to }: NumberBounds<F>): Setting<number | F> => {
    const fits = (given: unknown): given is number =>
      typeof given === 'number' && given >= (from ?? -Infinity) && given > (above ?? -Infinity) && given <= to;
    return {
      shape: { type: 'number', from, above, to, fallback },
      fits,
      read: (given) => (fits(given) ? given : fallback),
    };
  },
  object: (): Setting<Readonly<Record<string, unknown>>> => ({
    shape: { type: 'object', fallback: {} },
    fits: isObject,
    read: (given) => (isObject(given) ? given : {}),
  }),
};

/** The settings of a module by their keys. */
export type Configuration<C extends object> = { readonly [K in keyof C]: Setting<C[K]> };

export interface DeclaredConfiguration<C extends object> {
  readonly module: ModuleKey;
  readonly settings: Configuration<C>;
  /** @param given what the tenant sent under the module's key */
  read(given: Readonly<Record<string, unknown>>): C;
}

/** What reading a declared configuration gives. */
export type ConfigurationOf<D> = D extends DeclaredConfiguration<infer C> ? C : never;

/** What the modules that are loaded read, by module. */
const declarations = new Map<ModuleKey, Readonly<Record<string, Setting<unknown>>>>();

/** The settings that a module reads, by key; undefined where its library is not loaded. */
export const declaredSettings = (module: ModuleKey): Readonly<Record<string, Setting<unknown>>> | undefined =>
  declarations.get(module);

/** Declares the settings that a module reads: key, type, range and default of each in one place. */
export function configurationOf<C extends object>(
  module: ModuleKey,
  settings: Configuration<C>,
): DeclaredConfiguration<C> {
  const declared = settings as unknown as Readonly<Record<string, Setting<unknown>>>;
  declarations.set(module, declared);
  return {
    module,
    settings,
    read: (given) =>
      Object.fromEntries(
        Object.entries(declared).map(([key, { read }]) => [
          key,
          read(Object.hasOwn(given, key) ? given[key] : undefined),
        ]),
      ) as C,
  };
}

/** Reads the tenant's settings of one module; a context provides its own (`RetailConfigurations`). */
export abstract class Configurations<C extends object> {
  /** The values read of cached settings. */
  private readonly known = new WeakMap<object, C>();

  protected constructor(
    private readonly modules: ModuleService,
    private readonly declared: DeclaredConfiguration<C>,
  ) {}

  async of(ctx: Context): Promise<C> {
    const given = await this.modules.configuration(ctx, this.declared.module);
    const known = this.known.get(given);
    if (known) return known;
    const settings = this.declared.read(given);
    this.known.set(given, settings);
    return settings;
  }
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
