import { isIP } from 'node:net';
import { StartError } from '@usaha/embedded-postgres/start-error';

/** Keys by id, the one in use first. */
export type KeyList = [id: string, key: Buffer][];

export type Environment = Readonly<Record<string, string | undefined>>;

/** All that is wrong with a configuration, a line each that begins with the variable at fault. */
export class ConfigurationError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(problems.map((problem) => `The configuration is not usable: ${problem}`).join('\n'));
  }
}

/** Whether a text is an IP address, or a network in CIDR notation that is not all addresses. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= most));
}

/** Reads one variable after the other and gathers what is wrong, so that all of it is said at once. */
export class Reader {
  readonly problems: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  integer<F extends number | null>(name: string, fallback: F, min: number, max: number): number | F {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return fallback;
  }

  flag(name: string): boolean | null {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return null;
    if (['true', '1', 'yes'].includes(text)) return true;
    if (['false', '0', 'no'].includes(text)) return false;
    this.problems.push(`${name} must be true or false, not "${text}"`);
    return null;
  }

  /** @param otherwise what else it may be, for the message */
  postgres(name: string, otherwise = ''): string | null {
    const text = this.text(name);
    if (text === undefined) return null;
    if (/^postgres(ql)?:\/\//.test(text)) return text;
    this.problems.push(`${name} must be a URL that begins with postgresql://${otherwise}`);
    return null;
  }

  /** `id:secret,id:secret`; secrets are never repeated in a message. */
  keys(
    name: string,
    decode: (text: string) => Buffer,
    bytes: (length: number) => boolean,
    want: string,
  ): KeyList | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const keys = text.split(',').map((pair): [string, Buffer] => {
      const colon = pair.indexOf(':');
      return [pair.slice(0, Math.max(colon, 0)).trim(), decode(pair.slice(colon + 1).trim())];
    });
    const good =
      keys.every(([id, key]) => /^[A-Za-z0-9_-]{1,32}$/.test(id) && bytes(key.length)) &&
      new Set(keys.map(([id]) => id)).size === keys.length;
    if (good) return keys;
    this.problems.push(
      `${name} must be id:secret pairs separated by commas, ids unique and of letters and digits, each secret ${want}`,
    );
    return undefined;
  }
}
