import { malaysianDay } from '@usaha/shared';
import { limitRules, obligationOf } from '../einvoice-rules.js';
import type { EinvoiceSettings } from '../einvoice-settings.entity.js';
import type { SourceDocument } from '../source/index.js';

type IndividualSettings = Pick<EinvoiceSettings, 'individual' | 'start_date' | 'turnover_group'>;

/**
 * What becomes of a document when it is made. `left`: it is none that e-invoices are made of; `pooled`: nothing is stored until
 * consolidation; `individual`: an e-invoice is made of it now, which is blocked where its buyer is not known.
 */
export type Placing = 'left' | 'pooled' | 'individual';

/** @param hasBuyer whether its subject has a buyer */
export function placingOf(
  { changes, total, is_cancelled, dated_at }: SourceDocument,
  { individual, start_date, turnover_group }: IndividualSettings,
  hasBuyer: boolean,
): Placing {
  const day = malaysianDay(dated_at);
  if (changes !== null || total === 0 || is_cancelled) return 'left';
  if (start_date !== null && day < start_date) return 'left';
  const isAsked = hasBuyer && individual === 'known_buyer';
  const isOver = total > individualOver(day) && !obligationOf(turnover_group, day).in_relaxation;
  return isAsked || isOver ? 'individual' : 'pooled';
}

/** The total above which a document may not be consolidated on a day; Infinity before there was such a rule. */
function individualOver(day: string): number {
  const rules = limitRules.filter(({ rule, from }) => rule === 'individual_over' && from <= day);
  return rules.at(-1)?.value ?? Infinity;
}
