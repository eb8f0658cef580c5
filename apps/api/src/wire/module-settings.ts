import type { BeautyConfiguration } from '@usaha/beauty';
import { declaredSettings, type ModuleKey, type SettingShape } from '@usaha/core';
import type { EducationConfiguration } from '@usaha/education';
import type { HealthcareConfiguration } from '@usaha/healthcare';
import type { LogisticsConfiguration } from '@usaha/logistics';
import type { RetailConfiguration } from '@usaha/retail';
import { documentedKey } from './documented-key.js';
import { MAX_TEXT, field } from './field.js';
import type { StatedKeys } from './stated-keys.js';

/** The meaning of each setting of each module, for the documents of both surfaces. A key that a module declares must be here. */
const meanings = {
  retail: {
    enable_inventory_alerts:
      'Whether administrators and managers get a letter a day about stock that fell to its minimum (A-454)',
    enable_loyalty_program: 'Whether customers earn points, given loyalty_points_per_ringgit as well',
    loyalty_points_per_ringgit: 'Points that a completed sale earns for each ringgit before tax',
    apply_tier_discounts: "Whether a line of a sale that sends no discount has that of the customer's loyalty tier",
    offline_sale_days: 'Days after which a sale of a till without a network is refused, 1 to 92 (A-510)',
    default_tax_rate:
      'Percent of SST for products that are created without a rate; a shop that is not registered for SST sets 0',
  },
  healthcare: {
    prevent_double_booking: 'Whether overlapping appointments of one doctor are refused',
    closed_on_public_holidays:
      "Whether appointments on public holidays of the clinic's state are refused; none is in a year whose holidays are not known",
    avoid_prayer_times:
      "Whether appointments that begin within a prayer time of the clinic's state are refused; none is in a year whose holidays are not known",
    reminder_hours_before: 'Hours before an appointment at which its patient is reminded',
    doctors: 'Doctor id → working_hours: weekday → ["HH:MM-HH:MM"]',
  },
  education: {
    prevent_timetable_clashes: 'Whether a teacher, room or student in two classes at one time is refused',
    notify_guardians: 'Occasions on which guardians get letters: "absence", "overdue" or both as a list',
    grade_scale: 'Letters from a percentage on: [{ "grade": "A", "from": 80 }, …]; default: the national scales',
    assessment_weights:
      'Weights of types of assessments: { "exam": 7, "quiz": 3 }, 0 to 1,000, 1 for others; default: all assessments alike',
    sibling_discount_percent: 'Percent that the second and later students of a household pay less on new invoices',
    late_fee:
      'Late fee of an invoice, once: { "amount": 10, "grace_days": 7 } in MYR, or "percent" of what is overdue; default: none',
    invoice_day:
      'Day of the month, 1 to 31, on which mandatory monthly, termly and yearly fees are invoiced; default: none is',
    terms: 'Terms of a school year: [{ "term": 1, "from": "MM-DD", "to": "MM-DD" }, …]; default: two half-years',
  },
  logistics: {
    require_valid_documents:
      'Whether expired documents and inactive drivers or vehicles refuse assignments and schedules',
    prevent_double_booking: 'Whether overlapping delivery schedules of one driver or vehicle are refused',
    schedules_follow_shipments: 'Whether the newest open schedule of a shipment follows its status',
    tell_receivers: 'Whether receivers get letters about their shipments',
    position_retention_days: 'Days for which reported positions are kept; 0 keeps the last one alone',
    party_retention_days:
      'Days after which an ended shipment loses the data of its sender and receiver, and its files; default: none',
    fuel_consumption_per_100km: 'Litres that an unloaded vehicle takes for 100 km',
  },
  beauty: {
    prevent_double_booking: 'Whether overlapping lines of one member of staff are refused',
    respect_working_hours: 'Whether lines outside the working hours of their member of staff are refused',
    closed_on_public_holidays:
      "Whether appointments on public holidays of the salon's state are refused; none is in a year whose holidays are not known",
    avoid_prayer_times:
      "Whether lines that begin within a prayer time of the salon's state are refused; none is in a year whose holidays are not known",
    apply_membership_benefits:
      'Whether completing an appointment without an amount takes promotions and membership benefits off, the best of each line, and the sale of a package its membership_discount',
    opening_hours:
      'Opening hours of the salon: weekday → ["HH:MM-HH:MM"]; free times of members without working hours lie within them',
    deduct_products_used: 'Whether products named in services_rendered are taken from stock',
    default_tax_rate: 'Percent of SST for services and products that are created without a rate',
    reminder_hours_before: 'Hours before an appointment at which its client is reminded',
  },
} satisfies {
  retail: Record<keyof RetailConfiguration | 'enable_loyalty_program', string>;
  healthcare: Record<keyof HealthcareConfiguration, string>;
  education: Record<keyof EducationConfiguration, string>;
  logistics: Record<keyof LogisticsConfiguration, string>;
  beauty: Record<keyof BeautyConfiguration, string>;
};

