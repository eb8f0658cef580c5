import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The purchase price of a product when it was sold. Lines from before have none: the price that their product had then is
 * recorded nowhere, and that of today is another figure.
 */
export class UnitCosts1764974000000 implements MigrationInterface {
  /** An earlier release sells without it: the cost of such a line is unknown. */
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retail.sale_lines
        add column unit_cost numeric(14, 2) constraint sale_lines_unit_cost_check check (unit_cost >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.sale_lines drop column unit_cost');
  }
}
