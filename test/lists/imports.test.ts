import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Imports run one way: shared ← core ← industries ← apps/api, into a library only through its index, and no library
 * knows HTTP. A rule that nothing can break proves nothing, so each is also broken here on purpose, in a small copy of
 * the layout outside the repository.
 */

// Reading all imports takes half a minute alone, and longer next to other tests.
jest.setTimeout(180_000);

const root = join(import.meta.dirname, '../..');
const standalone = ['embedded-postgres', 'route-solver', 'picture-reader'];
const libraries = ['shared', ...standalone, 'core', 'retail', 'healthcare', 'education', 'logistics', 'beauty'];

const run = (script: string, args: string[], cwd: string) =>
  new Promise<string>((resolve, reject) => {
    const options = { cwd, maxBuffer: 2 ** 26 };
    const child = execFile(
      process.execPath,
      [join(root, 'node_modules', script), ...args],
      options,
      (error, out, err) => {
        // Both tools exit with an error when they find something, and say what on stdout all the same.
        if (out) resolve(out);
        else reject(new Error(err || error?.message || `${script} said nothing`));
      },
    );
    child.stdin?.end();
  });

interface Violation {
  rule: { name: string };
  from: string;
  to: string;
}

/** The broken rules of a tree, as `rule: from → to`. */
async function cruise(cwd: string): Promise<{ modules: number; violations: string[] }> {
  const sources = [...libraries.map((name) => `libs/${name}/src`), 'apps/api/src'].filter((path) =>
    existsSync(join(cwd, path)),
  );
  const args = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', ...sources];
  const { summary } = JSON.parse(await run('dependency-cruiser/bin/dependency-cruise.mjs', args, cwd)) as {
    summary: { totalCruised: number; violations: Violation[] };
  };
  const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return { modules: summary.totalCruised, violations: violations.sort() };
}

