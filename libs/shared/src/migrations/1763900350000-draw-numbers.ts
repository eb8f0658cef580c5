import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last of a number of next numbers of a series: a block for documents that are made together, in one statement. */
export class DrawNumbers1763900350000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function kernel.draw_numbers(tenant uuid, of_series text, of_year integer, how_many integer) returns integer
      language sql volatile security invoker as $$
        insert into kernel.number_series as s (tenant_id, series, year, last) values (tenant, of_series, of_year, how_many)
        on conflict (tenant_id, series, year) do update set last = s.last + excluded.last
        returning last
      $$;
      revoke execute on function kernel.draw_numbers(uuid, text, integer, integer) from public;
      grant execute on function kernel.draw_numbers(uuid, text, integer, integer) to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function kernel.draw_numbers(uuid, text, integer, integer)');
  }
}
