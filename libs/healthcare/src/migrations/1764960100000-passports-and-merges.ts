import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passports of patients without an IC number, by which they are found like by that, and patients that were merged into others. */
export class PassportsAndMerges1764960100000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table healthcare.patients
        add column passport_number        text, -- sealed
        add column passport_number_tokens text[],
        add column passport_country       text, -- sealed
        add column merged_into            uuid;
      alter table healthcare.patients add constraint patients_merged
        foreign key (tenant_id, merged_into) references healthcare.patients (tenant_id, id);
      create index patients_passport on healthcare.patients using gin (tenant_id, passport_number_tokens) where deleted_at is null;
      create index patients_merged_into on healthcare.patients (tenant_id, merged_into) where merged_into is not null;
      ${found('p.ic_number_tokens @> array[token] or p.passport_number_tokens @> array[token]')}`);
  }

  /** Passports, and what was merged into which patient, are lost. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(found('p.ic_number_tokens @> array[token]'));
    await runner.query('alter table healthcare.patients drop column merged_into');
    await runner.query('alter table healthcare.patients drop column passport_country');
    await runner.query('alter table healthcare.patients drop column passport_number_tokens');
    await runner.query('alter table healthcare.patients drop column passport_number');
  }
}

/** The function of `tokenFunction`, with another condition. */
const found = (condition: string): string => `
      create or replace function healthcare.patients_with_ic_number(tenant uuid, token text) returns setof uuid
        language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as
      $$ select p.id from healthcare.patients p
          where p.tenant_id = tenant and tenant = nullif(current_setting('app.tenant_id', true), '')::uuid
            and p.deleted_at is null and (${condition}) $$;`;
