import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A start loads nothing that most processes are never asked for: it is loaded with the first request that needs it. */

const run = promisify(execFile);
const built = (path: string): string => join(import.meta.dirname, '../../apps/api/dist', path);

const HOOK = `
  let port;
  export const initialize = (data) => { port = data.port; };
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };
`;
const LISTING = `
  import { createRequire, register } from 'node:module';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { MessageChannel } from 'node:worker_threads';
  const { port1, port2 } = new MessageChannel();
  const urls = [];
  port1.on('message', (url) => urls.push(url)).unref();
  register('data:text/javascript,' + encodeURIComponent(process.env.HOOK), { data: { port: port2 }, transferList: [port2] });
  for (const path of JSON.parse(process.env.PATHS)) await import(path);
  await sleep(100);
  const required = Object.keys(createRequire(process.cwd() + '/x.js').cache);
  const builtIn = process.moduleLoadList.filter((name) => name.includes('undici'));
  process.stdout.write(JSON.stringify([...urls, ...required, ...builtIn]), () => process.exit(0));
`;

/** All modules that a process has loaded which imported these, in this order. */
async function loadedBy(...paths: string[]): Promise<string[]> {
  const env = { ...process.env, HOOK, PATHS: JSON.stringify(paths) };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', LISTING], {
    env,
    maxBuffer: 16_000_000,
  });
  return JSON.parse(stdout) as string[];
}

const packagesIn = (modules: string[]): Set<string> =>
  new Set(modules.flatMap((name) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []));

it('of packages, none that draws, documents, sends letters or takes forms', async () => {
  const loaded = await loadedBy(built('internals/navigator.js'), built('start/server.js'));
  const packages = packagesIn(loaded);
  expect([...packages]).toEqual(expect.arrayContaining(['@nestjs/core', 'express', 'typeorm', 'class-validator']));
  const rare = [
    '@nestjs/swagger',
    'es-toolkit',
    'js-yaml',
    'swagger-ui-dist',
    'multer',
    'pdfkit',
    '@bwip-js/node',
    'nodemailer',
  ];
  expect(rare.filter((name) => packages.has(name))).toEqual([]);
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
});

it('PostgreSQL is started before the service is loaded', async () => {
  const packages = packagesIn(await loadedBy(built('internals/navigator.js'), built('start/start-service.js')));
  expect(packages).toContain('pg');
  expect(['typeorm', '@nestjs/core', 'class-validator'].filter((name) => packages.has(name))).toEqual([]);
});
