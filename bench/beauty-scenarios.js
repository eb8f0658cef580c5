/** Beauty: requests spread over all salons, so that no salon's rows are better cached, or waited for, than another's. */
import { COMMON_WORD } from './beauty-data.js';
import { firstServiceOf } from './beauty-visits.js';
import { http } from './request.js';

const BEAUTY = '/api/v1/beauty';

const salonOf = ({ salons }, n) => salons[n % salons.length];
/** The n-th request's turn in its salon. */
const turnOf = ({ salons }, n) => Math.floor(n / salons.length);
const pick = (list, turn, step = 1) => list[(turn * step) % list.length];

/** Three services, one after the other, each given by another member. */
const linesOf = ({ services, members }, turn) =>
  [0, 1, 2].map((i) => ({
    service_id: pick(services, turn + i * 5),
    staff_id: pick(members, turn + i * 7),
    start_time: `2031-03-${String(1 + (turn % 28)).padStart(2, '0')}T1${i}:00:00+08:00`,
    end_time: `2031-03-${String(1 + (turn % 28)).padStart(2, '0')}T1${i}:45:00+08:00`,
  }));

let completed = 0;

export const beautyScenarios = {
  'beauty-search': {
    title: 'search clients by a word',
    connections: 32,
    warmUp: 3_000,
    aim: 0.6,
    request: (facts, n) =>
      http('GET', `${BEAUTY}/clients/?page_size=20&search=${COMMON_WORD}`, { tenant: salonOf(facts, n) }),
  },
  'beauty-day': {
    title: "list a member's appointments of a day",
    connections: 32,
    warmUp: 3_000,
    aim: 0.6,
    request: (facts, n) => {
      const salon = salonOf(facts, n);
      const turn = turnOf(facts, n);
      const [staff_id, day] = [pick(salon.members, turn), pick(salon.days, turn, 7)];
      const query = new URLSearchParams({ staff_id, date_from: day, date_to: day });
      return http('GET', `${BEAUTY}/appointments/?${query}`, { tenant: salon });
    },
  },
  'beauty-get': {
    title: 'GET an appointment of 3 lines',
    connections: 32,
    warmUp: 4_000,
    aim: 0.35,
    request: (facts, n) => {
      const salon = salonOf(facts, n);
      return http('GET', `${BEAUTY}/appointments/${pick(salon.visits, turnOf(facts, n), 7)}`, { tenant: salon });
    },
  },
  'beauty-create': {
    title: 'make an appointment of 3 lines',
    connections: 32,
    warmUp: 2_000,
    aim: 0.5,
    request: (facts, n) => {
      const salon = salonOf(facts, n);
      const turn = turnOf(facts, n);
      return http('POST', `${BEAUTY}/appointments/`, {
        tenant: salon,
        body: {
          client_id: pick(salon.clients, turn, 7),
          services: linesOf(salon, turn),
          status: 'confirmed',
          notes: 'Minta staf wanita',
          special_requests: 'Teh tanpa gula',
          reminder_preferences: { email: true, sms: false, reminder_hours_before: 24 },
        },
      });
    },
  },
  'beauty-complete': {
    title: 'complete it with payment',
    connections: 32,
    warmUp: 1_500,
    aim: 0.5,
    request: (facts) => {
      const n = (completed += 1);
      const salon = salonOf(facts, n);
      const turn = turnOf(facts, n);
      const id = salon.waiting[turn];
      if (!id) throw new Error('No appointment is left to complete');
      return http('POST', `${BEAUTY}/appointments/${id}/complete/`, {
        tenant: salon,
        body: {
          services_rendered: [
            {
              service_id: salon.services[firstServiceOf(turn, salon.services.length)],
              notes: 'Warna 6.1',
              products_used: ['Serum'],
              recommendations: ['SPF'],
            },
          ],
          payment_received: true,
          payment_method: 'cash',
          staff_notes: 'Suka air hangat',
          follow_up_required: false,
        },
      });
    },
  },
};
