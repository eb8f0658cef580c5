import { SalonService, ServicePackage } from '@usaha/beauty';
import { malaysianDay, money } from '@usaha/shared';
import { sstPercent } from '@usaha/shared/malaysia';
import { minutesAfter } from '../core/demo-days.js';
import { born } from '../core/demo-records.js';
import type { Treatment } from './catalogue/menu.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

/** A service, and what the history makes of it. */
export interface DemoService {
  service: SalonService;
  category: string;
  popularity: number;
  for: 'female' | 'male' | null;
}

/** The services on a salon's menu; SST is within the prices of a registered one. */
export function servicesOf({ menu, is_registered, seed }: DemoSalon, time: SalonTime): DemoService[] {
  const day = malaysianDay(time.opening);
  const made = menu.flatMap(({ category, subcategory = null, tax, told = {}, treatments }) =>
    treatments.map(([name, duration_minutes, price, popularity, own = {}]: Treatment): DemoService => {
      const { for: gender = null, ...said } = own;
      const service = new SalonService();
      service.describe({ category, subcategory, ...told, ...said, name, duration_minutes });
      const { membership_discount, promotion_discount } = { ...told, ...said };
      service.charge({
        price,
        tax_rate: is_registered ? sstPercent(tax, day) : 0,
        membership_discount,
        promotion_discount,
      });
      return { service, category, popularity, for: gender };
    }),
  );
  made.forEach(({ service }, i) => {
    if (service.halal_certified) service.describe({ halal_certification_number: certificate(seed, i) });
    born(service, minutesAfter(time.opening, i));
  });
  return made;
}

/** The number of a certificate that no authority gave out. */
export const certificate = (seed: number, i: number): string => `DEMO-HALAL-${seed}-${String(i + 1).padStart(3, '0')}`;

/** The packages that a salon sells. */
export function packagesOf(
  { packages }: DemoSalon,
  services: readonly DemoService[],
  time: SalonTime,
): ServicePackage[] {
  return packages.map((of, i) => {
    const sold = of.sessions.map(([name, sessions]) => ({ ...serviceNamed(services, name), sessions }));
    const { name, description, validity_months, payment_plan, terms_and_conditions, total_price } = of;
    const made = new ServicePackage();
    made.describe({
      name,
      description,
      validity_months,
      payment_plan,
      terms_and_conditions,
      services: sold.map(({ service, sessions }) => ({
        service_id: service.id,
        frequency: null,
        duration_months: validity_months,
        sessions,
      })),
    });
    made.charge({
      total_price,
      original_price: money.add(...sold.map(({ service, sessions }) => money.times(service.price, sessions))),
    });
    return born(made, minutesAfter(time.opening, 60 + i));
  });
}

export function serviceNamed(services: readonly DemoService[], name: string): DemoService {
  const found = services.find(({ service }) => service.name === name);
  if (!found) throw new Error(`No treatment of the menu is called ${name}`);
  return found;
}