describe('import direction', () => {
  it('is kept by every library and the application', async () => {
    const { modules, violations } = await cruise(root);
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(libraries.length);
  });

  describe('on probe files', () => {
    let probe: string;
    let violations: string[];

    const files: Record<string, string> = {
      // Allowed imports must stay unreported.
      'libs/core/src/index.ts': "export { helper } from './helper.js';",
      'libs/core/src/helper.ts': "import { kernel } from '@usaha/shared';\nexport const helper = kernel;",
      'libs/core/src/deep.ts': 'export const deep = 1;',
      'libs/retail/src/good.ts':
        "import { helper } from '@usaha/core';\nimport { Module } from '@nestjs/common';\nexport const good = [helper, Module];",
      'libs/beauty/src/good.ts': "import { states } from '@usaha/shared/malaysia';\nexport const good = states;",
      'apps/api/src/good.ts':
        "import { helper } from '@usaha/core';\nimport express from 'express';\nexport const good = [helper, express];",
      'apps/api/src/operated/good.ts': "import { claims } from '@usaha/shared/operation';\nexport const good = claims;",
      'libs/shared/src/malaysia/index.ts': 'export const states = 1;',
      'libs/shared/src/operation.ts': 'export const claims = 1;',

      'libs/shared/src/upward.ts': "import { helper } from '@usaha/core';\nexport const upward = helper;",
      'libs/shared/src/values/low.ts': "import type { Types } from '../schema/types.js';\nexport type Low = Types;",
      'libs/shared/src/values/other.ts': 'export const other = 1;',
      'libs/shared/src/schema/high.ts': "import { other } from '../values/other.js';\nexport const high = other;",
      'libs/shared/src/schema/types.ts': 'export type Types = number;',
      'libs/embedded-postgres/src/sideways.ts':
        "import { kernel } from '@usaha/shared';\nexport const sideways = kernel;",
      'libs/route-solver/src/sideways.ts':
        "import { index } from '@usaha/picture-reader';\nexport const sideways = index;",
      'libs/picture-reader/src/sideways.ts':
        "import type { kernel } from '@usaha/shared';\nexport type Sideways = typeof kernel;",
      'libs/logistics/src/good.ts': "import { index } from '@usaha/route-solver';\nexport const good = index;",
      'libs/core/src/embedded.ts': "import { index } from '@usaha/embedded-postgres';\nexport const embedded = index;",
      'libs/core/src/upward.ts': "import { index } from '@usaha/retail';\nexport const upward = index;",
      'libs/core/src/upward-types.ts':
        "import type { index } from '@usaha/beauty';\nexport type Upward = typeof index;",
      'libs/retail/src/sideways.ts': "import { index } from '@usaha/beauty';\nexport const sideways = index;",
      'libs/retail/src/sideways-dynamic.ts': "export const sideways = () => import('@usaha/healthcare');",
      'libs/retail/src/deep.ts': "import { deep } from '@usaha/core/src/deep.js';\nexport const reached = deep;",
      'libs/retail/src/operation.ts':
        "import { claims } from '@usaha/shared/operation';\nexport const reached = claims;",
      'libs/retail/src/deep-relative.ts':
        "import { deep } from '../../core/src/deep.js';\nexport const reached = deep;",
      'libs/retail/src/index-relative.ts':
        "import { helper } from '../../core/src/index.js';\nexport const reached = helper;",
      'apps/api/src/deep.ts': "import { deep } from '../../../libs/core/src/deep.js';\nexport const reached = deep;",
      'libs/beauty/src/http.ts': "import express from 'express';\nexport const app = express;",
      'libs/beauty/src/http-types.ts': "import type { Request } from 'express';\nexport type Body = Request['body'];",
      'libs/beauty/src/http-dynamic.ts': "export const load = () => import('@nestjs/swagger');",
      'libs/beauty/src/platform.ts':
        "import { ExpressAdapter } from '@nestjs/platform-express';\nexport const adapter = ExpressAdapter;",
      'libs/logistics/src/app.ts': "import { good } from '../../../apps/api/src/good.js';\nexport const app = good;",
      'libs/logistics/src/server.ts': "import { createServer } from 'node:http';\nexport const server = createServer;",
      'apps/api/src/tags.ts': "import { ApiTags } from '@nestjs/swagger';\nexport const tags = ApiTags;",
      'apps/api/src/schema.ts':
        "import type { ApiPropertyOptions } from '@nestjs/swagger';\nexport type Schema = ApiPropertyOptions;",
      'libs/education/src/cycle-a.ts': "import { b } from './cycle-b.js';\nexport const a = () => b;",
      'libs/education/src/cycle-b.ts': "import { a } from './cycle-a.js';\nexport const b = () => a;",
      'libs/education/src/cycle-c.ts': "import { d } from './cycle-d.js';\nexport const c = () => d;",
      'libs/education/src/cycle-d.ts': "export const d = () => import('./cycle-c.js');",
    };

    beforeAll(async () => {
      probe = await mkdtemp(join(tmpdir(), 'usaha-imports-'));
      const write = async (path: string, text: string) => {
        await mkdir(dirname(join(probe, path)), { recursive: true });
        await writeFile(join(probe, path), text);
      };
      await write('package.json', await readFile(join(root, 'package.json'), 'utf8'));
      for (const name of libraries) {
        await write(`libs/${name}/package.json`, await readFile(join(root, 'libs', name, 'package.json'), 'utf8'));
        await write(
          `libs/${name}/src/index.ts`,
          name === 'shared' ? 'export const kernel = 1;' : 'export const index = 1;',
        );
      }
      for (const [path, text] of Object.entries(files)) await write(path, text);
      await mkdir(join(probe, 'node_modules/@usaha'), { recursive: true });
      for (const name of libraries)
        await symlink(join(probe, 'libs', name), join(probe, 'node_modules/@usaha', name), 'junction');
      for (const name of ['express', '@nestjs', '@types'])
        await symlink(join(root, 'node_modules', name), join(probe, 'node_modules', name), 'junction');
      ({ violations } = await cruise(probe));
    });
    afterAll(() => rm(probe, { recursive: true, force: true }));

    it.each([
      ['shared-imports-no-library', 'libs/shared/src/upward.ts'],
      ['kernel-folders-in-one-direction', 'libs/shared/src/schema'],
      ['kernel-folders-in-one-direction', 'libs/shared/src/values'],
      ['standalone-libraries-import-no-library', 'libs/embedded-postgres/src/sideways.ts'],
      ['standalone-libraries-import-no-library', 'libs/route-solver/src/sideways.ts'],
      ['standalone-libraries-import-no-library', 'libs/picture-reader/src/sideways.ts'],
      ['libraries-import-no-embedded-postgres', 'libs/core/src/embedded.ts'],
      ['core-imports-no-industry', 'libs/core/src/upward.ts'],
      ['core-imports-no-industry', 'libs/core/src/upward-types.ts'],
      ['industries-import-no-industry', 'libs/retail/src/sideways.ts'],
      ['industries-import-no-industry', 'libs/retail/src/sideways-dynamic.ts'],
      ['libraries-only-through-their-index', 'libs/retail/src/deep.ts'],
      ['libraries-only-through-their-index', 'libs/retail/src/operation.ts'],
      ['libraries-only-through-their-index', 'libs/retail/src/deep-relative.ts'],
      ['libraries-only-by-their-package-name', 'libs/retail/src/index-relative.ts'],
      ['app-imports-libraries-only-through-their-index', 'apps/api/src/deep.ts'],
      ['libraries-know-no-http', 'libs/beauty/src/http.ts'],
      ['libraries-know-no-http', 'libs/beauty/src/http-types.ts'],
      ['libraries-know-no-http', 'libs/beauty/src/http-dynamic.ts'],
      ['libraries-know-no-http', 'libs/beauty/src/platform.ts'],
      ['libraries-know-no-http', 'libs/logistics/src/server.ts'],
      ['libraries-import-no-app', 'libs/logistics/src/app.ts'],
      ['only-documents-load-swagger', 'apps/api/src/tags.ts'],
      ['no-circular', 'libs/education/src/cycle-a.ts'],
      ['no-circular', 'libs/education/src/cycle-c.ts'],
    ])('%s reports %s', (rule, from) => {
      expect(violations).toContainEqual(expect.stringContaining(`${rule}: ${from} → `));
    });

    it('reports nothing else', () => {
      const allowed = violations.filter((line) => /good\.ts →|helper\.ts →|index\.ts →|schema\.ts →/.test(line));
      expect(allowed).toEqual([]);
    });
  });
});

