/** Logistics: requests spread over all couriers, so that no courier's rows are better cached, or waited for, than another's. */
import { VEHICLES, states } from './logistics-data.js';
import { http } from './request.js';

const LOGISTICS = '/api/v1/logistics';
/** This number of vehicles in all reports at this interval, independent of what else is asked. */
const REPORTING = { vehicles: 200, every: 5_000 };

const courierOf = ({ couriers }, n) => couriers[n % couriers.length];
/** The n-th request's turn at its courier. */
const turnOf = ({ couriers }, n) => Math.floor(n / couriers.length);
const pick = (list, turn, step = 1) => list[(turn * step) % list.length];

const statuses = ['in_transit', 'delivered', 'pending'];
const destinations = Object.keys(states);

const sender = {
  company_name: 'Kedai Buku Aman',
  address: { street: '12, Jalan Plumbum 7/102', city: 'Shah Alam', state: 'Selangor', postal_code: '40000' },
  contact_person: 'Nurul Huda',
  phone_number: '+60123450101',
};
const receiver = {
  contact_person: 'Tan Mei Ling',
  address: { street: '8, Lebuh Pantai', city: 'George Town', state: 'Pulau Pinang', postal_code: '10300' },
  phone_number: '+60165550102',
};

/** How many vehicles of each courier report by themselves: the last ones. */
const reportingOf = ({ couriers }) => Math.min(VEHICLES / 2, Math.ceil(REPORTING.vehicles / couriers.length));

const report = (courier, vehicle_id, turn) =>
  http('POST', `${LOGISTICS}/vehicles/${vehicle_id}/update-location/`, {
    tenant: courier,
    body: {
      latitude: 3.0733 + (turn % 1_000) / 10_000,
      longitude: 101.5185,
      address: 'Lebuhraya Persekutuan',
      mileage: 50_000,
    },
  });

export const logisticsScenarios = {
  'logistics-list': {
    title: 'list 20 of 20,000 shipments by status and state',
    connections: 32,
    warmUp: 3_000,
    aim: 0.7,
    request: (facts, n) => {
      const turn = turnOf(facts, n);
      const query = new URLSearchParams({
        page_size: '20',
        status: pick(statuses, turn),
        destination_state: pick(destinations, turn, 5),
      });
      return http('GET', `${LOGISTICS}/shipments/?${query}`, { tenant: courierOf(facts, n) });
    },
  },
  'logistics-track': {
    title: 'track a shipment by its number',
    connections: 32,
    warmUp: 4_000,
    aim: 0.4,
    request: (facts, n) => {
      const courier = courierOf(facts, n);
      const number = pick(courier.numbers, turnOf(facts, n), 7);
      return http('GET', `${LOGISTICS}/shipments/tracking/${number}/`, { tenant: courier });
    },
  },
  'logistics-create': {
    title: 'create a shipment',
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts, n) =>
      http('POST', `${LOGISTICS}/shipments/`, {
        tenant: courierOf(facts, n),
        body: {
          origin: sender,
          destination: receiver,
          package_details: {
            weight_kg: 2.5,
            package_type: 'kotak',
            description: 'Buku',
            value_myr: 150,
            is_fragile: false,
          },
          service_type: 'standard',
          customer_reference: `PO-${n}`,
          payment_method: 'cod',
          payment_amount: 59.9,
          notes: 'Pintu belakang',
        },
      }),
  },
  'logistics-status': {
    title: 'report the status of a shipment',
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts, n) => {
      const courier = courierOf(facts, n);
      const turn = turnOf(facts, n);
      return http('POST', `${LOGISTICS}/shipments/${pick(courier.moved, turn)}/update-status/`, {
        tenant: courier,
        body: {
          // Each time round another one than before.
          status: statuses[Math.floor(turn / courier.moved.length) % 2],
          location: { latitude: 3.0733, longitude: 101.5185, address: 'Hab Shah Alam, Seksyen 15' },
          notes: 'Diterima di hab',
        },
      });
    },
  },
  'logistics-location': {
    title: `report where a vehicle is, while ${REPORTING.vehicles} report every ${REPORTING.every / 1_000} s`,
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts, n) => {
      const courier = courierOf(facts, n);
      const turn = turnOf(facts, n);
      const asked = courier.vehicles.slice(0, VEHICLES - reportingOf(facts));
      return report(courier, pick(asked, turn), turn);
    },
    background: {
      every: REPORTING.every / REPORTING.vehicles,
      request: (facts, n) => {
        const courier = courierOf(facts, n);
        const reporting = courier.vehicles.slice(-reportingOf(facts));
        return report(courier, pick(reporting, turnOf(facts, n)), n);
      },
    },
  },
};
