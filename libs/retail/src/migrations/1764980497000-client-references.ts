import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['sales', 'sale_refunds', 'customers'] as const;

/** Records that programs call by references of their making, each once in a tenant for all time. Deleted ones keep theirs. */
export class ClientReferences1764980497000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`alter table retail.${table} add column client_reference text, add column fingerprint text`);
      await runner.query(`
        create unique index ${table}_client_reference on retail.${table} (tenant_id, client_reference)
         where client_reference is not null`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) {
      await runner.query(`drop index retail.${table}_client_reference`);
      await runner.query(`alter table retail.${table} drop column client_reference, drop column fingerprint`);
    }
  }
}
