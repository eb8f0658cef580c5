import { dailyClosingReportOf } from '@usaha/core';
import { salonTakings } from '../payment/salon-takings.js';

/** What a salon took and gave back on a day, by receiver and payment method. */
export const salonClosingReport = dailyClosingReportOf(salonTakings);
