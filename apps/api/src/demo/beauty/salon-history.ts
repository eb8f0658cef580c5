import type {
  AppointmentPayment,
  BeautyAppointment,
  BeautyProduct,
  BeautyStockMovement,
  Membership,
  PackageSession,
  PointsMovement,
  ServicePackage,
  SoldPackage,
} from '@usaha/beauty';
import { DemoRandom } from '../core/demo-random.js';
import type { DocumentNumbers } from '../core/document-numbers.js';
import { DemoBookings, type DemoBooking } from './demo-bookings.js';
import { packagesOf, servicesOf, type DemoService } from './demo-catalogue.js';
import { clientsOf, pointsOf, type DemoClient } from './demo-clients.js';
import { DemoMemberships } from './demo-memberships.js';
import { DemoPurses } from './demo-purses.js';
import type { DemoSalon } from './demo-salon.js';
import { teamOf, type DemoMember } from './demo-team.js';
import { DemoVisits } from './demo-visits.js';
import { DemoWares } from './demo-wares.js';
import { SalonTime } from './salon-time.js';

/** All that a salon has after half a year. */
export interface SalonHistory {
  time: SalonTime;
  services: DemoService[];
  packages: ServicePackage[];
  products: BeautyProduct[];
  stock: BeautyStockMovement[];
  team: DemoMember[];
  people: DemoClient[];
  points: PointsMovement[];
  memberships: Membership[];
  sold: SoldPackage[];
  sessions: PackageSession[];
  bookings: DemoBooking[];
  appointments: BeautyAppointment[];
  payments: AppointmentPayment[];
}

/** The cashiers, and the numbers that documents get. */
export interface SalonTill {
  accounts: readonly string[];
  invoices: DocumentNumbers;
  receipts: DocumentNumbers;
  credit_notes: DocumentNumbers;
  package_receipts: DocumentNumbers;
}

/** The half a year of a salon up to `now`. Each part is drawn for itself, so that a change to one leaves the others as they are. */
export function salonHistoryOf(salon: DemoSalon, now: Date, till: SalonTill): SalonHistory {
  const drawn = (part: number): DemoRandom => new DemoRandom(salon.seed + part);
  const time = new SalonTime(now, salon);
  const services = servicesOf(salon, time);
  const packages = packagesOf(salon, services, time);
  const { products, movements: stock } = new DemoWares(salon, time, drawn(1));
  const team = teamOf(salon, time, drawn(2));
  const people = clientsOf(salon, time, drawn(3));
  const points = pointsOf(people, time, drawn(4));
  const memberships = new DemoMemberships(salon, people, { services, time, random: drawn(5) });
  const purses = new DemoPurses(salon, people, { packages, services, time, random: drawn(6) });
  const offer = { services, team, people, purses };
  const { all: bookings } = new DemoBookings(salon, offer, time, drawn(7));
  const desk = { offer, memberships, ...till, time, random: drawn(8) };
  const { appointments, payments } = new DemoVisits(salon, bookings, desk);
  const { sold, sessions } = purses.settle(till.package_receipts);
  return {
    ...{ time, services, packages, products, stock, team, people, points },
    ...{ memberships: memberships.all, sold, sessions, bookings, appointments, payments },
  };
}
