import { LEAST_AUDIT_YEARS, auditCutoff } from '@usaha/core';
import pg from 'pg';
import { retainedTrail, tenantsFromBefore } from '../audit/retained-trails.js';
import { neutral, well, type Finding } from './finding.js';

/** The oldest tenants have the oldest entries: looking at these takes no longer where there are thousands. */
const MOST_TENANTS = 20;

/** Whether entries of the audit trail are past their retention. Tenants that are younger than that are not asked. */
export async function examineTrail(url: string): Promise<Finding> {
  const about = 'Audit trail';
  const client = new pg.Client({ connectionString: url, application_name: 'usaha cli' });
  await client.connect();
  try {
    const now = new Date();
    const tenants = await tenantsFromBefore(client, auditCutoff(now, LEAST_AUDIT_YEARS), MOST_TENANTS);
    let expired = 0;
    for (const tenant_id of tenants) {
      const trail = await retainedTrail(client, tenant_id, now);
      if (await trail.expired.firstMonth()) expired += 1;
    }
    if (expired === 0) return well(about, 'no entries are past their retention');
    return neutral(about, `has entries past their retention, of ${expired} tenants at least: see audit:retention`);
  } finally {
    await client.end();
  }
}
