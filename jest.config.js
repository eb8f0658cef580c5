import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import resolver from './tools/jest-resolver.cjs';

resolver.extendNode();

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const ifThere = (name) => (existsSync(path(name)) ? path(name) : undefined);

const common = {
  rootDir: path('.'),
  testEnvironment: path('tools/jest-environment.cjs'),
  transform: { '\\.[cm]?[jt]s$': path('tools/jest-transform.cjs') },
  // Packages too: the transform itself leaves CommonJS alone.
  transformIgnorePatterns: [],
  resolver: path('tools/jest-resolver.cjs'),
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'json', 'node'],
};

/** Runs the build in dist, as it would be deployed, against servers that the shared set-up starts. */
const built = (name, folders) => ({
  ...common,
  displayName: name,
  roots: [path('test')],
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  globalSetup: ifThere('test/support/global-setup.ts'),
  globalTeardown: ifThere('test/support/global-teardown.ts'),
  setupFilesAfterEnv: [ifThere('test/support/each-file.ts')].filter(Boolean),
});

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      roots: [path('libs'), path('apps')],
      testMatch: ['<rootDir>/{libs,apps}/*/src/**/*.spec.ts'],
      // Workspace packages are read from their sources: no build is needed, none can be stale.
      testEnvironmentOptions: { customExportConditions: ['@usaha/source', 'node', 'node-addons'] },
    },
    // Pure HTTP clients, which can run against a deployed server (BASE_URL).
    built('e2e', ['e2e']),
    // These look into the database or the process.
    built('system', ['system']),
    // Checks of whole lists: routes, tenancy, drift, imports …
    built('lists', ['lists']),
    // What only a release needs to prove: `npm run test:all` and .ci/run, not a part of `npm test`.
    built('release', ['release']),
    // Thousands of random requests: `npm run fuzz`, not a part of `npm test`.
    built('fuzz', ['fuzz']),
  ],
  testTimeout: 60_000,
  testSequencer: path('tools/jest-sequencer.cjs'),
  // Test files wait for server, database and timers half of their time: four keep two cores busy.
  maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
  reporters: [
    'default',
    path('tools/jest-failed.cjs'),
    ...(process.env.JUNIT === '1' ? [['jest-junit', { outputDirectory: 'test-results' }]] : []),
  ],
};
