import { refusedConsent, withdrawnConsent } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal of patients differs from what was never said. */
export class HealthcareRefusedConsent1764600400000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refusedConsent('healthcare.patients'));
    await runner.query(withdrawnConsent('healthcare.patients', 'patient'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table healthcare.patients drop column pdpa_refused_at');
  }
}
