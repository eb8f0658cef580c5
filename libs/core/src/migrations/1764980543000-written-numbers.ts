import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers that the operator's WhatsApp wrote to: an answer STOP there is of each business that did. */
export class WrittenNumbers1764980543000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.messages add column number_print text');
    await runner.query(
      'create index messages_number on core.messages (number_print, created_at) where number_print is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.messages drop column number_print');
  }
}
