import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { moduleKeys } from '../support/subscription-shapes.js';

/** Of the package js-yaml, which brings no types. */
const { load } = createRequire(__filename)('js-yaml') as { load(text: string): unknown };

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
  const packages = JSON.parse(readFileSync('libs/embedded-postgres/package.json', 'utf8')) as {
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
      keysIn(readFileSync(path, 'utf8'), /(?:PostgreSQL |\bpostgres:)(\d\d)\b(?![.,]\d)/g).map((version) => ({
        path,
        version,
      })),
    );
    expect(named.filter(({ version }) => version !== along && version !== least)).toEqual([]);
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(
      `tested with the PostgreSQL ${along} that it brings along`,
    );
    for (const { path } of named.filter(({ path }) => /^libs\/(?!embedded-postgres\/)/.test(path)))
      expect(readFileSync(path, 'utf8')).toContain(`PostgreSQL ${least} or later`);
    expect(readFileSync('docker/compose.yaml', 'utf8')).toContain(`image: \${POSTGRES_IMAGE:-postgres:${along}}\n`);
  });
});

describe('compose.yaml', () => {
  const text = readFileSync('docker/compose.yaml', 'utf8');
  const compose = load(text) as {
    services: Record<string, { environment?: Record<string, string>; [key: string]: unknown }>;
  };
  const { api, migrate, roles, database } = compose.services as Record<string, Record<string, unknown>>;
  const set = { ...(api?.environment as object), ...(database?.environment as object) };

  /** What a container has by other means, or does without. */
  const elsewhere = [
    'NODE_ENV',
    'PORT',
    'HOST',
    'DATA_DIR',
    'MIGRATION_DATABASE_URL', // the service `migrate` has it
    'DATABASE_DIRECT_URL',
    'DATABASE_RESTART_SECONDS', // of the embedded database
    'SEED_DEMO',
    'SANDBOX_DELAY_MS',
    'CHIP_API_URL',
    'LOG_PRETTY',
    'METRICS_KEPT_MS', // for tests
    'USAHA_COMMIT', // of the image itself
  ];

  it('passes every setting on', () => {
    const [table = ''] = readFileSync('docs/operations.md', 'utf8').split('## Before production');
    const settings = keysIn(table, /^\| `([A-Z_]+)` \|/gm);
    expect(settings.length).toBeGreaterThan(20);
    expect(settings.filter((name) => !(name in set) && !elsewhere.includes(name))).toEqual([]);
  });

  it('gives the service a role that is no superuser and owns nothing; migrations alone have the owner', () => {
    expect((api?.environment as Record<string, string>).DATABASE_URL).toMatch(/^postgresql:\/\/usaha_service:/);
    expect(JSON.stringify(api)).not.toContain('POSTGRES_PASSWORD');
    expect((migrate?.environment as Record<string, string>).DATABASE_URL).toMatch(/^postgresql:\/\/usaha:/);
    expect(JSON.stringify(roles)).toContain('roles.sql');
  });

  it('limits what each container may take and write, and lets in this machine alone', () => {
    for (const service of Object.values(compose.services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: expect.anything() });
      expect(service).toMatchObject({ logging: { options: { 'max-size': expect.any(String) } } });
    }
    expect(api?.ports).toEqual(['${BIND_ADDRESS:-127.0.0.1}:${PORT:-3000}:3000']);
    expect(database).not.toHaveProperty('ports');
  });

  it('runs and builds on images that docker/.env may name by digest; unless it does, on those of the Dockerfile', () => {
    const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
    const [, node = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];
    for (const service of [database, roles]) expect(service?.image).toMatch(/^\$\{POSTGRES_IMAGE:-postgres:\d+\}$/);
    for (const service of [api, migrate])
      expect(service?.build).toMatchObject({ args: { NODE_IMAGE: `\${NODE_IMAGE:-${node}}` } });
    const example = readFileSync('docker/.env.example', 'utf8');
    for (const name of ['NODE_IMAGE', 'POSTGRES_IMAGE']) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
    expect(example).toContain(`empty: ${node} and postgres:`);
  });

  it('asks for nothing that docker/.env.example does not name', () => {
    const named = keysIn(readFileSync('docker/.env.example', 'utf8'), /^([A-Z_]+)=/gm);
    const asked = keysIn(text, /\$\{([A-Z_]+):\?/g);
    expect([...new Set(asked)].filter((name) => !named.includes(name))).toEqual([]);
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

  it('has no source maps of the bundle', () => {
    expect(dockerfile).toMatch(/node tools\/bundle\.js \\\n/);
    expect(dockerfile).not.toContain('--maps');
  });

  it('fails to build where it finds no fonts to keep, and says which release it is', () => {
    expect(dockerfile).toContain('test -n "$fonts"');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
    expect(dockerfile).toMatch(/^LABEL [\s\S]*org\.opencontainers\.image\.version="\$\{VERSION\}"/m);
  });

  it('copies every tool that its build runs, which .dockerignore lets through', () => {
    const copied = keysIn(dockerfile, /(tools\/[\w-]+\.js)(?= )/g).filter((file, i, all) => all.indexOf(file) === i);
    expect(copied).toContain('tools/bundle.js');
    const imported = copied.flatMap((file) =>
      keysIn(readFileSync(file, 'utf8'), /from '\.\/([\w-]+\.js)'/g).map((name) => `tools/${name}`),
    );
    expect(imported.filter((file) => !copied.includes(file))).toEqual([]);
    const ignore = readFileSync('.dockerignore', 'utf8');
    expect(copied.filter((file) => !ignore.includes(`!${file}\n`))).toEqual([]);
  });

  it('is alive while its database is away', () => {
    expect(dockerfile).toContain('GET /health/live HTTP/1.0');
  });

  it('asks for its health without another Node', () => {
    const [, check = ''] = /^HEALTHCHECK [^\n]*\\\n {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(check)[0]).toBe('bash');
  });
});
