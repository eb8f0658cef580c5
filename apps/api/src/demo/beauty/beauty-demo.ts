import type { INestApplicationContext } from '@nestjs/common';
import {
  AppointmentLine,
  AppointmentPayment,
  BeautyAppointment,
  BeautyProduct,
  BeautyStockMovement,
  Client,
  ClientRepository,
  Membership,
  PackageSession,
  PointsMovement,
  SalonService,
  ServicePackage,
  SoldPackage,
  StaffMember,
  creditNotesOfSalon,
} from '@usaha/beauty';
import { ModuleService, TenantRepository, UserService } from '@usaha/core';
import { Database, Table, insertMany, newId, type Context } from '@usaha/shared';
import type { Begin } from '../core/core-demo.js';
import { DocumentNumbers, numbersOf } from '../core/document-numbers.js';
import { insertRows } from '../core/write-rows.js';
import type { DemoSalon } from './demo-salon.js';
import { demoSalons } from './demo-salons.js';
import { salonHistoryOf } from './salon-history.js';

/**
 * Gives the salons among the demo tenants of core what a salon has: what it offers, staff, clients, and half a year of
 * appointments and payments up to `now`, with the fortnight to come. A salon that has clients already is left alone, so it may
 * be run again. Each salon is one transaction.
 * @param begin told of each business before it is looked at
 */
export async function seedBeautyDemo(app: INestApplicationContext, now: Date, begin: Begin): Promise<void> {
  const [database, tenants, clients] = [app.get(Database), app.get(TenantRepository), app.get(ClientRepository)];
  // One after another: the pool may have a single connection.
  for (const salon of demoSalons) {
    begin(salon.tenant_id);
    await database.work({ tenant_id: salon.tenant_id, actor: null, now }, async (ctx) => {
      // Another seeding at the same moment waits here, and then finds the clients.
      const isThere = await tenants.lockIfExists(ctx, salon.tenant_id);
      if (!isThere || (await clients.list(ctx, {}, { page: 1, size: 1 })).total > 0) return;
      await setPolicies(app.get(ModuleService), ctx, salon);
      await fill(app, ctx, salon);
    });
  }
}

/** What the tenant has set already stays. */
async function setPolicies(modules: ModuleService, ctx: Context, { policies }: DemoSalon): Promise<void> {
  if ((await modules.usage(ctx, 'beauty')).configuration !== null) return;
  await modules.enable(ctx, 'beauty', { configuration: { beauty: policies } });
}

/** Accounts of those who may take money. */
async function accountsOf(users: UserService, ctx: Context): Promise<string[]> {
  const { rows } = await users.list(ctx, { is_active: true }, { page: 1, size: 20 });
  return rows.filter(({ role }) => role !== 'viewer').map(({ id }) => id);
}

async function fill(app: INestApplicationContext, ctx: Context, salon: DemoSalon): Promise<void> {
  const database = app.get(Database);
  const tableOf = <T extends object>(entity: new () => T): Table<T> => database.table(entity);
  const numbers = {
    invoices: numbersOf(tableOf(BeautyAppointment)),
    receipts: numbersOf(tableOf(AppointmentPayment)),
    credit_notes: new DocumentNumbers(creditNotesOfSalon),
    package_receipts: numbersOf(tableOf(SoldPackage)),
  };
  const accounts = await accountsOf(app.get(UserService), ctx);
  const history = salonHistoryOf(salon, ctx.now, { accounts, ...numbers });
  const { services, team, people, appointments } = history;
  const insert = <T extends object>(entity: new () => T, rows: readonly T[]): void =>
    insertMany(ctx, tableOf(entity), rows);
  // Referenced rows go before the rows that refer to them.
  insert(
    SalonService,
    services.map(({ service }) => service),
  );
  insert(ServicePackage, history.packages);
  insert(BeautyProduct, history.products);
  insert(BeautyStockMovement, history.stock);
  insert(
    StaffMember,
    team.map(({ member }) => member),
  );
  insert(
    Client,
    people.map(({ client }) => client),
  );
  insert(PointsMovement, history.points);
  insert(Membership, history.memberships);
  insert(SoldPackage, history.sold);
  insert(PackageSession, history.sessions);
  insert(BeautyAppointment, appointments);
  insert(
    AppointmentLine,
    appointments.flatMap(({ lines }) => lines),
  );
  insert(AppointmentPayment, [...history.payments, ...history.sold.flatMap((sold) => paidFor(sold, accounts))]);
  await insertRows(ctx, 'kernel.number_series', { series: 'text', year: 'integer', last: 'integer' }, [
    ...Object.values(numbers).flatMap((series) => series.rows()),
  ]);
}

/** The payment of a package, which is received with the sale. */
const paidFor = (sold: SoldPackage, [actor_id = null]: readonly (string | null)[]): AppointmentPayment[] =>
  sold.paid().map((payment) => {
    const { created_at } = sold;
    return Object.assign(new AppointmentPayment(), payment, { id: newId(created_at), created_at, actor_id });
  });
