import type { INestApplicationContext } from '@nestjs/common';
import { Tenant, TenantRepository, User, UserRepository, hashPassword } from '@usaha/core';
import { Database, NO_TENANT, inTenant, newId, type Context } from '@usaha/shared';
import { DEMO_PASSWORD, demoTenants, type DemoTenant } from './demo-data.js';

/** An account of the demo data, to sign in with. */
export interface DemoAccount {
  tenant_slug: string;
  email: string;
  password: string;
}

/** Hears which business comes next, by its tenant's id. */
export type Begin = (tenant_id: string) => void;

/**
 * Three shops, two clinics, a tuition centre, a school, a hair salon, two spas, a courier and a haulier, with the people who
 * work there. What exists already is left alone, so it may be run again. @returns the administrators' accounts
 */
export async function seedCoreDemo(app: INestApplicationContext, now: Date): Promise<DemoAccount[]> {
  const tenants = app.get(TenantRepository);
  const hash = await hashPassword(DEMO_PASSWORD);
  await app.get(Database).work({ tenant_id: NO_TENANT, actor: null, now }, async (ctx) => {
    for (const demo of demoTenants)
      await inTenant(ctx, demo.id, async (there) => {
        await there.db.write('select pg_advisory_xact_lock(7283641907)');
        if (!(await tenants.find(there, demo.id))) await seedTenant(app, there, demo, hash);
      });
  });
  return demoTenants.map(accountOf);
}

const accountOf = ({ slug, people }: DemoTenant): DemoAccount => ({
  tenant_slug: slug,
  email: people[0]?.email ?? '',
  password: DEMO_PASSWORD,
});

/** The administrators' accounts of the demo businesses that are there: none where no demo was made. */
export async function demoAccounts(app: INestApplicationContext, now: Date): Promise<DemoAccount[]> {
  const tenants = app.get(TenantRepository);
  const noTenant = { tenant_id: NO_TENANT, actor: null, now };
  const there = await app.get(Database).work(noTenant, async (ctx) => {
    const found: DemoTenant[] = [];
    for (const demo of demoTenants)
      if (await inTenant(ctx, demo.id, (own) => tenants.find(own, demo.id))) found.push(demo);
    return found;
  });
  return there.map(accountOf);
}

async function seedTenant(app: INestApplicationContext, ctx: Context, demo: DemoTenant, hash: string): Promise<void> {
  const { people, created_on, ...facts } = demo;
  const born = new Date(`${created_on}T01:00:00Z`);
  const then: Context = { ...ctx, now: born };
  const tenant = new Tenant();
  Object.assign(tenant, facts, { schema_name: demo.slug.replaceAll('-', '_') });
  app.get(TenantRepository).insert(then, tenant);
  for (const person of people) {
    const user = new User();
    Object.assign(user, { id: newId(born), ic_number: null, phone: null }, person, { username: person.email });
    user.choosePassword(hash);
    await app.get(UserRepository).insertNumbered(then, user);
  }
}
