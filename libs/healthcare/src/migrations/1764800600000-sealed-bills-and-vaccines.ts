import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Descriptions and policy numbers of bills, insurance of patients, and vaccines get sealed columns. The database has no key: what
 * lies in clear until now is read where it lies, and `seal:rotate` moves it.
 */
export class SealedBillsAndVaccines1764800600000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.bills add column particulars text; -- sealed
      alter table healthcare.patients add column insurance text; -- sealed
      alter table healthcare.vaccinations add column vaccine text, add column vaccine_tokens text[]; -- sealed
      create index vaccinations_vaccine on healthcare.vaccinations (tenant_id, (vaccine_tokens[1]), id desc)`);
  }

  /** Values that were sealed meanwhile are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.vaccinations drop column vaccine, drop column vaccine_tokens;
      alter table healthcare.patients drop column insurance;
      alter table healthcare.bills drop column particulars`);
  }
}
