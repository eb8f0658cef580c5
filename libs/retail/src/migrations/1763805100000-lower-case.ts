import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The status of a product is stored in lower case, as all closed sets are; no version and no date moves. */
export class RetailLowerCase1763805100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retail.products drop constraint products_status_check;
      update retail.products set status = lower(status);
      alter table retail.products add constraint products_status_check
        check (status in ('active', 'inactive', 'discontinued'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retail.products drop constraint products_status_check;
      update retail.products set status = upper(status);
      alter table retail.products add constraint products_status_check
        check (status in ('ACTIVE', 'INACTIVE', 'DISCONTINUED'))`);
  }
}
