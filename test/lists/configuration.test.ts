import { readFileSync } from 'node:fs';
import { moduleKeys } from '../support/subscription-shapes.js';

const keysIn = (text: string, key: RegExp): string[] => Array.from(text.matchAll(key), ([, name]) => name as string);

/** The keys that a context declares. */
function declaredBy(context: string): string[] {
  const source = readFileSync(`libs/${context}/src/settings.ts`, 'utf8');
  const [, declared = ''] = /configurationOf\('\w+', \{\n([\s\S]*?)\n\}\);/.exec(source) ?? [];
  return keysIn(declared, /^ {2}(\w+): /gm);
}

/** The keys that docs/configuration.md explains under the heading of a context. */
function explainedFor(context: string): string[] {
  const text = readFileSync('docs/configuration.md', 'utf8');
  const [, section = ''] = new RegExp(`^## ${context}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(text) ?? [];
  return keysIn(section, /^\| `(\w+)` \|/gm);
}

describe('what a tenant configures is explained in docs/configuration.md', () => {
  it.each(moduleKeys)('all that %s reads, and no more', (context) => {
    expect(declaredBy(context)).not.toEqual([]);
    expect(explainedFor(context)).toEqual(declaredBy(context));
  });
});
