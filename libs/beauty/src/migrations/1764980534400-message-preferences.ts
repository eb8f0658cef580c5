import { messagePreferencesOf } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which ways clients may be told. */
export class ClientMessagePreferences1764980534400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(messagePreferencesOf('beauty.clients'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.clients drop column message_preferences');
  }
}
