import {
  RULES_AS_OF,
  groupRules,
  limitNames,
  limitRules,
  turnoverGroups,
  type GroupRule,
  type LimitRule,
} from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';

export const turnoverGroupChoices = choices('TurnoverGroup', turnoverGroups);
const limitChoices = choices('EinvoiceLimit', limitNames);

@field.record('When businesses of a turnover have to issue e-invoices')
class GroupRuleView implements GroupRule {
  @field.choice(
    'Turnover of the financial year 2022, or when the business began: over RM 100 million, over 25, over 5, 1 to 5, begun since 2023, below 1',
    turnoverGroupChoices,
  )
  turnover_group!: GroupRule['turnover_group'];
  @field.day('First day on which it has to; null: it is exempt', '2026-01-01', { nullable: true })
  mandatory_from!: string | null;
  @field.day('Last day on which all sales may be consolidated; null: there is none', '2027-12-31', { nullable: true })
  relaxation_until!: string | null;
  @field.text('Where it is written', 'Specific Guideline 4.8, table 16.1') source!: string;
}

@field.record('A limit of e-invoices')
class LimitRuleView implements LimitRule {
  @field.choice(
    'individual_over: a single sale of more than so much has a document with its buyer; cancel_hours: a document may be cancelled for so long after its validation; consolidate_days: days after the end of a month in which it is consolidated',
    limitChoices,
  )
  rule!: LimitRule['rule'];
  @field.number('Ringgit, hours or days', 10_000) value!: number;
  @field.day('First day on which it holds', '2026-01-01') from!: string;
  @field.text('Where it is written', 'Specific Guideline 4.8, table 3.6, row 7') source!: string;
}

@field.record('The dated rules of e-invoices (A-511)')
export class EinvoiceRulesView {
  @field.day('Day on which the tables were last compared with their sources', '2026-11-23') as_of!: string;
  @field.nestedList('Businesses by their turnover', GroupRuleView) groups!: GroupRuleView[];
  @field.nestedList('Limits', LimitRuleView) rules!: LimitRuleView[];
}

export const einvoiceRulesView = (): EinvoiceRulesView => ({
  as_of: RULES_AS_OF,
  groups: [...groupRules],
  rules: [...limitRules],
});