/** The most values that a list has which counts; a longer one counts as not set. */
const MOST_VALUES = 100;

interface DocumentedSetting {
  key: string;
  meaning: string;
  shape: SettingShape;
}

/** The settings of a module in the order in which they are declared. @throws Error for a setting without a meaning */
function settingsOf(module: ModuleKey): DocumentedSetting[] {
  const texts: Readonly<Record<string, string>> = meanings[module];
  return Object.entries(declaredSettings(module) ?? {}).map(([key, { shape }]) => {
    const meaning = texts[key];
    if (meaning === undefined) throw new Error(`The setting ${module}.${key} has no meaning in the documents`);
    return { key, meaning, shape };
  });
}

const withDefault = ({ meaning, shape: { fallback } }: DocumentedSetting): string =>
  typeof fallback === 'boolean' || typeof fallback === 'number' ? `${meaning}; default ${fallback}` : meaning;

const exampleOf = ({ type, from = 1, fallback }: SettingShape): unknown =>
  type === 'boolean' ? true : type === 'number' ? (fallback ?? from) : (fallback ?? (type === 'object' ? {} : []));

/** As JSON Schema says it. Bounds of numbers are within the range that counts; other values count as not set. */
function schemaOf({ type, from, above, to, fallback }: SettingShape) {
  const common = fallback === null || typeof fallback === 'object' ? {} : { default: fallback };
  if (type === 'texts')
    return { type: 'array', items: { type: 'string', maxLength: MAX_TEXT }, maxItems: MOST_VALUES, ...common };
  if (type === 'array')
    return { type: 'array', items: { type: 'object', additionalProperties: true }, maxItems: MOST_VALUES, ...common };
  if (type === 'object') return { type: 'object', additionalProperties: true, ...common };
  if (type === 'boolean') return { type: 'boolean', ...common };
  const least = above === undefined ? { minimum: from } : { exclusiveMinimum: above };
  return { type: 'number', ...least, maximum: to, ...common };
}

/**
 * A class whose fields are the settings of a module, for documents: type, range, default and meaning of each. Values are not
 * validated by it, save those that the base class states.
 */
export function documentedSettings(module: ModuleKey, base: StatedKeys): StatedKeys {
  const name = `${module.charAt(0).toUpperCase()}${module.slice(1)}Settings`;
  const type = { [name]: class extends base {} }[name] as StatedKeys;
  field.record(`Settings of the module ${module}; further keys are kept as sent`)(type);
  for (const setting of settingsOf(module)) {
    documentedKey(
      withDefault(setting),
      exampleOf(setting.shape),
      schemaOf(setting.shape),
    )(type.prototype as object, setting.key);
  }
  return type;
}

/** The same as Markdown, for a document without an operation that takes them. */
export const settingsTable = (): string =>
  (Object.keys(meanings) as ModuleKey[])
    .map((module) =>
      [
        `**${module}**`,
        ...settingsOf(module).map(
          (setting) => `- \`${setting.key}\` (${typeText(setting.shape)}): ${withDefault(setting)}`,
        ),
      ].join('\n'),
    )
    .join('\n\n');

function typeText({ type, from, above, to }: SettingShape): string {
  if (type === 'texts') return 'list of texts';
  if (type !== 'number') return type;
  return above === undefined ? `number, ${from} to ${to}` : `number, above ${above} to ${to}`;
}
