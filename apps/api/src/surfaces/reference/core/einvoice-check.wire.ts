import type { CheckedTin, EinvoiceCheck, ToldTaxpayer } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';
import { sentence } from '../../../wire/sentence.js';
import { EinvoiceProblemView, idTypeChoices } from './einvoice-settings.wire.js';

@field.record('How a sign-in at MyInvois went')
export class EinvoiceCheckView {
  @field.flag('Whether MyInvois answered', true) reached!: boolean;
  @field.flag('Whether it took the credentials', true) signed_in!: boolean;
  @field.nestedList('Reasons why no e-invoice can be sent yet', EinvoiceProblemView) problems!: EinvoiceProblemView[];
}

export const einvoiceCheckView =
  (language: Language) =>
  ({ reached, signed_in, problems }: EinvoiceCheck): EinvoiceCheckView => ({
    reached,
    signed_in,
    problems: problems.map((problem) => ({ ...problem, message: sentence(problem.message.in(language)) })),
  });

/** POST /api/v1/einvoices/tin/validate/. */
export class TinCheckBody {
  @field.text('TIN, in any spelling', 'C2584563200', { max: 40 }) tin!: string;
  @field.choice('What id_value is; MyPR and MyKAS are NRIC', idTypeChoices) id_type!: ToldTaxpayer['id_type'];
  @field.text('Number of the identity card, passport, registration or army card', '202001234567', { max: 40 })
  id_value!: string;
}

@field.record('Whether MyInvois knows a TIN with a number of identity (A-517)')
export class TinCheckView {
  @field.text('TIN, as MyInvois spells it', 'C2584563200') tin!: string;
  @field.flag('Whether they belong together; null: no answer came', true, { nullable: true }) known!: boolean | null;
  @field.instant('When MyInvois was asked (UTC)') checked_at!: Date;
  @field.flag('Whether an earlier answer was repeated', false) cached!: boolean;
}

export const tinCheckView = plainView<CheckedTin, TinCheckView>(TinCheckView);
