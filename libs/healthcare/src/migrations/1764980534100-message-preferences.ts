import { messagePreferencesOf } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which ways patients may be told. */
export class PatientMessagePreferences1764980534100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(messagePreferencesOf('healthcare.patients'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table healthcare.patients drop column message_preferences');
  }
}
