import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { propertyRuns } from '../support/property-runs.js';

/** What a contributor is told is there: scripts, files, headings, versions of Node, and the command that runs one test. */

/** Of the package js-yaml, which brings no types. */
const { load } = createRequire(__filename)('js-yaml') as { load(text: string): unknown };

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};
/** The release lines of Node that package.json allows. */
const lines = Array.from(engines.node.matchAll(/(\d+)(?:\.\d+)*/g), ([, major]) => Number(major));

describe.each(['CONTRIBUTING.md', 'SECURITY.md'])('%s', (name) => {
  const text = read(name);

  it('names scripts that package.json has', () => {
    const named = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, script = '']) => script);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  it('links files and headings that exist', () => {
    /** The anchor of a heading, as hosts of repositories derive it. */
    const anchor = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    const broken = Array.from(text.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g))
      .filter(([, path = '', heading]) => {
        if (!existsSync(join(root, path))) return true;
        const found = Array.from(read(path).matchAll(/^#+ (.+)$/gm), ([, title = '']) => anchor(title));
        return heading !== undefined && !found.includes(heading);
      })
      .map(([link]) => link);
    expect(broken).toEqual([]);
  });

  it('names paths that exist', () => {
    const named = Array.from(
      text.matchAll(/`((?:\.\w+|test|docs|apps|libs|tools)\/[\w./-]+)`/g),
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('the versions of Node', () => {
  interface Workflow {
    permissions: Record<string, string>;
    jobs: { test: { strategy: { matrix: { node: number[] } }; steps: { uses?: string; run?: string }[] } };
  }
  const workflow = load(read('.github/workflows/ci.yml')) as Workflow;
  const { strategy, steps } = workflow.jobs.test;

  it('are those of package.json in continuous integration, which runs .ci/run with least permissions', () => {
    expect(strategy.matrix.node).toEqual(lines);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(steps.map(({ run }) => run)).toContain('.ci/run');
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  it('include that of .nvmrc', () => {
    expect(lines).toContain(Number(read('.nvmrc')));
  });
});

describe('every test but the random requests', () => {
  /** The kinds of tests that tools/test.js has Jest run. Its checks before them are left out: npm is a program that does nothing. */
  const kindsRunBy = async (words: string[]): Promise<string[]> => {
    const environment = { PATH: process.env.PATH, HOME: process.env.HOME, npm_execpath: devNull };
    const listed = await promisify(execFile)(process.execPath, ['tools/test.js', ...words, '--listTests'], {
      cwd: root,
      env: environment,
    });
    const paths = listed.stdout.split('\n').filter((line) => line.startsWith(root));
    const kinds = paths.map((path) => /^test\/(\w+)\//.exec(relative(root, path))?.[1] ?? 'unit');
    return [...new Set(kinds)].sort();
  };

  it('is run by .ci/run, those of a release too', () => {
    expect(read('.ci/run')).toMatch(/^export CI=true$/m);
    expect(read('.ci/run')).toMatch(/^npm ci\n(?:#.*\n)?npm run test:all \|\| npm run test:failed$/m);
    expect(scripts['test:all']).toBe('node tools/test.js all');
  });

  it.each([
    ['npm test', [], ['e2e', 'lists', 'system', 'unit']],
    ['npm run test:all', ['all'], ['e2e', 'lists', 'release', 'system', 'unit']],
  ])('%s runs its kinds of tests', async (_, words, names) => {
    expect(await kindsRunBy(words)).toEqual(names);
  });

  it('is found by a project of jest.config.js', () => {
    const folders = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => path.split(sep)[0]);
    const config = read('jest.config.js');
    expect([...new Set(folders)].filter((folder) => !config.includes(`built('${folder}', ['${folder}'])`))).toEqual([]);
  });
});

describe('a property that sends requests', () => {
  const { CI, FUZZ_RUNS } = process.env;
  afterEach(() => void Object.assign(process.env, { CI: CI ?? '', FUZZ_RUNS: FUZZ_RUNS ?? '' }));

  it.each([
    ['', '', [10, 10, 5]],
    ['true', '', [40, 120, 5]],
    ['true', '3', [3, 3, 3]],
  ])('with CI=%j and FUZZ_RUNS=%j is tried %j times', (ci, fuzzRuns, runs) => {
    Object.assign(process.env, { CI: ci, FUZZ_RUNS: fuzzRuns });
    expect([propertyRuns(), propertyRuns(120), propertyRuns(5)]).toEqual(runs);
  });
});

describe('the order of test files', () => {
  const { LONGEST } = createRequire(__filename)(join(root, 'tools/jest-sequencer.cjs')) as { LONGEST: object };

  it('begins with files that exist', () => {
    expect(read('jest.config.js')).toContain("testSequencer: path('tools/jest-sequencer.cjs')");
    expect(Object.keys(LONGEST).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('npm run test:one', () => {
  /** What the script answers to these arguments, called in a folder. */
  const one = (args: string[], folder = '.'): Promise<{ code: number; said: string }> => {
    const [, script = '', ...given] = (scripts['test:one'] ?? '').split(' ');
    const environment = { PATH: process.env.PATH, HOME: process.env.HOME, INIT_CWD: join(root, folder) };
    return new Promise((resolve) => {
      execFile(process.execPath, [script, ...given, ...args], { cwd: root, env: environment }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + err }),
      );
    });
  };

  it('runs that file alone, named from the folder of the caller, with options for Jest', async () => {
    const { code, said } = await one(
      ['src/values/money.spec.ts', '--testNamePattern', 'no test of this name'],
      'libs/shared',
    );
    expect(said).toMatch(/^Test Suites: 1 skipped, 0 of 1 total$/m);
    expect(code).toBe(0);
  });

  it.each([[], ['libs/shared/src/values/money.ts'], ['test/support/client.ts'], ['test/e2e/none.test.ts'], ['..']])(
    'refuses %j in one line',
    async (...args) => {
      const { code, said } = await one(args);
      expect(said).toMatch(/^\S+ is not a test file\. Example: npm run test:one \S+\n$/);
      expect(code).toBe(1);
    },
  );

  it('gives an example that exists', () => {
    const [, example = ''] = /Example: npm run test:one (\S+\.ts)/.exec(read('tools/test.js')) ?? [];
    expect(statSync(join(root, example)).isFile()).toBe(true);
  });
});

describe('the debugger', () => {
  it('is given scripts that package.json has', () => {
    const { configurations } = JSON.parse(read('.vscode/launch.json')) as {
      configurations: { name: string; runtimeArgs?: string[] }[];
    };
    const named = configurations.flatMap(({ runtimeArgs = [] }) => (runtimeArgs[0] === 'run' ? runtimeArgs[1] : []));
    expect(named).toEqual(['dev', 'test:one']);
    expect(named.filter((script = '') => !(script in scripts))).toEqual([]);
  });

  it.each([
    ['finds the source maps of tests', ['--inspect=0'], true],
    ['costs nothing where there is none', [], false],
  ])('%s', async (_, options, isThere) => {
    const program = `console.log(require('./tools/jest-transform.cjs').process('export const a: number = 1;', '/a.ts').code)`;
    const code = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [...options, '-e', program], { cwd: root }, (error, out) =>
        error ? reject(error) : resolve(out),
      );
    });
    expect(code).toContain('exports');
    expect(code.includes('//# sourceMappingURL=data:application/json;base64,')).toBe(isThere);
  });
});
