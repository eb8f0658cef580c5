import { schoolClosingReport, schoolTakings } from '@usaha/education';
import { takingsController } from '../takings.controller.js';

/** A school's payments are records with a list apart. */
export const ReferenceEducationTakingsController = takingsController({
  takings: schoolTakings,
  business: 'a school',
  closing: {
    report: schoolClosingReport,
    content:
      'What each user received and gave back on a day (UTC+8), by payment method: voids and refunds of withdrawals, and net cash. Payments count on the day on which they are recorded.',
  },
});
