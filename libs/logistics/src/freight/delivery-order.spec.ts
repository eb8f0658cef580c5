import type { Tenant } from '@usaha/core';
import type { DeliverySchedule } from '../schedule/delivery-schedule.entity.js';
import type { Party } from '../shipment/party.js';
import { Shipment } from '../shipment/shipment.entity.js';
import { deliveryOrderOf } from './delivery-order.js';

const NOW = new Date('2026-03-02T02:00:00Z');
const tenant = { name: 'Kurier', settings: {}, address: null, phone: null, email: null } as unknown as Tenant;
const party: Party = {
  company_name: null,
  address: null,
  contact_person: 'Tan',
  phone_number: null,
  email: null,
  latitude: null,
  longitude: null,
};
const schedule = {
  driver_name: 'Siti',
  registration_number: 'WB 2',
  special_instructions: 'Telefon',
} as DeliverySchedule;

const order = (said: Parameters<Shipment['describe']>[0] = {}, of: DeliverySchedule | null = null) =>
  deliveryOrderOf(Shipment.of({ origin: party, destination: party, ...said }, NOW), of, tenant);

describe('a delivery order', () => {
  it('tells no price, and what is to be collected for cash on delivery alone (A-290)', () => {
    const money = { payment_amount: 59.9, insurance_amount: 777.77, package_details: { value_myr: 888.88 } };
    expect(JSON.stringify(order({ ...money, payment_method: 'credit' }))).not.toMatch(/59|777|888|collect/);
    const collected = order({ ...money, payment_method: 'Cash on delivery' });
    expect(collected.collect).toBe(59.9);
    expect(JSON.stringify(collected)).not.toMatch(/777|888/);
    expect(order({ payment_method: 'cod' }).collect).toBeNull();
  });

  it('takes driver, vehicle and instructions of the newest open schedule where the shipment names none', () => {
    expect(order({}, schedule)).toMatchObject({ driver_name: 'Siti', registration_number: 'WB 2' });
    const shipment = Shipment.of({ origin: party, destination: party, notes: 'Pintu belakang' }, NOW);
    shipment.describe({ package_details: { special_instructions: 'Jangan lipat' } });
    shipment.giveTo({ id: '1', name: 'Ahmad' });
    expect(deliveryOrderOf(shipment, schedule, tenant)).toMatchObject({
      driver_name: 'Ahmad',
      instructions: ['Jangan lipat', 'Telefon', 'Pintu belakang'],
    });
    expect(order({ notes: '  ' })).toMatchObject({ driver_name: null, registration_number: null, instructions: [] });
  });

  it('promises the day that was asked for, else the one that is expected (A-285)', () => {
    const delivery_time_window = { start: '09:00:00', end: null };
    expect(order({ delivery_date: '2029-05-10', delivery_time_window })).toMatchObject({
      day: '2029-05-10',
      window: delivery_time_window,
    });
    expect(order()).toMatchObject({ day: '2026-03-05', window: null });
  });

  it('tells of the package the stated keys, and no others that were sent', () => {
    const package_details = { weight_kg: 2, dimensions_cm: { length: 30, colour: 'red' }, pieces: 3, is_fragile: true };
    expect(order({ package_details }).package).toEqual({
      package_type: null,
      description: null,
      weight_kg: 2,
      dimensions_cm: [30, null, null],
      is_fragile: true,
    });
  });
});
