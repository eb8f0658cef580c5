import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids of the photographs of a proof of delivery that are files. They go with the files. */
export class ProofFiles1764980520000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table logistics.proofs add column picture_ids text[] not null default '{}'`);
    await runner.query('grant update (picture_ids) on logistics.proofs to usaha_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.proofs drop column picture_ids');
  }
}
