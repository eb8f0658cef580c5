/** The scenarios that are measured, and which of them belong together. */
import { beautyScenarios } from './beauty-scenarios.js';
import { educationScenarios } from './education-scenarios.js';
import { healthcareScenarios } from './healthcare-scenarios.js';
import { logisticsScenarios } from './logistics-scenarios.js';
import { http } from './request.js';
import { retailScenarios } from './retail-scenarios.js';

let created = 0;

/**
 * name → connections, the ratio aimed at, requests until V8 has compiled what there is to compile, and how the n-th
 * request is made of the facts: which tenants there are, what is theirs, and the tokens to work with; where there is a `background`,
 * how its n-th request is made, of which one is sent every `every` milliseconds meanwhile.
 */
const coreScenarios = {
  get: {
    title: 'GET one user',
    connections: 32,
    warmUp: 4_000,
    aim: 0.45,
    request: ({ read }, n) => http('GET', `/v1/users/${read.ids[n % read.ids.length]}`, { tenant: read }),
  },
  list: {
    title: 'list 20 of 2,000 users',
    connections: 32,
    warmUp: 3_000,
    aim: 0.85,
    request: ({ read }) => http('GET', '/v1/users?limit=20', { tenant: read }),
  },
  create: {
    title: 'create a user',
    connections: 32,
    warmUp: 3_000,
    aim: 0.7,
    request: ({ create }) =>
      http('POST', '/v1/users', {
        tenant: create,
        body: {
          email: `new${process.pid}-${(created += 1)}@bench.example`,
          first_name: 'Mei Ling',
          last_name: 'Tan',
          role: 'STAFF',
          phone: '+60165550102',
          permissions: ['reports.view'],
        },
      }),
  },
  login: {
    title: 'login',
    connections: 8,
    warmUp: 150,
    aim: 0.9,
    request: ({ read, password }, n) =>
      http('POST', '/v1/auth/login', {
        body: { email: read.emails[n % read.emails.length], password, tenant_slug: read.slug },
      }),
  },
};

export const scenarios = {
  ...coreScenarios,
  ...retailScenarios,
  ...healthcareScenarios,
  ...educationScenarios,
  ...beautyScenarios,
  ...logisticsScenarios,
};

/** Names that stand for several scenarios. */
const groups = {
  core: Object.keys(coreScenarios),
  retail: Object.keys(retailScenarios),
  healthcare: Object.keys(healthcareScenarios),
  education: Object.keys(educationScenarios),
  beauty: Object.keys(beautyScenarios),
  logistics: Object.keys(logisticsScenarios),
};

/** The scenarios that a list of names and groups asks for. @throws on a name that is neither */
export function scenariosNamed(text) {
  const names = text.split(',').flatMap((name) => groups[name] ?? [name]);
  for (const name of names) if (!scenarios[name]) throw new Error(`There is no scenario ${name}`);
  return names;
}

/**
 * What the database has to be filled with for them: the shops of `retail-data.js`, the clinics of `healthcare-data.js`,
 * the given number of schools of `education-data.js`, salons of `beauty-data.js`, and couriers of `logistics-data.js`.
 */
export const fillingFor = (names, { schools, salons, couriers }) => ({
  withShops: names.some((name) => groups.retail.includes(name)),
  withClinics: names.some((name) => groups.healthcare.includes(name)),
  schools: names.some((name) => groups.education.includes(name)) ? schools : 0,
  salons: names.some((name) => groups.beauty.includes(name)) ? salons : 0,
  couriers: names.some((name) => groups.logistics.includes(name)) ? couriers : 0,
});
