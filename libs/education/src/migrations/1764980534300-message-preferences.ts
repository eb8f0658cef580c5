import { messagePreferencesOf } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which ways students may be told. */
export class StudentMessagePreferences1764980534300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(messagePreferencesOf('education.students'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.students drop column message_preferences');
  }
}
