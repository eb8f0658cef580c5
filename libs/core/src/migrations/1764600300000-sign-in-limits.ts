import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong sign-ins of an account are counted in one row for all addresses, so that one statement holds both limits: of one
 * address and of all. Rows by address are the earlier release's; they are of no use after a quarter of an hour. A user
 * keeps the fingerprints of the last addresses that signed in: those are let in while others guess.
 */
export class SignInLimits1764600300000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table core.sign_in_counts add column addresses text[] not null default '{}'");
    await runner.query('alter table core.users add column sign_in_addresses text[]');
    await runner.query(`
      create function core.tries_since(ids uuid[], addresses text[], since uuid, address text) returns integer
        language sql immutable parallel safe as
        $$ select count(*)::integer from unnest(ids, addresses) as t (id, origin)
            where t.id >= since and (tries_since.address is null or t.origin = tries_since.address) $$`);
    await runner.query(`
      create function core.tries_elsewhere(ids uuid[], addresses text[], address text) returns uuid[]
        language sql immutable parallel safe as
        $$ select coalesce(array_agg(t.id order by t.place), '{}')
             from unnest(ids, addresses) with ordinality as t (id, origin, place)
            where t.origin <> tries_elsewhere.address $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function core.tries_elsewhere');
    await runner.query('drop function core.tries_since');
    await runner.query('alter table core.users drop column sign_in_addresses');
    await runner.query("delete from core.sign_in_counts where address = ''");
    await runner.query('alter table core.sign_in_counts drop column addresses');
  }
}
