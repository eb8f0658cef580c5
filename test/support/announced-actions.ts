/**
 * What each action of the audit trail announces, by `<record_type>: <action>`. Where it depends on the change, all types that it
 * may be. An action of a trail that is missing here fails test/lists/announced.test.ts.
 */

const appointment = (context: string): string[] =>
  ['updated', 'confirmed', 'started', 'completed', 'cancelled', 'missed', 'reopened'].map(
    (verb) => `${context}.appointment.${verb}`,
  );
const verbs = (noun: string, ...all: string[]): string[] => all.map((verb) => `${noun}.${verb}`);
const personErased = (record: string, noun: string): Record<string, string[]> => ({
  [`${record}: erase`]: [`${noun}.erased`],
  [`${record}: erasure_reason`]: [`${noun}.erased`],
});
/** Records that are created, changed and perhaps deleted and restored, and nothing else. */
const usual = (record: string, noun: string, actions: readonly string[] = ['create', 'update', 'delete', 'restore']) =>
  Object.fromEntries(actions.map((action) => [`${record}: ${action}`, [`${noun}.${action}d`]]));
const CREATE_UPDATE = ['create', 'update'];

export const announced: Readonly<Record<string, readonly string[]>> = {
  'tenant: update': ['core.tenant.updated'],
  ...usual('user', 'core.user'),
  'user: erase': ['core.user.erased'],
  'user: create': verbs('core.user', 'created', 'activated'),
  'user: update': verbs('core.user', 'updated', 'activated', 'deactivated'),
  ...usual('subscription', 'core.subscription', ['create', 'update']),
  'subscription: cancel': ['core.subscription.cancelled'],
  'subscription: expire': ['core.subscription.expired'],
  'subscription: pay': ['core.payment.completed'],
  'subscription: take_back': ['core.payment.refunded'],
  'module: enable': ['core.module.enabled'],
  'module: disable': ['core.module.disabled'],
  ...usual('payment method', 'core.payment_method', ['create', 'delete']),
  'payment: create': ['core.payment.completed', 'core.payment.failed'],
  'payment: complete': ['core.payment.completed'],
  'payment: fail': ['core.payment.failed'],
  'payment: release': ['core.payment.refund_failed'],
  'payment: reserve': verbs('core.payment', 'refunded', 'refund_failed'),
  'payment: refund': ['core.payment.refunded'],
  'payment: refund_failed': ['core.payment.refund_failed'],
  'refund: create': verbs('core.payment', 'refunded', 'refund_failed'),
  'refund: complete': ['core.payment.refunded'],
  'refund: fail': ['core.payment.refund_failed'],

  'import: cancel': ['core.import.finished'],
  'file: create': ['core.file.ready'],
  'file: scan': verbs('core.file', 'ready', 'rejected'),
  'file: delete': ['core.file.deleted'],

  ...usual('product', 'retail.product'),
  ...usual('customer', 'retail.customer'),
  ...personErased('customer', 'retail.customer'),
  'customer: change_points': ['retail.points.changed'],
  'sale: create': verbs('retail.sale', 'created', 'completed'),
  'sale: set_status': verbs('retail.sale', 'completed', 'cancelled', 'refunded', 'reopened'),
  'sale: pay': ['retail.sale.completed'],
  'sale: refund': ['retail.refund.created', 'retail.sale.refunded'],
  'sale: void': ['retail.sale.cancelled'],

  ...usual('patient', 'healthcare.patient'),
  ...personErased('patient', 'healthcare.patient'),
  'patient: merge': ['healthcare.patient.deleted'],
  'appointment: create': ['healthcare.appointment.created'],
  'appointment: update': appointment('healthcare'),
  'appointment: check_in': ['healthcare.appointment.checked_in'],
  'appointment: start': ['healthcare.appointment.started'],
  'appointment: complete': ['healthcare.appointment.completed'],
  'appointment: cancel': ['healthcare.appointment.cancelled'],
  ...usual('medical record', 'healthcare.medical_record', CREATE_UPDATE),
  ...usual('prescription', 'healthcare.prescription', CREATE_UPDATE),
  'prescription: refill': ['healthcare.prescription.refilled'],
  'vaccination: create': ['healthcare.vaccination.created'],
  'bill: create': verbs('healthcare.bill', 'created', 'paid'),
  'bill: pay': ['healthcare.bill_payment.created', 'healthcare.bill.paid'],

  ...usual('student', 'education.student'),
  ...personErased('student', 'education.student'),
  ...usual('class', 'education.class'),
  ...usual('enrollment', 'education.enrollment', CREATE_UPDATE),
  'enrollment: end': ['education.enrollment.updated'],
  'enrollment: withdraw': ['education.enrollment.withdrawn'],
  ...usual('attendance', 'education.attendance', CREATE_UPDATE),
  ...usual('grade', 'education.grade', CREATE_UPDATE),
  ...usual('fee', 'education.fee'),
  'invoice: create': verbs('education.invoice', 'created', 'paid'),
  'invoice: late_fee': ['education.invoice.created'],
  'education payment: create': ['education.payment.created'],
  'education payment: void': ['education.payment.voided'],

  ...usual('client', 'beauty.client'),
  ...personErased('client', 'beauty.client'),
  ...usual('staff member', 'beauty.staff'),
  ...personErased('staff member', 'beauty.staff'),
  ...usual('beauty service', 'beauty.service'),
  ...usual('beauty product', 'beauty.product'),
  ...usual('package', 'beauty.package', CREATE_UPDATE),
  ...usual('membership', 'beauty.membership', CREATE_UPDATE),
  'sold package: sell': ['beauty.client_package.created'],
  'sold package: redeem': ['beauty.client_package.redeemed'],
  'beauty appointment: create': ['beauty.appointment.created'],
  'beauty appointment: update': appointment('beauty'),
  'beauty appointment: check_in': ['beauty.appointment.checked_in'],
  'beauty appointment: start': ['beauty.appointment.started'],
  'beauty appointment: complete': ['beauty.appointment.completed'],
  'beauty appointment: cancel': ['beauty.appointment.cancelled'],
  'beauty appointment: redeem': ['beauty.client_package.redeemed'],
  'beauty appointment: pay': ['beauty.payment.created'],
  'beauty appointment: tip': ['beauty.payment.created'],
  'beauty appointment: refund': ['beauty.payment.created'],

  ...usual('driver', 'logistics.driver'),
  ...personErased('driver', 'logistics.driver'),
  ...usual('vehicle', 'logistics.vehicle'),
  'vehicle: update': verbs('logistics.vehicle', 'updated', 'assigned'),
  ...usual('route', 'logistics.route', CREATE_UPDATE),
  ...usual('delivery schedule', 'logistics.schedule', CREATE_UPDATE),
  'delivery schedule: follow_shipment': ['logistics.schedule.updated'],
  ...usual('shipment', 'logistics.shipment', CREATE_UPDATE),
  'shipment: update': verbs('logistics.shipment', 'updated', 'status_changed', 'delivered'),
  'shipment: update_status': verbs('logistics.shipment', 'status_changed', 'delivered'),
  'proof: create': ['logistics.proof.created'],
  'freight invoice: issue': ['logistics.freight_invoice.created'],
};

