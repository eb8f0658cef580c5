import { refusedConsent, withdrawnConsent } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal of students differs from what was never said. */
export class EducationRefusedConsent1764600410000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refusedConsent('education.students'));
    await runner.query(withdrawnConsent('education.students', 'student'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.students drop column pdpa_refused_at');
  }
}
