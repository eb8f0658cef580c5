import type { INestApplicationContext } from '@nestjs/common';
import { seedBeautyDemo } from './beauty/beauty-demo.js';
import { seedCoreDemo, type DemoAccount } from './core/core-demo.js';
import { seedEducationDemo } from './education/education-demo.js';
import { seedHealthcareDemo } from './healthcare/healthcare-demo.js';
import { seedLogisticsDemo } from './logistics/logistics-demo.js';
import { seedRetailDemo } from './retail/retail-demo.js';

/**
 * Demo businesses with what they have. What exists already is left alone, so it may be run again.
 * @param app with all contexts @returns the administrators' accounts
 */
export async function seedDemo(app: INestApplicationContext, now: Date): Promise<DemoAccount[]> {
  const accounts = await seedCoreDemo(app, now);
  await seedRetailDemo(app, now);
  await seedHealthcareDemo(app, now);
  await seedEducationDemo(app, now);
  await seedBeautyDemo(app, now);
  await seedLogisticsDemo(app, now);
  return accounts;
}
