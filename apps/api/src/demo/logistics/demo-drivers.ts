import { Driver } from '@usaha/logistics';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import { demoAddress, demoIc, demoName, demoParent, type DemoName } from '../core/demo-people.js';
import type { DemoRandom } from '../core/demo-random.js';
import { born } from '../core/demo-records.js';
import type { CarrierTime } from './carrier-time.js';
import type { DemoCarrier } from './demo-carrier.js';

/** A driver; who has none of the vehicles stands in for others. */
export interface DemoDriver {
  driver: Driver;
  is_relief: boolean;
}

const YOUNGEST = 23;
const OLDEST = 56;
/** When people begin to drive for a living. */
const FIRST_JOB = 21;
/** No document ends this soon but those that are a worry of the carrier. */
const LEAST_DAYS = 45;
const YEAR_DAYS = 365;
const relationships = { female: 'ibu', male: 'bapa' } as const;

/** The drivers of a carrier: as many as it has vehicles, and those who stand in. */
export function driversOf(carrier: DemoCarrier, time: CarrierTime, random: DemoRandom): DemoDriver[] {
  const vehicles = carrier.models.reduce((sum, { plates }) => sum + plates.length, 0);
  const { license } = carrier.worries;
  const names = new Set<string>();
  return Array.from({ length: carrier.drivers.count }, (_, i) => {
    const driver = born(driverOf(carrier, i, { names, time }, random), minutesAfter(time.opening, i * 4));
    if (license?.driver === i) driver.license_expiry = dayAfter(time.today, license.days);
    return { driver, is_relief: i >= vehicles };
  });
}

/** @param names of all so far: no two are called alike */
function driverOf(
  { drivers, seed }: DemoCarrier,
  i: number,
  { names, time }: { names: Set<string>; time: CarrierTime },
  random: DemoRandom,
): Driver {
  const { communities, birthplaces, home, prefix, license_classes, hire, salaries } = drivers;
  const drawn = (): DemoName => demoName(random, { communities, gender: random.chance(0.9) ? 'male' : 'female' });
  let name = drawn();
  while (names.has(name.first_name)) name = drawn();
  names.add(name.first_name);
  const age = random.whole(YOUNGEST, OLDEST);
  const date_of_birth = dayAfter(time.today, -age * YEAR_DAYS - random.whole(0, YEAR_DAYS));
  const ic_number = demoIc(date_of_birth, random.pick(birthplaces), name.gender, random);
  const relative = demoParent(name, random);
  // Before they were entered.
  const seen = random.whole(210, 310);
  const driver = new Driver();
  const lastDay = (years: number): string => dayAfter(time.today, random.whole(LEAST_DAYS, years * YEAR_DAYS));
  driver.describe({
    first_name: name.first_name,
    last_name: name.last_name,
    ic_number,
    date_of_birth,
    gender: name.gender,
    phone_number: telephone(prefix, i, random),
    address: demoAddress(home, random),
    license_number: ic_number.replaceAll('-', ''),
    license_class: random.pick(license_classes),
    license_type: 'CDL',
    license_expiry: lastDay(2),
    psv_license: hire.length > 0 ? `${random.pick(hire)} DEMO-${seed}-${i + 1}` : null,
    psv_expiry: hire.length > 0 ? lastDay(1) : null,
    experience_years: Math.max(1, age - FIRST_JOB - random.whole(0, 6)),
    employment_status: random.chance(0.85) ? 'permanent' : 'contract',
    emergency_contact: {
      name: `${relative.first_name} ${relative.last_name}`,
      relationship: relationships[relative.gender],
      phone_number: telephone(prefix, i + 500, random),
    },
    medical_checkup_date: dayAfter(time.today, -seen),
    medical_checkup_expiry: dayAfter(time.today, -seen + YEAR_DAYS),
    status: 'active',
    monthly_salary: random.whole(salaries[0] / 50, salaries[1] / 50) * 50,
  });
  return driver;
}

const telephone = (prefix: string, i: number, random: DemoRandom): string =>
  `+601${random.pick(['1', '2', '3', '6', '7', '9'])}${prefix}8${String(i + 1).padStart(3, '0')}`;
