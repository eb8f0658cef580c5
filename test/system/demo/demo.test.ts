import { dropDatabases, emptyDatabase } from '../../support/system-database.js';
import { startOwnService, stopOwnServices } from '../../support/system-service.js';
import { carrierCounts, describeCarriers } from './carriers.js';
import { clinicCounts, describeClinics } from './clinics.js';
import { Demo } from './demo.js';
import { describeSalons, salonCounts } from './salons.js';
import { describeSchools, schoolCounts } from './schools.js';
import { describeShops, shopCounts } from './shops.js';

// Starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

const demo = new Demo();

beforeAll(async () => {
  const database = await emptyDatabase();
  demo.begin(database, await startOwnService(database, { SEED_DEMO: 'true' }));
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

describeShops(demo);
describeClinics(demo);
describeSchools(demo);
describeSalons(demo);
describeCarriers(demo);

it('demo businesses are left alone by a second start', async () => {
  const counts = async () => [
    await shopCounts(demo),
    await clinicCounts(demo),
    await schoolCounts(demo),
    await salonCounts(demo),
    await carrierCounts(demo),
  ];
  const before = await counts();
  await demo.service().stop();
  demo.begin(demo.database(), await startOwnService(demo.database(), { SEED_DEMO: 'true' }));
  expect(await counts()).toEqual(before);
});
