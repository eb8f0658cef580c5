import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

/** What is served is the bundle (tools/bundle.js): packages are in it once, and nothing of it has changed its name. */

const folder = mkdtempSync(join(tmpdir(), 'usaha-bundle-'));
const listLoaded = resolve(__dirname, '../support/list-loaded.mjs');

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

it('of packages that are in it no second copy is loaded, which would know nothing of the first; its documents are those of the build', async () => {
  const file = join(folder, 'loaded');
  const environment = { NODE_OPTIONS: `--import=${listLoaded}`, LOADED_FILE: file };
  const service = await startOwnService(await clonedDatabase(), environment);
  const { admin } = await newTenantAt(service);
  expect((await at(service).get('/api/v1/tenants/me/', admin.token)).status).toBeLessThan(500);
  for (const name of ['contract', 'reference']) {
    const written = JSON.parse(readFileSync(join(__dirname, `../../docs/openapi/${name}.json`), 'utf8')) as unknown;
    expect((await at(service).send('GET', `/docs/${name}.json`)).body).toEqual(written);
  }
  await service.stop();
  const loaded = readFileSync(file, 'utf8');
  const packages = new Set(
    [...loaded.matchAll(/^.*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm)].map(([, name]) => name as string),
  );
  expect([...packages]).toEqual(expect.arrayContaining(['@node-rs/argon2', 'class-transformer', 'pg', 'pino']));
  const bundled = [
    '@nestjs/common',
    '@nestjs/core',
    'class-validator',
    'express',
    'reflect-metadata',
    'rxjs',
    'typeorm',
  ];
  expect(bundled.filter((name) => packages.has(name))).toEqual([]);
});
