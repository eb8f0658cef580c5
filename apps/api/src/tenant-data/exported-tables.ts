import { Tenant } from '@usaha/core';
import { Table, type EntityClass } from '@usaha/shared';
import type { DataSource, EntityMetadata } from 'typeorm';

/**
 * Tables of tenants that an export leaves out, and why. All others are in it; a test compares both with the tables of the database,
 * so that a new table is decided on.
 */
export const leftOut: Readonly<Record<string, string>> = {
  'core.calendars': 'locks of bookings, which count changes and say nothing of what is booked',
  'core.letter_counts': 'counts of a day, of all tenants together, by fingerprints of recipients',
  'core.letter_stops': 'fingerprints of recipients, made with a key of this installation',
  'core.sandbox_charges': 'the book of the payment sandbox, which moves no money',
  'core.sessions': 'sign-ins that are under way',
  'core.sign_in_counts': 'wrong passwords of the last hour, by fingerprints',
  'core.sign_in_names': 'slug and schema name, which the tenant itself has',
  'kernel.idempotency_keys': 'answers to requests, kept for a day so that they can be repeated',
  'kernel.outbox': 'events on their way to handlers of this installation',
  'logistics.alert_announcements': 'fingerprints of what the letters about the fleet have told',
};

/** Columns that an export leaves out: hashes, fingerprints and tokens. Those of `Table` have neither search tokens nor what is derived. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  'core.payment_methods': ['gateway_token'],
  'core.users': ['password_hash', 'sign_in_addresses'],
};

/** A table whose rows an export has. */
export interface ExportedTable {
  table: Table<object>;
  /** The column that names the tenant. */
  scope: 'tenant_id' | 'id';
}

const TENANT = 'tenant_id';

const pathOf = ({ schema, tableName }: EntityMetadata): string => `${schema ?? 'public'}.${tableName}`;

/** Tables of the entities that belong to tenants, the tenants themselves first and then by name. */
export function exportedTables(dataSource: DataSource): ExportedTable[] {
  const ofTenants = dataSource.entityMetadatas
    .filter((metadata) => metadata.columns.some(({ propertyName }) => propertyName === TENANT))
    .filter((metadata) => !(pathOf(metadata) in leftOut))
    .sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  const tableOf = ({ target }: EntityMetadata): Table<object> => Table.of(target as EntityClass<object>, dataSource);
  return [
    { table: Table.of(Tenant, dataSource), scope: 'id' },
    ...ofTenants.map((metadata): ExportedTable => ({ table: tableOf(metadata), scope: TENANT })),
  ];
}
