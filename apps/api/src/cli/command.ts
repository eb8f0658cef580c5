import type { Environment } from '../config.js';
import { StartError } from '../embedded/start-error.js';

/** What a command is told. */
export interface Situation {
  args: readonly string[];
  /** Usage, shown after a wrong call. */
  usage: string;
  environment: Environment;
  cwd: string;
  say(line: string): void;
}

/** One file in this folder exports one as `run`. @returns the exit code @throws StartError with one clear line */
export type Command = (situation: Situation) => Promise<number>;

/** Exactly so many arguments, none of them an unknown option. */
export function argumentsOf({ args, usage }: Situation, count: number): string[] {
  if (args.length === count && args.every((arg) => arg !== '' && !arg.startsWith('--'))) return [...args];
  throw new StartError(`This command is called: ${usage}`);
}
