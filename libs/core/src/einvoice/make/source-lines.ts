import type { TaxTypeCode } from '@usaha/shared/malaysia';
import { lineOf, type ContentLine } from '../document/index.js';
import type { EinvoiceSettings } from '../einvoice-settings.entity.js';
import type { SourceDocument, SourceLine } from '../source/index.js';

type LineSettings = Pick<EinvoiceSettings, 'classifications' | 'tax_types' | 'health_descriptions'>;

const OTHERS = '022';
const EDUCATION_FEES = '010';
const VOUCHERS = '044';
/** Longest description that MyInvois takes. */
const MOST_DESCRIPTION = 300;
/** What lines of a clinic say in place of what was treated, by their classification. */
const healthWords: Readonly<Record<string, string>> = {
  '020': 'Medical examination or vaccination',
  '041': 'Dental treatment',
};
const MEDICAL = 'Medical services';

/** The lines of a document of an industry as an e-invoice says them. @param is_registered whether the seller is for SST */
export function contentLines(
  { module, kind, lines, taxes_within }: SourceDocument,
  settings: LineSettings,
  is_registered: boolean,
): ContentLine[] {
  const type: TaxTypeCode = settings.tax_types[module] ?? (module === 'retail' ? '01' : '02');
  return lines.map((line) => {
    const classification = classificationOf(module, kind, line, settings);
    const { quantity, unit_price, net: subtotal, tax_rate, tax_amount } = line;
    const isGeneral = module === 'healthcare' && settings.health_descriptions === 'general';
    const description = isGeneral ? (healthWords[classification] ?? MEDICAL) : line.description;
    return lineOf(
      {
        ...{ description: description.slice(0, MOST_DESCRIPTION), classification, quantity, unit_price },
        ...{ subtotal, tax_rate, tax_amount },
      },
      { is_registered, type, is_within: taxes_within },
    );
  });
}

function classificationOf(
  module: SourceDocument['module'],
  kind: SourceDocument['kind'],
  { category }: SourceLine,
  { classifications }: LineSettings,
): string {
  const { by_category = {}, default: usual = null } = classifications[module] ?? {};
  const found = category !== null && Object.hasOwn(by_category, category) ? by_category[category] : undefined;
  if (found !== undefined) return found;
  if (usual !== null) return usual;
  if (kind === 'package') return VOUCHERS;
  return module === 'education' ? EDUCATION_FEES : OTHERS;
}
