/** Reports of the core. */
export {
  paymentRequestsReport,
  paymentRequestGroupings,
  type PaidPeriod,
  type PaymentRequestGrouping,
} from './payment-requests.report.js';
