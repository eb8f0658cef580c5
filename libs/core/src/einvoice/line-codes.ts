import { groupKey, invalid } from '@usaha/shared';
import { classifications as known, taxTypes, type TaxTypeCode } from '@usaha/shared/malaysia';
import { moduleKeys, type ModuleKey } from '../module/catalogue.js';
import { messages } from './einvoice.messages.js';

/** What lines of a module are of: by their category, and of all others. */
export interface ModuleClassifications {
  default: string | null;
  /** By the key of a category, type or service. */
  by_category: Readonly<Record<string, string>>;
}
export type Classifications = Readonly<Partial<Record<ModuleKey, ModuleClassifications>>>;
/** Which tax a module charges. */
export type TaxTypes = Readonly<Partial<Record<ModuleKey, TaxTypeCode>>>;

/** Categories of one module that may have a code. */
const MOST_CATEGORIES = 500;

type Told = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Told =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The codes of lines after a change: modules that it does not name stay, null removes one; of a module `default` and `by_category` are
 * replaced where they are named.
 * @throws invalid naming the field: `classifications.retail.default`
 */
export function mergedClassifications(before: Classifications, told: Told): Classifications {
  return merged(before, told, 'classifications', (field, value, was) => {
    if (!isObject(value)) throw invalid(field, messages.noClassification({ field }));
    // A key is any text: an answer does not repeat it.
    if (Object.keys(value).some((key) => key !== 'default' && key !== 'by_category'))
      throw invalid(field, messages.noClassification({ field }));
    const { default: usual = was?.default ?? null, by_category = was?.by_category ?? {} } = value;
    return {
      default: usual === null ? null : code(`${field}.default`, usual),
      by_category: codesOf(`${field}.by_category`, by_category ?? {}),
    };
  });
}

/** The same of taxes. @throws invalid naming the field: `tax_types.retail` */
export const mergedTaxTypes = (before: TaxTypes, told: Told): TaxTypes =>
  merged(before, told, 'tax_types', (field, value) => {
    if (typeof value !== 'string' || !Object.hasOwn(taxTypes, value))
      throw invalid(field, messages.noTaxType({ field }));
    return value as TaxTypeCode;
  });

function merged<V>(
  before: Readonly<Partial<Record<ModuleKey, V>>>,
  told: Told,
  name: string,
  read: (field: string, value: unknown, was: V | undefined) => V,
): Readonly<Partial<Record<ModuleKey, V>>> {
  const after = new Map(Object.entries(before) as [ModuleKey, V][]);
  for (const [key, value] of Object.entries(told)) {
    const module = moduleKeys.find((one) => one === key);
    if (!module) throw invalid(name, messages.noModule({ field: name }));
    const field = `${name}.${module}`;
    if (value === null) after.delete(module);
    else after.set(module, read(field, value, before[module]));
  }
  return Object.fromEntries(after);
}

function codesOf(field: string, value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) throw invalid(field, messages.noClassification({ field }));
  const entries = Object.entries(value);
  if (entries.length > MOST_CATEGORIES)
    throw invalid(field, messages.tooManyCategories({ field, most: MOST_CATEGORIES }));
  return Object.fromEntries(entries.map(([category, one]) => [groupKey(category), code(field, one)]));
}

function code(field: string, value: unknown): string {
  if (typeof value !== 'string' || !Object.hasOwn(known, value))
    throw invalid(field, messages.noClassification({ field }));
  return value;
}
