import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checksumOf, type MigrationClass } from './migration-checksums.js';

const migrationOf = (up: (runner: QueryRunner) => Promise<unknown>): MigrationClass =>
  class Made1763700000000 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await up(runner);
    }
    async down(): Promise<void> {}
  };
const sending = (...texts: string[]): MigrationClass =>
  migrationOf(async (runner) => {
    for (const text of texts) await runner.query(text);
  });

describe('the checksum of a migration', () => {
  it('is the same for the same statements, however they are laid out', async () => {
    const one = await checksumOf(sending('create table a (\n      id uuid not null\n    )'));
    expect(await checksumOf(sending('\n create table a ( id uuid not null )'))).toBe(one);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['another statement', sending('create table a (id uuid)')],
    ['a statement more', sending('create table a (id uuid not null)', 'create index b on a (id)')],
    ['none', sending()],
  ])('is another for %s', async (_, changed) => {
    expect(await checksumOf(changed)).not.toBe(await checksumOf(sending('create table a (id uuid not null)')));
  });

  it('is another for another order, and for other parameters', async () => {
    const [a, b] = ['select 1', 'select 2'];
    expect(await checksumOf(sending(a, b))).not.toBe(await checksumOf(sending(b, a)));
    const withParameter = (value: number) => migrationOf((runner) => runner.query('select $1', [value]));
    expect(await checksumOf(withParameter(1))).not.toBe(await checksumOf(withParameter(2)));
  });

  it('cannot be made of what does more than send statements', async () => {
    const migration = migrationOf((runner) => runner.dropTable('a'));
    await expect(checksumOf(migration)).rejects.toThrow('asks for dropTable of its query runner');
  });
});
