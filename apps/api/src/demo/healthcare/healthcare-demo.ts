import type { INestApplicationContext } from '@nestjs/common';
import { ModuleService, TenantRepository, UserService } from '@usaha/core';
import {
  AppointmentRepository,
  BillRepository,
  MedicalRecordRepository,
  PatientService,
  PaymentLedger,
  PrescriptionRepository,
  VaccinationService,
  type Patient,
} from '@usaha/healthcare';
import { Database, type Context } from '@usaha/shared';
import type { Begin } from '../core/core-demo.js';
import { DemoRandom } from '../core/demo-random.js';
import { demoClinics, type DemoClinic } from './demo-clinics.js';
import { DemoDiary, demoHours } from './demo-hours.js';
import { DAY_MS, patientsOf, vaccinationsOf, type DemoPatient } from './demo-patients.js';
import { visitOf, type DemoVisit } from './demo-visits.js';

/** How far the history reaches back, and the diary ahead, in days. */
const HISTORY_DAYS = 120;
const AHEAD_DAYS = 14;
/** Of the history, how long new patients still come. */
const JOINING_DAYS = 90;

/**
 * Gives the clinics among the demo tenants of core what a clinic has: patients, visits done and to come, and what came
 * of them. A clinic that has patients already is left alone, so it may be run again. Each clinic is one transaction.
 * @param begin told of each business before it is looked at
 */
export async function seedHealthcareDemo(app: INestApplicationContext, now: Date, begin: Begin): Promise<void> {
  const [database, tenants, patients] = [app.get(Database), app.get(TenantRepository), app.get(PatientService)];
  // One after another: the pool may have a single connection.
  for (const clinic of demoClinics) {
    begin(clinic.tenant_id);
    await database.work({ tenant_id: clinic.tenant_id, actor: null, now }, async (ctx) => {
      // A second seeding at the same moment waits here, and then finds the patients.
      const isThere = await tenants.lockIfExists(ctx, clinic.tenant_id);
      if (!isThere || (await patients.list(ctx, {}, { page: 1, size: 1 })).total > 0) return;
      const doctors = await doctorsOf(app, ctx);
      if (doctors.length > 0) await fill(app, ctx, clinic, doctors);
    });
  }
}

async function fill(
  app: INestApplicationContext,
  ctx: Context,
  clinic: DemoClinic,
  doctors: readonly string[],
): Promise<void> {
  const random = new DemoRandom(clinic.seed);
  await setHours(app, ctx, doctors);
  const people = patientsOf(clinic, ctx.now, random);
  const patients = await enter(app.get(PatientService), ctx, people, random);
  await vaccinate(app.get(VaccinationService), ctx, { people, patients, doctors, random });
  await write(app, ctx, visitsOf(clinic, ctx.now, { patients, doctors, random }));
}

/** Users of the demo clinics who are called doctors by their addresses. */
async function doctorsOf(app: INestApplicationContext, ctx: Context): Promise<string[]> {
  const { rows } = await app.get(UserService).list(ctx, { is_active: true }, { page: 1, size: 20 });
  return rows.filter(({ email }) => email.startsWith('dr.')).map(({ id }) => id);
}

/** What the tenant has set already stays. */
async function setHours(app: INestApplicationContext, ctx: Context, doctors: readonly string[]): Promise<void> {
  const modules = app.get(ModuleService);
  if ((await modules.usage(ctx, 'healthcare')).configuration !== null) return;
  const hours = Object.fromEntries(doctors.map((id) => [id, { working_hours: demoHours }]));
  await modules.enable(ctx, 'healthcare', { configuration: { healthcare: { doctors: hours } } });
}

/** More than half were patients before the history begins. */
async function enter(
  service: PatientService,
  ctx: Context,
  people: readonly DemoPatient[],
  random: DemoRandom,
): Promise<Patient[]> {
  const opening = ctx.now.getTime() - (HISTORY_DAYS + 1) * DAY_MS;
  const joined = people.map(
    (_, i) => opening + (random.chance(0.4) ? Math.floor(random.next() * JOINING_DAYS * DAY_MS) : i),
  );
  joined.sort((a, b) => a - b);
  const sent = people.map(({ facts }, i) => service.create({ ...ctx, now: new Date(joined[i] as number) }, facts));
  return Promise.all(sent);
}

interface Clientele {
  patients: readonly Patient[];
  doctors: readonly string[];
  random: DemoRandom;
}

async function vaccinate(
  service: VaccinationService,
  ctx: Context,
  { people, patients, doctors, random }: Clientele & { people: readonly DemoPatient[] },
): Promise<void> {
  const given = people.flatMap((person, i) => {
    const { id: patient_id, created_at } = patients[i] as Patient;
    const doses = vaccinationsOf(person, random.pick(doctors), ctx.now, random);
    return doses.map((dose) => ({ patient_id, entered: created_at, ...dose }));
  });
  await Promise.all(
    given.map(({ entered, ...dose }) => {
      // Earlier ones were recorded at registration.
      const then = new Date(Math.max(entered.getTime(), Date.parse(`${dose.administration_date}T02:00:00Z`)));
      return service.create({ ...ctx, now: then }, dose);
    }),
  );
}

/** One to three visits of every patient from the day of registration, in the order in which they were booked. */
function visitsOf({ state }: DemoClinic, now: Date, { patients, doctors, random }: Clientele): DemoVisit[] {
  const diary = new DemoDiary(state, random);
  const last = now.getTime() + AHEAD_DAYS * DAY_MS;
  const visits = patients.flatMap((patient) => {
    const from = patient.created_at.getTime() + DAY_MS;
    return Array.from({ length: random.whole(1, 3) }, (): DemoVisit | null => {
      const doctor_id = random.pick(doctors);
      const slot = diary.book(doctor_id, new Date(from + random.next() * (last - from)));
      return slot && visitOf(patient, { doctor_id, slot, now, random });
    });
  });
  return visits.filter((visit) => visit !== null).sort((a, b) => a.booked_at.getTime() - b.booked_at.getTime());
}

/** Bills and payments in the order of time, as their numbers are; all statements are on their way before the first is answered. */
async function write(app: INestApplicationContext, ctx: Context, visits: readonly DemoVisit[]): Promise<void> {
  const appointments = app.get(AppointmentRepository);
  const records = app.get(MedicalRecordRepository);
  const prescriptions = app.get(PrescriptionRepository);
  const bills = app.get(BillRepository);
  const ledger = app.get(PaymentLedger);
  const at = (now: Date): Context => ({ ...ctx, now });
  const done = visits
    .flatMap(({ outcome }) => (outcome ? [outcome] : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const payments = done
    .flatMap(({ bill, payments: made }) => made.map((payment) => ({ bill_id: bill.id, ...payment })))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { booked_at, appointment, outcome } of visits)
    appointments.insert(at(outcome?.at ?? booked_at), appointment);
  const numbered = done.map((outcome) => {
    records.insert(at(outcome.at), outcome.record);
    for (const prescription of outcome.prescriptions) prescriptions.insert(at(outcome.at), prescription);
    return bills.insertNumbered(at(outcome.at), outcome.bill);
  });
  for (const { at: paid_at, ...payment } of payments)
    ledger.append(at(paid_at), [{ ...payment, reference: null, notes: null, payment_request_id: null }]);
  await Promise.all(numbered);
}
