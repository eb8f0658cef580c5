/** Salons, written by SQL as the owner: clients sealed as the service seals them, services, staff with hours, and appointments. */
import { Keyring, newId } from '@usaha/shared';
import { ahead, dayAfter, everyDay, growAppointments } from './beauty-visits.js';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

export const SALONS = 100;
export const CLIENTS = 2_000;
export const MEMBERS = 20;
export const SERVICES = 24;
export const APPOINTMENTS = 5_000;
/** How many of a salon's clients, days and appointments of three lines the load is told of. */
const [NAMED, NAMED_DAYS] = [200, 60];
/** Appointments of three lines that wait to be completed in addition to those: the number in all salons together, and in each. */
const WAITING = { inAll: 12_000, least: 600 };

/** A word that one in sixty clients has in the name: 33 of 2,000. */
export const COMMON_WORD = 'aminah';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const given = [
  'Aminah', 'Siti Nur', 'Mei Ling', 'Kavitha', 'Farah', 'Wei Ling', 'Anjali', 'Nurul', 'Hui Min', 'Malar', 'Zainab', 'Hajar',
  'Li Ting', 'Priya', 'Izzati', 'Jia Hui', 'Sumathi', 'Balqis', 'Xin Yi', 'Gayathri', 'Rosnah', 'Azlina', 'Pei Shan', 'Lakshmi',
  'Fauziah', 'Zhi Qi', 'Aruna', 'Halimah', 'Kah Yee', 'Devi', 'Khairiah', 'Bee Kuan', 'Vijaya', 'Salmah', 'Shu Fen', 'Anita',
  'Rashidah', 'Chee Sin', 'Kumari', 'Maznah', 'Yee Ling', 'Shanti', 'Sharifah', 'Kok Yin', 'Mohana', 'Norliza', 'Sook Yin',
  'Revathi', 'Azmah', 'Teck Lan', 'Selvi', 'Fatimah', 'Bee Lian', 'Uma', 'Rizana', 'Wai Ching', 'Parvathi', 'Hasnah', 'Jia Qi',
  'Meena',
]; // prettier-ignore
const family = ['Tan', 'binti Yusof', 'Lim', 'a/p Muniandy', 'binti Osman', 'Wong', 'a/p Ramasamy', 'Lee', 'binti Hassan', 'Ng']; // prettier-ignore
const treatments = ['Potongan rambut', 'Facial', 'Manicure', 'Pedicure', 'Urutan Bali', 'Rebonding', 'Rawatan kulit kepala', 'Waxing']; // prettier-ignore
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const working_hours = Object.fromEntries(days.map((day) => [day, ['10:00-19:00']]));

const pick = (list, n) => list[n % list.length];
const digits = (n, length) => String(n).padStart(length, '0');
const keyring = new Keyring([[KEY_NAME, SEAL_KEY]], SEARCH_KEY);

const recordAt = (tenant_id, at) => ({ tenant_id, id: newId(at), created_at: at, updated_at: at, version: 1 });

/** The n-th client: health, consent and level are decided by the number, independent of the name. */
function client(tenant_id, n, now) {
  const row = recordAt(tenant_id, new Date(now - (CLIENTS + 1 - n) * MINUTE_MS));
  const sealed = (column, clear) => keyring.seal(clear, `beauty.clients.${column}:${tenant_id}:${row.id}`);
  const born = `${1960 + (n % 45)}-${digits(1 + (n % 12), 2)}-${digits(1 + (n % 28), 2)}`;
  const ic_number = `${born.replaceAll('-', '').slice(2)}-${pick(['14', '10', '01', '07'], n)}-${digits((n * 14) % 10_000, 4)}`;
  const turn = n + Math.floor(n / given.length);
  const health = { allergies: ['lavender'], medical_conditions: ['eczema'], notes: 'Prefers mornings' };
  return {
    ...row,
    first_name: pick(given, n),
    last_name: pick(family, Math.floor(n / given.length)),
    email: `client${n}@bench.example`,
    phone_number: `+6016555${digits(n, 4)}`,
    ic_number: sealed('ic_number', ic_number),
    date_of_birth: born,
    gender: 'female',
    address: { street: '12, Jalan Telawi 3', city: 'Kuala Lumpur', state: 'Selangor', postal_code: '59100', country: 'Malaysia' },
    emergency_contact: { name: 'Ahmad bin Ali', relationship: 'husband', phone_number: '+60123450102' },
    skin_type: pick(['dry', 'oily', 'sensitive'], n),
    hair_type: pick(['straight', 'curly'], n),
    ...(turn % 4 === 0 ? { health: sealed('health', JSON.stringify(health)) } : {}),
    preferred_services: ['Facial'],
    frequency: pick(['weekly', 'monthly'], n),
    membership_level: pick(['gold', 'silver', 'none'], n),
    loyalty_points: 0,
    marketing_consent: turn % 2 === 0,
    pdpa_consent: true,
    pdpa_consent_date: row.created_at,
  }; // prettier-ignore
}

const service = (tenant_id, n, now) => ({
  ...recordAt(tenant_id, new Date(now - (200 + n) * DAY_MS)),
  name: `${pick(treatments, n)} ${1 + Math.floor(n / treatments.length)}`,
  category: pick(['Hair', 'Face', 'Nails', 'Body'], n),
  duration_minutes: 45,
  price: 30 + n * 7.5,
  tax_rate: 0,
  room_requirements: [],
  products_used: [],
  target_skin_types: [],
  contraindications: n % 4 === 0 ? ['lavender oil'] : [],
  is_active: true,
  ministry_approved: false,
  halal_certified: n % 2 === 0,
});

const member = (tenant_id, n, now) => ({
  ...recordAt(tenant_id, new Date(now - (250 + n) * DAY_MS)),
  first_name: pick(given, n * 7),
  last_name: pick(family, n),
  gender: 'female',
  position: 'Stylist',
  specializations: ['Facial'],
  specialization_keys: ['facial'],
  certifications: [],
  hourly_rate: 18,
  commission_rate: 10,
  working_hours,
  skills: [],
  languages: [],
  status: 'active',
  pdpa_consent: false,
});

/** Rows that may lack columns which may be empty. @returns their ids */
async function insert(owner, table, rows) {
  const columns = [...new Set(rows.flatMap(Object.keys))].join(', ');
  await owner.query(
    `insert into beauty.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::beauty.${table}, $1)`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

/** Fills salons. @param tenants ids @returns what the load may ask for, by tenant */
export async function fillSalons(owner, tenants) {
  const filled = new Map();
  const open = Math.max(WAITING.least, Math.ceil(WAITING.inAll / tenants.length));
  for (const id of tenants) {
    const now = Date.now();
    const make = (table, count, one) =>
      insert(
        owner,
        table,
        Array.from({ length: count }, (_, i) => one(id, i + 1, now)),
      );
    const clients = await make('clients', CLIENTS, client);
    const services = await make('services', SERVICES, service);
    const members = await make('staff', MEMBERS, member);
    const salon = { id, services, members };
    const visits = await growAppointments(owner, salon, everyDay(APPOINTMENTS, clients));
    filled.set(id, {
      services,
      members,
      clients: clients.slice(0, NAMED),
      days: Array.from({ length: NAMED_DAYS }, (_, i) => dayAfter(-7 - i)),
      visits: visits.filter((_, n) => n % 3 === 2).slice(0, NAMED),
      waiting: await growAppointments(owner, salon, ahead(open, clients, { days: 30, lines: 3 })),
    });
  }
  return filled;
}
