import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Assessments that a student did not sit, and the class of a grade. Grades that were sent as TH (tidak hadir) count as not sat
 * from now on; their scores stay as they were sent.
 */
export class Marks1764950100000 implements MigrationInterface {
  /** An earlier release takes every grade to have a percentage. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.grades add column absent boolean not null default false');
    await runner.query('alter table education.grades alter column absent drop default');
    await runner.query('alter table education.grades add column class_id uuid');
    await runner.query(`
      alter table education.grades add constraint grades_class
        foreign key (tenant_id, class_id) references education.classes (tenant_id, id)`);
    await runner.query('alter table education.grades alter column score drop not null');
    await runner.query('alter table education.grades alter column percentage drop not null');
    await runner.query(`
      update education.grades set absent = true, percentage = null where grade_given and lower(btrim(grade)) = 'th'`);
    await runner.query(`
      alter table education.grades add constraint grades_sat
        check (absent = (percentage is null) and (absent or score is not null))`);
    await runner.query(`
      create index grades_class on education.grades (tenant_id, class_id, id desc) where deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.grades drop constraint grades_sat');
    await runner.query('update education.grades set score = 0 where score is null');
    await runner.query('update education.grades set percentage = 0 where percentage is null');
    await runner.query('alter table education.grades alter column score set not null');
    await runner.query('alter table education.grades alter column percentage set not null');
    await runner.query('alter table education.grades drop column absent');
    await runner.query('alter table education.grades drop column class_id');
  }
}
