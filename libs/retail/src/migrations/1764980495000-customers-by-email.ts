import { keyFunction, keyIndex, textKey } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers by their e-mail, for lists that are imported. Writes wait for the index, reads do not. */
export class CustomersByEmail1764980495000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keyIndex('retail.customers', 'email', textKey));
    await runner.query(keyFunction('retail.customers', 'email', textKey));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function retail.customers_with_email');
    await runner.query('drop index retail.customers_email');
  }
}
