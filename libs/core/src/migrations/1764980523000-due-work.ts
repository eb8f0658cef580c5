import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** Days before the expiry of a key on which administrators are told. */
const keys = {
  name: 'core.tenants_with_keys_to_review',
  parameters: ['timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
        select distinct r.tenant_id from core.api_keys r
          left join core.users u on u.tenant_id = r.tenant_id and u.id = r.seen_by
            and u.role = 'admin' and u.status = 'active' and u.deleted_at is null
         where r.deleted_at is null and ${theirs('r.tenant_id')}
           and (r.expires_at <= $2 + interval '14 days' and (r.told_expiry is distinct from r.expires_at or r.told_days >
                  case when r.expires_at <= $2 then 0 when r.expires_at <= $2 + interval '3 days' then 3 else 14 end)
             or r.previous_until <= $2 and r.previous_hash is not null
             or u.id is not null and r.told_suspended is not null
             or u.id is null and r.told_suspended is distinct from r.seen_by and (r.expires_at is null or r.expires_at > $2))`,
  ],
};

const rows = {
  name: 'core.tenants_with_old_import_rows',
  parameters: ['timestamptz'],
  looks: [
    (theirs: (column: string) => string) =>
      `select distinct r.tenant_id from core.import_rows r where r.created_at < $2 and ${theirs('r.tenant_id')}`,
  ],
};

/** Jobs find tenants with due keys and rows of imports, and those that have said a setting. Writes wait for the indexes, reads do not. */
export class DueWork1764980523000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index import_rows_of_all on core.import_rows (created_at)');
    await runner.query(
      'create index tenant_modules_configured on core.tenant_modules (module) where configuration is not null',
    );
    for (const due of [keys, rows]) await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const due of [keys, rows]) await runner.query(dropDueFunction(due));
    await runner.query('drop index core.tenant_modules_configured');
    await runner.query('drop index core.import_rows_of_all');
  }
}
