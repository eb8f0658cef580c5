import { dailyClosingReportOf } from '@usaha/core';
import { clinicTakings } from '../billing/clinic-takings.js';

/** What a clinic took and gave back on a day, by receiver and payment method. */
export const clinicClosingReport = dailyClosingReportOf(clinicTakings);
