import { messagePreferencesOf } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which ways customers may be told. */
export class CustomerMessagePreferences1764980534200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(messagePreferencesOf('retail.customers'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.customers drop column message_preferences');
  }
}
