import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';
import { ownScale } from './grade/own-scale.js';
import { assessmentWeights } from './grade/weights.js';
import { invoiceDay } from './invoice/invoice-day.js';
import { lateFee } from './invoice/late-fee.js';
import { notifiedOf } from './guardian/notified-of.js';
import { ownTerms } from './report-card/terms.js';

/** What a tenant sets in `configuration.education` of the module. Unless it does, nothing is forbidden. */
export const educationConfiguration = configurationOf('education', {
  /** Whether a teacher, room or student in two classes at one time is refused. */
  prevent_timetable_clashes: setting.flag(false),
  /** What guardians who consent are written about: absence, overdue invoices, both or nothing. */
  notify_guardians: notifiedOf,
  /** Letters of grades in the place of those of the national scales. */
  grade_scale: ownScale,
  /** How much assessments count, by their type. */
  assessment_weights: assessmentWeights,
  /** Percent that the second and later students of a household pay less. */
  sibling_discount_percent: setting.number({ fallback: 0, from: 0, to: 100 }),
  /** What an invoice that is not paid in time costs in addition. */
  late_fee: lateFee,
  /** Day of the month on which mandatory fees that are charged regularly are invoiced. */
  invoice_day: invoiceDay,
  /** When the terms of a school year begin and end. */
  terms: ownTerms,
});

export type EducationConfiguration = ConfigurationOf<typeof educationConfiguration>;

/** The tenant's settings of education. */
@Injectable()
export class EducationConfigurations extends Configurations<EducationConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, educationConfiguration);
  }
}
