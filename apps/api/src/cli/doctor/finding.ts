import type { Config } from '../../start/config.js';

/** One thing looked at: well, not well, or nothing to say yet. */
export interface Finding {
  mark: '✓' | '✗' | '–';
  about: string;
  text: string;
}

export const well = (about: string, text: string): Finding => ({ mark: '✓', about, text });
/** @param text what is wrong, and what to do */
export const unwell = (about: string, text: string): Finding => ({ mark: '✗', about, text });
export const neutral = (about: string, text: string): Finding => ({ mark: '–', about, text });

/** Looks at one part of the installation, and changes nothing. @param wrong variables whose value was found wrong already */
export type Check = (config: Config, wrong: ReadonlySet<string>) => Promise<Finding[]>;

export const reasonOf = (error: unknown): string =>
  ((error instanceof Error && error.message) || String(error)).split('\n')[0] ?? '';
