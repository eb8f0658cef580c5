import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabaseServer, urlWith, type DatabaseServer } from './database-server.js';
import { runFolder, testState } from './state.js';

export { urlWith };

/** One statement on a separate connection. @returns its rows */
export async function sql<R extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export interface OwnDatabase {
  name: string;
  /** As the service works, bound by row level security. */
  appUrl: string;
  /** As the owner of everything, a superuser. */
  ownerUrl: string;
}

/** The owner's URL of the tests' server. @throws Error with BASE_URL, where there is none */
export const serverUrl = (): string => {
  const { ownerUrl } = testState();
  if (ownerUrl === null) throw new Error('These tests look into the database: they do not run against BASE_URL');
  return ownerUrl;
};

/** A tenant without a registration, written by the owner past every rule. @returns its id */
export async function plantTenant(ownerUrl: string): Promise<string> {
  const id = randomUUID();
  await sql(
    ownerUrl,
    `insert into core.tenants (id, created_at, updated_at, name, slug, schema_name, business_type, subscription_plan, pricing_model, status, settings)
     values ($1::uuid, now(), now(), 'Kedai', $1::text, $1::text, 'retail', 'starter', 'subscription', 'active', '{}')`,
    [id],
  );
  return id;
}

const made: OwnDatabase[] = [];

/** A database that `dropDatabases` drops. @param kind goes into its name @param template is copied; null: it is empty */
export async function makeDatabase(kind: string, template: string | null): Promise<OwnDatabase> {
  const name = `usaha_${kind}_${randomBytes(6).toString('hex')}`;
  // Files are copied in half the time that writing each page to the log takes.
  await sql(serverUrl(), `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  // A copy has the server's default rights, not those of its template.
  if (template) await sql(serverUrl(), `revoke temporary on database ${name} from public, usaha_app`);
  const ownerUrl = urlWith(serverUrl(), { database: name });
  const database = { name, ownerUrl, appUrl: urlWith(ownerUrl, { user: 'usaha_app' }) };
  made.push(database);
  return database;
}

/** A migrated database of the test file's own. */
export const clonedDatabase = (): Promise<OwnDatabase> => makeDatabase('clone', testState().template);

/** A database with nothing in it. */
export const emptyDatabase = (): Promise<OwnDatabase> => makeDatabase('empty', null);

/** Drops what the test file has made; open connections are ended. */
export async function dropDatabases(): Promise<void> {
  for (const { name } of made.splice(0)) await sql(serverUrl(), `drop database if exists ${name} with (force)`);
}

/** A database server of the test file's own, for what concerns a whole server: roles, and its end. */
export async function throwawayServer(): Promise<DatabaseServer & { remove(): Promise<void> }> {
  const folder = mkdtempSync(join(runFolder(), 'throwaway-'));
  const server = await startDatabaseServer(join(folder, 'data'));
  const remove = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, remove };
}
