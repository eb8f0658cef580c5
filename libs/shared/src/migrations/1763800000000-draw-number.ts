import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The next number of a series without gaps, as a function: a distributed PostgreSQL takes neither WITH nor a sub-select
 * where rows are inserted, but calls a function in VALUES. It runs as its caller, so that row level security binds it.
 */
export class DrawNumber1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function kernel.draw_number(tenant uuid, of_series text, of_year integer, prefix text) returns text
      language sql volatile security invoker as $$
        insert into kernel.number_series as s (tenant_id, series, year, last) values (tenant, of_series, of_year, 1)
        on conflict (tenant_id, series, year) do update set last = s.last + 1
        returning prefix || lpad(last::text, greatest(6, length(last::text)), '0')
      $$;
      revoke execute on function kernel.draw_number(uuid, text, integer, text) from public;
      grant execute on function kernel.draw_number(uuid, text, integer, text) to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.draw_number(uuid, text, integer, text)');
  }
}
