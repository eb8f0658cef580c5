import {
  BUYERS_OF_PERSON,
  EINVOICES_OF_PERSON,
  MESSAGES_OF_PERSON,
  accountsPeriod,
  childrenOf,
  personalData,
  recordsOf,
  rowsOf,
  unidentified,
} from '@usaha/core';
import { PointsMovement } from '../loyalty/points-movement.entity.js';
import { nouns } from '../messages.js';
import { SaleLine } from '../sale/sale-line.entity.js';
import { SalePayment } from '../sale/sale-payment.entity.js';
import { SaleRefund } from '../sale/sale-refund.entity.js';
import { SaleReversal } from '../sale/sale-reversal.entity.js';
import { Sale } from '../sale/sale.entity.js';
import { Customer } from './customer.entity.js';
import { customerEvents } from './customer.events.js';

/** A customer, and what a shop records of one: an erasure blanks the personal parts. Sales stay whole for the accounts. */
export const customerData = personalData({
  entity: Customer,
  noun: nouns.customer,
  events: customerEvents,
  kept: {
    client_reference: {
      reason: 'a fingerprint has taken its place: a program that sends it again must not make the customer again',
      law: 'PDPA 2010, s.4: data that identify no person are not personal',
    },
  },
  records: {
    messages: MESSAGES_OF_PERSON,
    einvoice_buyers: BUYERS_OF_PERSON,
    einvoices: EINVOICES_OF_PERSON,
    points_movements: rowsOf(PointsMovement, { noun: nouns.points_movement, names: 'customer_id' }),
    sales: recordsOf(Sale, {
      noun: nouns.sale,
      names: 'customer_id',
      active: ['created_at'],
      keptWhole: accountsPeriod,
      children: {
        lines: childrenOf(SaleLine, 'sale_id'),
        payments: childrenOf(SalePayment, 'sale_id'),
        refunds: childrenOf(SaleRefund, 'sale_id', {
          kept: { items: unidentified('goods that came back, their amounts, and what was wrong with them') },
        }),
        reversals: childrenOf(SaleReversal, 'sale_id'),
      },
    }),
  },
  // Sales stay, so what was answered to them does too: a till that asks again must not sell again.
  forgetsAnswersTo: (path) => /\/retail\/customers(?:\/|$)/.test(path),
});
