import type { NewCustomer } from '@usaha/retail';
import { demoAddress, demoName } from '../core/demo-people.js';
import type { DemoRandom } from '../core/demo-random.js';

/**
 * People who might shop there, with telephone numbers and e-mail addresses that belong to no person.
 * @param home which of the addresses' cities most of them live in @param prefix three digits, one shop's own
 */
export function customersOf(count: number, home: string, prefix: string, random: DemoRandom): NewCustomer[] {
  return Array.from({ length: count }, (_, i): NewCustomer => {
    const { first_name, last_name } = demoName(random);
    const address = demoAddress(home, random);
    const number = String(i + 1).padStart(3, '0');
    return {
      first_name,
      last_name,
      phone_number: random.chance(0.9) ? `+601${random.pick(['2', '3', '6', '7', '9'])}${prefix}0${number}` : null,
      email: random.chance(0.7) ? `${mailName(first_name)}.${prefix}${number}@pelanggan.example` : null,
      address: random.chance(0.8) ? address : null,
      pdpa_consent: random.chance(0.85),
    };
  });
}

const mailName = (first_name: string): string => first_name.toLowerCase().replaceAll(' ', '.');
