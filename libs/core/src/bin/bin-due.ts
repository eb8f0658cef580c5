import { BIN_DAYS } from '../tenant/tenant-settings.js';

type Look = (theirs: (column: string) => string) => string;

/** A table of records that can be restored, and what is purged with them. */
export interface PurgedTable {
  /** With its schema: `retail.customers`. Files name it as their resource. */
  table: string;
  has_files: boolean;
  /** Whether its records are persons, who can be erased. */
  has_persons: boolean;
}

/** SQL: for how long the tenant `t` can restore records, as `binDays` reads its settings. */
const KEPT = `make_interval(hours => 24 * case
              when jsonb_typeof(t.settings->'bin_days') = 'number'
                and t.settings->>'bin_days' ~ '^([1-9][0-9]?|[12][0-9][0-9]|3[0-5][0-9]|36[0-5])$'
              then (t.settings->>'bin_days')::integer else ${BIN_DAYS} end)`;

const files =
  (table: string): Look =>
  (theirs) => `
        select distinct r.tenant_id from ${table} r
          join core.tenants t on t.id = r.tenant_id and t.deleted_at is null
          left join core.file_usage u on u.tenant_id = r.tenant_id
          join core.files f on f.tenant_id = r.tenant_id and f.resource = '${table}' and f.record_id = r.id and f.deleted_at is null
         where r.deleted_at is not null and ${theirs('r.tenant_id')}
           and r.deleted_at < greatest($2 - ${KEPT}, u.purged_until)`;

const persons =
  (table: string): Look =>
  (theirs) => `
        select t.id from core.tenants t
         where t.settings @> '{"bin_erases_persons": true}' and t.deleted_at is null and ${theirs('t.id')}
           and exists (select from ${table} r where r.tenant_id = t.id and r.deleted_at is not null and r.erased_at is null
             and r.deleted_at < $2 - ${KEPT})`;

/** The name of a schema's function that tells tenants with something to purge from the bin. */
export const purgeFunctionOf = (schema: string): string => `${schema}.tenants_to_purge`;

/**
 * A schema's function for `dueFunction`: tenants with files of records that can be restored no more, and those that have deleted persons
 * erased and have some that are due. $2 is now, less an hour of grace.
 */
export const tenantsToPurge = (schema: string, tables: readonly PurgedTable[]) => ({
  name: purgeFunctionOf(schema),
  parameters: ['timestamptz'],
  looks: tables.flatMap(({ table, has_files, has_persons }): Look[] => [
    ...(has_files ? [files(table)] : []),
    ...(has_persons ? [persons(table)] : []),
  ]),
});
