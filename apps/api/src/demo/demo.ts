import type { INestApplicationContext } from '@nestjs/common';
import { silentProgress, type Progress } from '../start/progress.js';
import { seedBeautyDemo } from './beauty/beauty-demo.js';
import { seedCoreDemo, type Begin, type DemoAccount } from './core/core-demo.js';
import { demoTenants } from './core/demo-data.js';
import { seedEducationDemo } from './education/education-demo.js';
import { seedHealthcareDemo } from './healthcare/healthcare-demo.js';
import { seedLogisticsDemo } from './logistics/logistics-demo.js';
import { seedRetailDemo } from './retail/retail-demo.js';

/**
 * Demo businesses with what they have. What exists already is left alone, so it may be run again.
 * @param app with all contexts @returns the administrators' accounts
 */
export async function seedDemo(
  app: INestApplicationContext,
  now: Date,
  progress: Progress = silentProgress,
): Promise<DemoAccount[]> {
  const names = new Map(demoTenants.map(({ id, name }) => [id, name]));
  let begun = 0;
  const begin: Begin = (tenant_id) => {
    begun += 1;
    progress.at(`${names.get(tenant_id) ?? tenant_id}, ${begun} of ${names.size}`);
  };
  const accounts = await seedCoreDemo(app, now);
  await seedRetailDemo(app, now, begin);
  await seedHealthcareDemo(app, now, begin);
  await seedEducationDemo(app, now, begin);
  await seedBeautyDemo(app, now, begin);
  await seedLogisticsDemo(app, now, begin);
  return accounts;
}
