import { moduleKeys, type Consolidated, type ModuleKey } from '@usaha/core';
import type { Actor, Language } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { EinvoiceView, einvoiceView } from './einvoices.wire.js';

const moduleChoices = choices('ModuleKey', moduleKeys);

/** POST /api/v1/einvoices/consolidations/. */
export class ConsolidationBody {
  @field.text('Month (UTC+8), YYYY-MM; it has to be over, save in the simulator', '2026-10', { max: 7 }) month!: string;
  @field.choice('Industry; default: all', moduleChoices, { optional: true }) module?: ModuleKey | null;
}

@field.record('What a consolidation came to (A-524)')
export class ConsolidationView {
  @field.text('Month', '2026-10') month!: string;
  @field.flag('Whether nothing of the month is left', true) complete!: boolean;
  @field.nestedList('The documents that were made', EinvoiceView) documents!: EinvoiceView[];
}

export const consolidationView =
  (actor: Actor | null, language: Language) =>
  ({ month, complete, documents }: Consolidated): ConsolidationView => ({
    month,
    complete,
    documents: documents.map(einvoiceView(actor, language)),
  });
