import type { Context } from '@usaha/shared';
import type { ModuleKey } from './catalogue.js';
import type { ModuleService } from './module.service.js';

/** One setting: what it is where what was sent is of its type and range, and what it is otherwise. */
export interface Setting<T> {
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
    read: (given) => (typeof given === 'boolean' ? given : fallback),
  }),
  number: <F extends number | null>({
    fallback,
    from = -Infinity,
    above = -Infinity,
    to,
  }: NumberBounds<F>): Setting<number | F> => ({
    read: (given) => (typeof given === 'number' && given >= from && given > above && given <= to ? given : fallback),
  }),
  object: (): Setting<Readonly<Record<string, unknown>>> => ({ read: (given) => (isObject(given) ? given : {}) }),
};

/** The settings of a module by their keys. */
export type Configuration<C extends object> = { readonly [K in keyof C]: Setting<C[K]> };

export interface DeclaredConfiguration<C extends object> {
  readonly module: ModuleKey;
  /** @param given what the tenant sent under the module's key */
  read(given: Readonly<Record<string, unknown>>): C;
}

/** What reading a declared configuration gives. */
export type ConfigurationOf<D> = D extends DeclaredConfiguration<infer C> ? C : never;

/** Declares the settings that a module reads: key, type, range and default of each in one place. */
export const configurationOf = <C extends object>(
  module: ModuleKey,
  settings: Configuration<C>,
): DeclaredConfiguration<C> => ({
  module,
  read: (given) =>
    Object.fromEntries(
      Object.entries<Setting<unknown>>(settings as Readonly<Record<string, Setting<unknown>>>).map(
        ([key, { read }]) => [key, read(Object.hasOwn(given, key) ? given[key] : undefined)],
      ),
    ) as C,
});

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
