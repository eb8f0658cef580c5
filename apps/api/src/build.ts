import { readFileSync } from 'node:fs';

/** Which build this is. */
export interface Build {
  version: string;
  /** `unknown` where neither USAHA_COMMIT nor git said it when it was built. */
  commit: string;
}

const UNKNOWN = 'unknown';

/** A field of a JSON file that may not be there. */
function fieldOf(url: URL, name: string): string | undefined {
  try {
    const value: unknown = (JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A commit as git names it, or undefined for any other text. */
const asCommit = (text: string | undefined): string | undefined =>
  text !== undefined && /^[0-9a-f]{7,40}$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;

/** Version and commit of this build; tools/bundle.js writes the commit. */
export const build: Build = {
  version: fieldOf(new URL('../package.json', import.meta.url), 'version') ?? UNKNOWN,
  commit:
    asCommit(process.env.USAHA_COMMIT) ??
    asCommit(fieldOf(new URL('./build.json', import.meta.url), 'commit')) ??
    UNKNOWN,
};

/** As people read it. */
export const buildLine = `Usaha ${build.version} (commit ${build.commit})`;
