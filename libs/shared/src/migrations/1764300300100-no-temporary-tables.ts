import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Statements run by the service's role have no use for temporary tables, and one would be seen by the next user of the
 * connection next. Where the migrating user does not own the database, an administrator takes the right away.
 */
export class NoTemporaryTables1764300300100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$
      begin
        execute format('revoke temporary on database %I from public, usaha_app', current_database());
      exception
        when insufficient_privilege then null;
      end $$`);
    // A role without the grant option is told so by a warning, and changes nothing.
    const [right] = (await runner.query(`
      select format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC, usaha_app;', current_database()) as revoke
       where has_database_privilege('usaha_app', current_database(), 'TEMPORARY')`)) as { revoke: string }[];
    if (right)
      process.emitWarning(
        `The role usaha_app may make temporary tables; let the owner of the database run: ${right.revoke}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`);
  }
}
