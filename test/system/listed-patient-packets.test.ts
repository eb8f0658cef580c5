import type { INestApplicationContext } from '@nestjs/common';
import {
  AppointmentService,
  BillingService,
  MedicalRecordService,
  PrescriptionService,
  VaccinationService,
} from '@usaha/healthcare';
import type { Context, Database, Page } from '@usaha/shared';
import pg from 'pg';
import { openContexts } from '../support/contexts.js';
import { newPatient } from '../support/healthcare.js';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** Lists that are filtered by a patient are on the trail, and cost as many round trips as without that. */

let database: Database;
let contexts: INestApplicationContext;
let tenant: TestTenant;
let patient_id: string;
beforeAll(async () => {
  database = await openDatabase(workerState().ownerUrl as string);
  contexts = await openContexts(database);
  tenant = await newTenant();
  patient_id = (await newPatient(tenant)).id;
});
afterAll(async () => {
  await contexts.close();
  await database.end();
});
afterEach(() => jest.restoreAllMocks());

const first = { page: 1, size: 20 };
type Lists = { list(ctx: Context, query: { patient_id?: string }, page: typeof first): Promise<Page<unknown>> };

/** @returns how many packets went to the database */
async function packetsOf(services: new (...args: never[]) => Lists, query: { patient_id?: string }): Promise<number> {
  const sent = jest.spyOn(pg.Client.prototype, 'query').mockClear();
  const who = { tenant_id: tenant.id, actor: null, now: new Date() };
  await database.read(who, (ctx) => contexts.get<Lists>(services).list(ctx, query, first));
  return sent.mock.calls.length;
}
const readings = async (): Promise<number> => {
  const rows = await sql(
    workerState().ownerUrl as string,
    "select 1 from kernel.audit_entries where tenant_id = $1 and record_id = $2 and action = 'read'",
    [tenant.id, patient_id],
  );
  return rows.length;
};

it.each([AppointmentService, BillingService, MedicalRecordService, PrescriptionService, VaccinationService])(
  'a list of %p is one packet, recorded or not',
  async (services) => {
    await packetsOf(services, {});
    const before = await readings();
    expect(await packetsOf(services, {})).toBe(1);
    expect(await readings()).toBe(before);
    expect(await packetsOf(services, { patient_id })).toBe(1);
    expect(await readings()).toBe(before + 1);
  },
);
