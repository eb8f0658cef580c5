import { keyFunction, keyIndex, phoneKey, textKey } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a counter looks things up by: the barcode of a product, the telephone number of a customer. Writes wait for the indexes, reads do not. */
export class LookedUpAtTheCounter1764300420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${keyIndex('retail.products', 'barcode', textKey)}
      ${keyFunction('retail.products', 'barcode', textKey)}
      ${keyIndex('retail.customers', 'phone_number', phoneKey)}
      ${keyFunction('retail.customers', 'phone_number', phoneKey)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function retail.products_with_barcode, retail.customers_with_phone_number;
      drop index retail.products_barcode, retail.customers_phone_number`);
  }
}
