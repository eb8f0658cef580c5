import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const FELL = 'retail.stock.fell_to_minimum';

/** Products that fell to their minimum stock, for the letter of the day. Tenants that want alerts already await the event. */
export class LowStockNotices1764980485000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table retail.stock_announcements (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        -- In Malaysia.
        day        date           not null,
        primary key (tenant_id, id),
        constraint stock_announcements_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index stock_announcements_day on retail.stock_announcements (tenant_id, day);
      ${enableRowLevelSecurity('retail.stock_announcements')}
      grant select, insert, delete on retail.stock_announcements to usaha_app;
      ${distribute('retail.stock_announcements')}`);
    await runner.query(`
      create table retail.low_stock_notices (
        tenant_id  uuid           not null,
        id         uuid           not null,
        product_id uuid           not null,
        fell_at    timestamptz(3) not null,
        -- In Malaysia; null: not announced yet.
        day        date,
        primary key (tenant_id, id),
        constraint low_stock_notices_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index low_stock_notices_waiting on retail.low_stock_notices (tenant_id, product_id) where day is null;
      create index low_stock_notices_day on retail.low_stock_notices (tenant_id, day) where day is not null;
      ${enableRowLevelSecurity('retail.low_stock_notices')}
      grant select, insert, update, delete on retail.low_stock_notices to usaha_app;
      ${distribute('retail.low_stock_notices')}`);
    await runner.query(`
      do $$
      declare wanting record;
      begin
        for wanting in
          select m.tenant_id from core.tenant_modules m
           where m.module = 'retail' and m.configuration #> '{retail,enable_inventory_alerts}' = 'true'::jsonb
        loop
          insert into core.event_interests as i (tenant_id, id, endpoint_types, inner_types)
          values (wanting.tenant_id, wanting.tenant_id, '{}', '{${FELL}}')
          on conflict (tenant_id, id) do update
            set inner_types = array_append(array_remove(i.inner_types, '${FELL}'), '${FELL}');
        end loop;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update core.event_interests set inner_types = array_remove(inner_types, '${FELL}') where '${FELL}' = any(inner_types)`,
    );
    await runner.query('drop table retail.low_stock_notices');
    await runner.query('drop table retail.stock_announcements');
  }
}
