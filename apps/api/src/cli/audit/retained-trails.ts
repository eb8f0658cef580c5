import { auditCutoff, auditYears } from '@usaha/core';
import { NO_TENANT } from '@usaha/shared';
import { platformSetting, tenantSetting } from '@usaha/shared/operation';
import type pg from 'pg';
import { ExpiredEntries, inTransaction } from './expired-entries.js';

/** How long the trail of a tenant is kept, and what of it has been kept for longer. */
export interface RetainedTrail {
  tenant_id: string;
  years: number;
  expired: ExpiredEntries;
}

const TENANTS = 'select r.id from core.tenants r order by r.id';
const OLD_TENANTS = 'select r.id from core.tenants r where r.created_at < $1 order by r.created_at limit $2';
const CONFIGURATIONS = `
  select m.configuration from core.tenant_modules m
   where m.tenant_id = $1 and strpos(m.configuration::text, 'audit_retention_years') > 0`;

/** The ids of all tenants, deleted ones too: their entries are still there. The oldest first. */
export const everyTenant = (client: pg.Client): Promise<string[]> => tenants(client, TENANTS);

/** The ids of the oldest tenants. @param instant before which they were created @param most of them that are named */
export const tenantsFromBefore = (client: pg.Client, instant: Date, most: number): Promise<string[]> =>
  tenants(client, OLD_TENANTS, [instant, most]);

async function tenants(client: pg.Client, text: string, values: unknown[] = []): Promise<string[]> {
  const across = [tenantSetting(NO_TENANT), platformSetting];
  const { rows } = await inTransaction(client, across, () => client.query<{ id: string }>(text, values));
  return rows.map(({ id }) => id);
}

export async function retainedTrail(client: pg.Client, tenant_id: string, now: Date): Promise<RetainedTrail> {
  const { rows } = await inTransaction(client, [tenantSetting(tenant_id)], () =>
    client.query<{ configuration: unknown }>(CONFIGURATIONS, [tenant_id]),
  );
  const years = auditYears(rows.map(({ configuration }) => configuration));
  return { tenant_id, years, expired: new ExpiredEntries(client, tenant_id, auditCutoff(now, years)) };
}
