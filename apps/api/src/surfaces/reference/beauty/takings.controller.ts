import { salonClosingReport, salonTakings } from '@usaha/beauty';
import { takingsController } from '../takings.controller.js';

export const ReferenceBeautyTakingsController = takingsController({
  takings: salonTakings,
  business: 'a salon',
  payments:
    'Amounts received and given back for visits, packages and memberships, and tips, newest first. Days are those of the payment (A-354).',
  closing: {
    report: salonClosingReport,
    content:
      'What each user received and gave back on a day (UTC+8), by payment method: deposits, package sales, membership fees and tips apart, refunds, the rounding of cash to five sen, and net cash.',
  },
});
