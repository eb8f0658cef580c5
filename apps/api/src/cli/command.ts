import type { Environment } from '../config.js';

/** What a command is told. */
export interface Situation {
  /** They fit its usage. */
  args: readonly string[];
  /** How it is called, as people type it. */
  usage: string;
  environment: Environment;
  cwd: string;
  say(line: string): void;
}

/** One file in this folder exports one as `run`. @returns the exit code @throws StartError with one clear line */
export type Command = (situation: Situation) => Promise<number>;

/**
 * Whether arguments are as a usage states them: `<any>` is a word that must be there and is no option, `[this]` is that very
 * word or option, or nothing.
 */
export function fits(usage: string, args: readonly string[]): boolean {
  const rest = [...args];
  const isThere = (part: string): boolean => {
    const optional = /^\[(.+)\]$/.exec(part)?.[1];
    if (optional !== undefined) return rest[0] !== optional || rest.shift() !== undefined;
    const given = rest.shift();
    return given !== undefined && given !== '' && !given.startsWith('--');
  };
  return usage.split(' ').slice(1).every(isThere) && rest.length === 0;
}
