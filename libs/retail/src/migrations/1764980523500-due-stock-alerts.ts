import { dropDueFunction, dueFunction } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** $2 is the first day whose letters are still sent. */
const alerts = {
  name: 'retail.tenants_with_stock_alerts',
  parameters: ['date'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from retail.stock_announcements r where r.day >= $2 and ${theirs('r.tenant_id')}`,
    (theirs: (column: string) => string) => `
        select distinct n.tenant_id from retail.low_stock_notices n
          join retail.products p on p.tenant_id = n.tenant_id and p.id = n.product_id
         where n.day is null and p.deleted_at is null and p.status = 'active' and p.low_stock and ${theirs('n.tenant_id')}`,
  ],
};

/** The job of letters finds shops with products that fell to their minimum. */
export class DueStockAlerts1764980523500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(dueFunction(alerts));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(alerts));
  }
}