const ACCOUNTS = 'sign-in and its means are not announced (A-432)';
const CORRECTION = 'corrections of documents have no types (A-432)';
const CASH = 'cash on delivery and counts of tills have no types (A-432)';
const LETTER = 'the letter itself is what happened, and is to a person';
const WEBHOOKS = 'webhooks and the feed are not announced (A-432)';

/** Why an action announces nothing: of one kind of record, or `*` for all of a kind or of an action. */
export const silent: Readonly<Record<string, string>> = {
  '*: read': 'readings change nothing',
  '*: export': 'exports change nothing (A-432)',
  '*: remind': LETTER,
  '*: notify_subscription': LETTER,
  '*: notify_absence': LETTER,
  '*: notify_overdue': LETTER,
  '*: notify_alerts': LETTER,
  '*: notify_receiver': LETTER,
  '*: notify_stock_alerts': LETTER,
  'account policy: *': ACCOUNTS,
  'file: attach': 'the event of the record that names it tells of the write',
  'file: link': 'a link changes no file',
  'file: renew_links': 'a link changes no file',
  'file: update': 'a file is told when it is ready and when it is deleted (A-432)',
  'file: move': 'its content is the same in another store',
  'file: import': 'the import tells how it finished',
  'import: create': 'an import tells how it finished',
  'import: run': 'an import tells how it finished',
  'api key: *': ACCOUNTS,
  'mfa factor: *': ACCOUNTS,
  'user: change_password': ACCOUNTS,
  'user: reset_password': ACCOUNTS,
  'user: enable_mfa': ACCOUNTS,
  'user: disable_mfa': ACCOUNTS,
  'user: reset_mfa': ACCOUNTS,
  'user: end_sessions': ACCOUNTS,
  'user: invite': ACCOUNTS,
  'user: ask_email': ACCOUNTS,
  'user: confirm_email': ACCOUNTS,
  'user: take_tenant': 'the account had no tenant before, and the tenant has no listener yet',
  'tenant: create': 'the tenant has no listener yet (A-432)',
  'tenant: delete': 'the tenant has no listener any more (A-432)',
  'tenant: purge': 'the tenant has no listener any more (A-432)',
  'tenant: follow_plan': 'core.subscription tells of the plan',
  'subscription: charge': 'the outcome of the charge is a payment, which is announced',
  'subscription: refuse_charge': 'the failed payment is announced',
  'subscription: stop_renewing': 'what the subscription is changes with its end alone, which is announced',
  'daily closing: *': CASH,
  'cod payout: *': CASH,
  'cod remittance: *': CASH,
  'cod sender: *': CASH,
  'webhook: *': WEBHOOKS,
  'event_feed: *': WEBHOOKS,
  'vaccination: void': CORRECTION,
  'bill: credit': CORRECTION,
  'bill: cancel': CORRECTION,
  'bill: refund': CORRECTION,
  'bill: void_payment': CORRECTION,
  'prescription: allergy_warning': 'a note on the trail about the prescription, which is announced',
  'class: seat': 'the enrollment that takes or leaves the seat is announced',
  'student: household': 'the household of a student is personal',
  'household: *': 'households have no types (A-432)',
  'invoice: credit': CORRECTION,
  'invoice: cancel': CORRECTION,
  'membership: pay': 'payments of fees have no types (A-432)',
  'sold package: void': CORRECTION,
  'sold package: refund': CORRECTION,
  'freight invoice: credit': CORRECTION,
  'freight invoice: cancel': CORRECTION,
  'proof: correct': CORRECTION,
  'shipment: renew_tracking_link': 'tracking links are not announced (A-432)',
  ...Object.fromEntries(
    ['bill', 'invoice', 'education payment', 'sold package', 'membership', 'beauty appointment'].map((record) => [
      `${record}: erase`,
      'the erasure of the person is announced',
    ]),
  ),
  'shipment: erase': 'senders and receivers have no types: their texts alone are gone',
};

/** Why an action announces nothing; undefined where it announces, or is unknown. */
export function reasonOf(record_type: string, action: string): string | undefined {
  return silent[`${record_type}: ${action}`] ?? silent[`${record_type}: *`] ?? silent[`*: ${action}`];
}
