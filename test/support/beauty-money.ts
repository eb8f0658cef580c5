import { beautyRecord, newBeautyAppointment, newClient, newService, newStaffMember } from './beauty.js';
import { contract, type Answer, type Json } from './client.js';
import { referenceSurface as on } from './core-surfaces.js';
import { must } from './healthcare.js';
import { newTenant, unique, type TestTenant } from './people.js';
import { workerState } from './state.js';
import { sql } from './system-database.js';

/** A salon with one client, two members of staff and services of 80 and 45.50. */
export interface Salon {
  tenant: TestTenant;
  token: string;
  client_id: string;
  /** 10 % and no commission. */
  members: [string, string];
  cut: string;
  wash: string;
}

export async function newSalon(): Promise<Salon> {
  const tenant = await newTenant();
  const service = (name: string, price: number) => beautyRecord(tenant, '/services', { name, price });
  const [client, mei, siti, cut, wash] = await Promise.all([
    newClient(tenant),
    newStaffMember(tenant, { commission_rate: 10 }),
    newStaffMember(tenant),
    service('Potongan', 80),
    service('Cucian', 45.5),
  ]);
  return {
    tenant,
    token: tenant.admin.token,
    client_id: client.id,
    members: [mei.id, siti.id],
    cut: cut.id,
    wash: wash.id,
  };
}

/** From here on the business charges SST. */
export async function registerForSst({ tenant, token }: Salon): Promise<void> {
  const body = { settings: { sst_registration_number: 'W10-1808-32000001' } };
  const { status } = await contract.put(`/tenants/${tenant.id}`, body, { token });
  if (status !== 200) throw new Error(`The settings were answered with ${status}`);
}

/** An appointment of one service of 80 unless told otherwise. */
export const book = (salon: Salon, body: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(salon.tenant, '/appointments', {
    client_id: salon.client_id,
    services: [{ service_id: salon.cut }],
    ...body,
  });

/** Does something with an appointment: `complete`, `cancel`, `payments`. */
export const act = (salon: Salon, id: string, verb: string, body: unknown = {}): Promise<Answer> =>
  on.post(`/beauty/appointments/${id}/${verb}`, body, salon.token);

export const change = (salon: Salon, id: string, body: unknown): Promise<Answer> =>
  on.put(`/beauty/appointments/${id}`, body, salon.token);

export const readAppointment = async (salon: Salon, id: string): Promise<Json> =>
  must(await on.get(`/beauty/appointments/${id}`, salon.token), 200);

/** [kind, amount, balance] of each entry, oldest first. */
export async function paymentsOf(salon: Salon, id: string): Promise<[string, number, number][]> {
  const rows: Json[] = must(await on.get(`/beauty/appointments/${id}/payments?page_size=100`, salon.token), 200);
  return rows.map(({ kind, amount, balance }): [string, number, number] => [kind, amount, balance]).reverse();
}

/** What lines brought: no answer shows it. */
export const broughtBy = (appointment_id: string): Promise<Record<string, unknown>[]> =>
  sql(
    workerState().ownerUrl as string,
    `select share::float8, tax::float8, commission_rate::float8, commission::float8, discount::float8
       from beauty.appointment_lines where appointment_id = $1 order by position`,
    [appointment_id],
  );

/** A package of the service of 80, with the given number of sessions. */
export const newPackage = (salon: Salon, sessions = 1, more: Record<string, unknown> = {}): Promise<Json> =>
  beautyRecord(salon.tenant, '/packages', {
    name: unique('Pakej'),
    total_price: 60,
    services: [{ service_id: salon.cut, sessions }],
    ...more,
  });

/** Such a package, sold to the client. */
export const sellPackage = async (
  salon: Salon,
  sessions = 1,
  { client_id = salon.client_id, ...more }: Record<string, unknown> = {},
): Promise<Json> => {
  const { id: package_id } = await newPackage(salon, sessions, more);
  return beautyRecord(salon.tenant, `/clients/${client_id as string}/packages`, { package_id });
};

export const redeem = (
  salon: Salon,
  sold_id: string,
  appointment_id: string,
  service_id = salon.cut,
): Promise<Answer> => on.post(`/beauty/client-packages/${sold_id}/redeem`, { appointment_id, service_id }, salon.token);

/** A package of a new client with one session of a new service. */
export async function newSoldPackage(tenant: TestTenant): Promise<Json> {
  const [client, service] = await Promise.all([newClient(tenant), newService(tenant)]);
  const services = [{ service_id: service.id, sessions: 1 }];
  const { id: package_id } = await beautyRecord(tenant, '/packages', { name: 'Pakej', total_price: 60, services });
  return beautyRecord(tenant, `/clients/${client.id}/packages`, { package_id });
}

/** A payment of 50 for an appointment of a new client. */
export async function newVisitPayment(tenant: TestTenant): Promise<Json> {
  const { id } = await newBeautyAppointment(tenant);
  return beautyRecord(tenant, `/appointments/${id}/payments`, { amount: 50, payment_method: 'card' });
}

/** Such a package, and the body by which its session can be redeemed. */
export async function newRedeemable(tenant: TestTenant): Promise<{ id: string; body: Json }> {
  const { id, client_id, sessions } = await newSoldPackage(tenant);
  const { service_id } = sessions[0];
  const booked = await beautyRecord(tenant, '/appointments', { client_id, services: [{ service_id }] });
  return { id, body: { appointment_id: booked.id, service_id } };
}
