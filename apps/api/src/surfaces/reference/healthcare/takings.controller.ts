import { clinicClosingReport, clinicTakings } from '@usaha/healthcare';
import { takingsController } from '../takings.controller.js';

export const ReferenceHealthcareTakingsController = takingsController({
  takings: clinicTakings,
  business: 'a clinic',
  payments:
    'Payments of bills, voids and refunds, newest first. A void is listed with the user who had received the payment. Days are those of the entry (A-354).',
  closing: {
    report: clinicClosingReport,
    content:
      'What each user received and gave back on a day (UTC+8), by payment method: refunds and voids, the rounding of cash to five sen, and net cash.',
  },
});
