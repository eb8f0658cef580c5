import type { INestApplicationContext } from '@nestjs/common';
import { ShipmentService } from '@usaha/logistics';
import type { Database } from '@usaha/shared';
import { openContexts } from '../../support/contexts.js';
import { parties } from '../../support/logistics.js';
import { openDatabase } from '../../support/opened-database.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { workerState } from '../../support/state.js';

let database: Database;
let contexts: INestApplicationContext;
let tenant: TestTenant;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant = await newTenant();
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});

const party = (from: (typeof parties)['origin' | 'destination']) => ({
  company_name: null,
  contact_person: from.contact_person,
  phone_number: from.phone_number,
  email: null,
  latitude: null,
  longitude: null,
  address: { ...from.address, country: 'Malaysia' },
});

it('A-281: a number that is taken is drawn again, also by those who draw it at once', async () => {
  const shipments = contexts.get(ShipmentService);
  let drawn = 0;
  // The first four numbers are drawn twice each.
  shipments.drawCharacters = () => {
    const number = drawn < 8 ? Math.floor(drawn / 2) : drawn;
    drawn += 1;
    return `Q7Q7Q${String(number).padStart(2, '0')}`;
  };
  const create = () =>
    database.work({ tenant_id: tenant.id, actor: null, now: new Date() }, (ctx) =>
      shipments.create(ctx, { origin: party(parties.origin), destination: party(parties.destination) }),
    );
  const made = await Promise.all(Array.from({ length: 8 }, create));
  expect(new Set(made.map(({ tracking_number }) => tracking_number)).size).toBe(8);
  expect(drawn).toBe(12);
  expect(database.retries.retried.key_taken).toBe(4);
});
