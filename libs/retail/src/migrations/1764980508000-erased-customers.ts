import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts about a person in entries that are never changed otherwise. */
const blanked = [
  ['points_movements', 'reason, reference'],
  ['sale_refunds', 'notes'],
  ['sale_payments', 'reference'],
] as const;

/** Customers whose personal data were erased, in their points too, and in sales that the law no longer asks for. */
export class ErasedCustomers1764980508000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.customers add column erased_at timestamptz(3)');
    for (const [table, columns] of blanked)
      await runner.query(`grant update (${columns}) on retail.${table} to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of blanked)
      await runner.query(`revoke update (${columns}) on retail.${table} from usaha_app`);
    await runner.query('alter table retail.customers drop column erased_at');
  }
}
