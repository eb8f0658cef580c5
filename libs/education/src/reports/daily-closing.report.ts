import { dailyClosingReportOf } from '@usaha/core';
import { schoolTakings } from '../payment/school-takings.js';

/** What a school took and gave back on a day, by receiver and payment method. */
export const schoolClosingReport = dailyClosingReportOf(schoolTakings);
