import type { Environment } from '../start/config.js';

/** What a command is told. */
export interface Situation {
  /** They fit its usage. */
  args: readonly string[];
  /** How it is called, as people type it. */
  usage: string;
  environment: Environment;
  cwd: string;
  /** A result, on standard output. */
  say(line: string): void;
  /** How far the command has come, on standard error: results alone can be piped. */
  note(line: string): void;
}

/** One file in this folder exports one as `run`. @returns the exit code @throws StartError with one clear line */
export type Command = (situation: Situation) => Promise<number>;

/**
 * Whether arguments are as a usage states them: `<any>` is a word that must be there and is no option, another word is itself;
 * `[this]` is that very word or option, or nothing; `[<any>]` a word or nothing; `[--this <any>]` an option with its value, or
 * nothing; `--this <any>` an option that must be there. They come in the order of the usage. A usage may state several ways, with
 * ` | ` between.
 */
export const fits = (usage: string, args: readonly string[]): boolean =>
  usage
    .replace(/^\S+ ?/, '')
    .split(' | ')
    .some((way) => fitsOne(way, args));

function fitsOne(way: string, args: readonly string[]): boolean {
  const rest = [...args];
  const isWord = (given: string | undefined): boolean => given !== undefined && given !== '' && !given.startsWith('--');
  const isMet = (part: string): boolean => {
    const given = rest.shift();
    return part.startsWith('<') ? isWord(given) : given === part;
  };
  const isThere = (part: string): boolean => {
    const [word, ...values] = /^\[(.+)\]$/.exec(part)?.[1]?.split(' ') ?? [];
    if (word === undefined) return isMet(part);
    if (word.startsWith('<') ? !isWord(rest[0]) : rest[0] !== word) return true;
    rest.shift();
    return values.every(isMet);
  };
  const parts = way.match(/\[[^\]]+\]|\S+/g) ?? [];
  return parts.every(isThere) && rest.length === 0;
}

/** The value that stands behind an option; undefined where it is not given. */
export function optionOf(args: readonly string[], name: string): string | undefined {
  const place = args.indexOf(name);
  return place < 0 ? undefined : args[place + 1];
}
