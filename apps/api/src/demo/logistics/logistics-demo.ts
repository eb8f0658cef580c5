import type { INestApplicationContext } from '@nestjs/common';
import { ModuleService, TenantRepository, UserService } from '@usaha/core';
import {
  Assignment,
  CodSender,
  DeliveryRoute,
  DeliverySchedule,
  Driver,
  MaintenanceEntry,
  Proof,
  Shipment,
  ShipmentEvent,
  Vehicle,
  VehiclePosition,
  VehicleRepository,
} from '@usaha/logistics';
import { Database, insertMany, type Context } from '@usaha/shared';
import type { Begin } from '../core/core-demo.js';
import { carrierHistoryOf } from './carrier-history.js';
import type { DemoCarrier } from './demo-carrier.js';
import { demoCarriers } from './demo-carriers.js';
import { sendersOf } from './demo-senders.js';

/**
 * Gives the carriers among the demo tenants of core what a carrier has: drivers, vehicles, routes, and half a year of shipments
 * with their histories, schedules and collections up to `now`. A carrier that has vehicles already is left alone, so it may be run again.
 * Each carrier is one transaction.
 * @param begin told of each business before it is looked at
 */
export async function seedLogisticsDemo(app: INestApplicationContext, now: Date, begin: Begin): Promise<void> {
  const [database, tenants, vehicles] = [app.get(Database), app.get(TenantRepository), app.get(VehicleRepository)];
  // One after another: the pool may have a single connection.
  for (const carrier of demoCarriers) {
    begin(carrier.tenant_id);
    await database.work({ tenant_id: carrier.tenant_id, actor: null, now }, async (ctx) => {
      // Another seeding at the same moment waits here, and then finds the vehicles.
      const isThere = await tenants.lockIfExists(ctx, carrier.tenant_id);
      if (!isThere || (await vehicles.list(ctx, {}, { page: 1, size: 1 })).total > 0) return;
      const [first, ...others] = await accountsOf(app.get(UserService), ctx);
      if (first === undefined) return;
      await setPolicies(app.get(ModuleService), ctx, carrier);
      await fill(app, ctx, carrier, [first, ...others]);
    });
  }
}

/** What the tenant has set already stays. */
async function setPolicies(modules: ModuleService, ctx: Context, { policies }: DemoCarrier): Promise<void> {
  if ((await modules.usage(ctx, 'logistics')).configuration !== null) return;
  await modules.enable(ctx, 'logistics', { configuration: { logistics: policies } });
}

/** Accounts of those who may enter, scan and plan. */
async function accountsOf(users: UserService, ctx: Context): Promise<string[]> {
  const { rows } = await users.list(ctx, { is_active: true }, { page: 1, size: 20 });
  return rows.filter(({ role }) => role !== 'viewer').map(({ id }) => id);
}

async function fill(
  app: INestApplicationContext,
  ctx: Context,
  carrier: DemoCarrier,
  accounts: readonly [string, ...string[]],
): Promise<void> {
  const database = app.get(Database);
  const { drivers, vehicles, routes, consignments } = carrierHistoryOf(carrier, ctx.now, accounts);
  const insert = <T extends object>(entity: new () => T, rows: readonly Omit<T, 'tenant_id'>[]): void =>
    insertMany(ctx, database.table(entity), rows);
  // Referenced rows go before the rows that refer to them.
  insert(
    Driver,
    drivers.map(({ driver }) => driver),
  );
  insert(
    Vehicle,
    vehicles.map(({ vehicle }) => vehicle),
  );
  insert(
    Assignment,
    vehicles.flatMap(({ assignments }) => assignments),
  );
  insert(
    VehiclePosition,
    vehicles.flatMap(({ positions }) => positions),
  );
  insert(
    MaintenanceEntry,
    vehicles.flatMap(({ maintenance }) => maintenance),
  );
  insert(DeliveryRoute, routes);
  insert(
    Shipment,
    consignments.map(({ shipment }) => shipment),
  );
  insert(
    ShipmentEvent,
    consignments.flatMap(({ entries }) => entries),
  );
  insert(
    DeliverySchedule,
    consignments.flatMap(({ schedules }) => schedules),
  );
  insert(CodSender, sendersOf(consignments, ctx.now));
  insert(
    Proof,
    consignments.flatMap(({ proofs }) => proofs),
  );
}
