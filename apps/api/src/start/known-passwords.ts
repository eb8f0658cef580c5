import type { INestApplicationContext } from '@nestjs/common';
import { OperatorService, PLATFORM_TENANT } from '@usaha/core';
import { Database, NO_TENANT } from '@usaha/shared';
import { DEFAULT_OPERATOR } from './config.js';
import { DEMO_PASSWORD, demoTenants } from '../demo/core/demo-data.js';

const publicPasswords = [
  { id: PLATFORM_TENANT, password: DEFAULT_OPERATOR.password },
  ...demoTenants.map(({ id }) => ({ id, password: DEMO_PASSWORD })),
];

/**
 * Active accounts that still have a password of the documentation: the operator's default, and those of demo businesses.
 * @returns each as `email (tenant)`
 */
export async function accountsWithKnownPasswords(app: INestApplicationContext, now: Date): Promise<string[]> {
  const operator = app.get(OperatorService);
  const noTenant = { tenant_id: NO_TENANT, actor: null, now };
  return app.get(Database).work(noTenant, async (ctx) => {
    const accounts: string[] = [];
    for (const { id, password } of publicPasswords)
      accounts.push(...(await operator.accountsWithPassword(ctx, id, password)));
    return accounts;
  });
}