describe('what a library may name', () => {
  const probes = {
    nest: [
      "import { Inject, Injectable, Module, type DynamicModule, type OnModuleInit, type Provider } from '@nestjs/common';",
      "import { Controller } from '@nestjs/common';",
      "import { HttpException, Injectable as Service } from '@nestjs/common';",
      "import * as nest from '@nestjs/common';",
      "import { NestFactory } from '@nestjs/core';",
      "import { ApiProperty } from '@nestjs/swagger';",
      "import { IsString } from 'class-validator';",
      "import type { Request } from 'express';",
      "export const load = () => import('@nestjs/common');",
      'export const now = () => [new Date(), Date.now()];',
      'export const then = new Date(0);',
      'export type Used = Provider | DynamicModule | OnModuleInit | Request;',
      'export const used = [Inject, Injectable, Module, Controller, HttpException, Service, nest, NestFactory, ApiProperty, IsString];',
    ],
    typeorm: [
      "import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';",
      "import { DataSource } from 'typeorm';",
      "import type { EntityManager, Repository } from 'typeorm';",
      "import * as typeorm from 'typeorm';",
      "import { Repository as Deep } from 'typeorm/repository/Repository.js';",
      'export type Used = MigrationInterface | QueryRunner | EntityManager | Repository<object>;',
      'export const used = [Column, Entity, PrimaryColumn, DataSource, typeorm, Deep];',
    ],
  };
  /** What the linter says of each probe, as if it stood in a library's index. One process reads the types once. */
  let said: Record<keyof typeof probes, string[]>;
  beforeAll(async () => {
    const program = `
      import { ESLint } from 'eslint';
      const [eslint, said] = [new ESLint(), {}];
      for (const [name, lines] of Object.entries(${JSON.stringify(probes)})) {
        const [{ messages }] = await eslint.lintText(lines.join('\\n') + '\\n', { filePath: 'libs/shared/src/index.ts' });
        said[name] = messages.map(({ line, ruleId }) => line + ': ' + ruleId);
      }
      console.log(JSON.stringify(said));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
    });
    said = JSON.parse(stdout) as typeof said;
    // Reading the types takes a minute on a machine that is busy.
  }, 300_000);

  it('of Nest is what dependency injection needs, and of the clock nothing', () => {
    expect(said.nest).toEqual([
      '2: no-restricted-imports',
      '3: no-restricted-imports',
      '4: no-restricted-imports',
      '5: no-restricted-imports',
      '6: no-restricted-imports',
      '7: no-restricted-imports',
      '8: no-restricted-imports',
      '9: no-restricted-syntax',
      '10: no-restricted-syntax',
      '10: no-restricted-syntax',
    ]);
  });

  it('of TypeORM is what entities and migrations are declared with', () => {
    const refused = (line: number) => `${line}: @typescript-eslint/no-restricted-imports`;
    expect(said.typeorm).toEqual([2, 3, 3, 4, 5].map(refused));
  });
});

describe('the way to rows', () => {
  it("of other tenants by TypeORM's own repositories is no part of what a database shows", async () => {
    const folder = await mkdtemp(join(root, 'test/.probe-'));
    try {
      const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.base.json'), 'utf8')) as {
        compilerOptions: Record<string, unknown>;
      };
      const options = { ...compilerOptions, noEmit: true, composite: false, incremental: false, skipLibCheck: true };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
      await writeFile(
        join(folder, 'probe.ts'),
        [
          "import { Database, createDataSource, type EntityClass } from '@usaha/shared';",
          'export const path = (database: Database, entity: EntityClass<object>) => database.table(entity).path;',
          'export const all = (database: Database, entity: EntityClass<object>) =>',
          '  database.dataSource.getRepository(entity).find();',
          "export const own = createDataSource({ url: '', entities: [] });",
          '',
        ].join('\n'),
      );
      const said = await run('typescript/bin/tsc', ['-p', folder, '--pretty', 'false'], root);
      const errors = said.split('\n').filter((line) => line.includes('error TS'));
      expect(errors).toEqual([
        // A data source that a context opened would see all tenants: it is the application's, as is its entry.
        expect.stringMatching(/probe\.ts\(1,20\): error TS2305: .* has no exported member 'createDataSource'/),
        expect.stringMatching(/probe\.ts\(4,12\): error TS2341: Property 'dataSource' is private/),
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
