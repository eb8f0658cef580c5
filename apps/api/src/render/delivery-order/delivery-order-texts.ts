import type { DeliveryOrder, Party } from '@usaha/logistics';
import { printedDay, type Language } from '@usaha/shared';
import { printedInstant, printedMoney, printedQuantity } from '../pdf/format.js';
import { addressLine } from '../receipt/receipt-rows.js';
import { say } from './delivery-order-words.js';

/** An unknown value. */
const NOTHING = '–';
const MINUTES = 5;

type Fact = [label: string, value: string];

/** The facts at the top. */
export function orderFacts(order: DeliveryOrder, printed_at: Date, language: Language): Fact[] {
  const { tracking_number, customer_reference, service, driver_name, registration_number } = order;
  return [
    [say('number', language), tracking_number],
    ...(customer_reference ? [[say('reference', language), customer_reference] as Fact] : []),
    [say('printed', language), printedInstant(printed_at)],
    [say('service', language), service[language]],
    [say('promised', language), promised(order, language)],
    [say('driver', language), driver_name ?? NOTHING],
    [say('vehicle', language), registration_number ?? NOTHING],
  ];
}

/** 10/05/2029, 09:00–12:00. */
function promised({ day, window }: DeliveryOrder, language: Language): string {
  const [start, end] = [window?.start?.slice(0, MINUTES), window?.end?.slice(0, MINUTES)];
  const hours =
    start && end
      ? `${start}–${end}`
      : end
        ? say('until', language, { time: end })
        : start && say('from', language, { time: start });
  return [printedDay(day), hours].filter(Boolean).join(', ');
}

/** Name, address and telephone of a party. */
export function partyLines(
  { company_name, contact_person, address, phone_number }: Party,
  language: Language,
): string[] {
  const phone = phone_number && `${say('telephone', language)}: ${phone_number}`;
  const lines = [company_name, contact_person, addressLine(address), phone].filter((line): line is string => !!line);
  return lines.length > 0 ? lines : [NOTHING];
}

/** The known facts of the package. */
export function packageFacts({ package: of }: DeliveryOrder, language: Language): Fact[] {
  const sizes = of.dimensions_cm.map((size) => (size === null ? NOTHING : printedQuantity(size)));
  const facts: [label: string, value: string | null][] = [
    [say('package', language), of.package_type ?? NOTHING],
    [say('contents', language), of.description],
    [say('weight', language), of.weight_kg === null ? null : `${printedQuantity(of.weight_kg)} kg`],
    [say('dimensions', language), of.dimensions_cm.every((size) => size === null) ? null : `${sizes.join(' × ')} cm`],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');
}

/** The amount to collect, if there is one. */
export function collected({ collect }: DeliveryOrder, language: Language): string | null {
  if (collect === undefined) return null;
  const amount = collect === null ? say('unstated', language) : `MYR ${printedMoney(collect)}`;
  return say('collect', language, { amount });
}
