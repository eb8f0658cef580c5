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
import { AppointmentLine } from '../appointment/appointment-line.entity.js';
import { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { Client } from '../client/client.entity.js';
import { clientEvents } from '../client/client.events.js';
import { PointsMovement } from '../client/points-movement.entity.js';
import { Membership } from '../membership/membership.entity.js';
import { nouns } from '../messages.js';
import { AppointmentPayment } from '../payment/appointment-payment.entity.js';
import { PackageSession } from '../sold-package/package-session.entity.js';
import { SoldPackage } from '../sold-package/sold-package.entity.js';
import { forgetsAnswersTo } from './forgotten-answers.js';

const ofRefunds = { lines: unidentified('names of services and their amounts') };

/** A client, and what a salon records of one: an erasure blanks the personal parts. */
export const clientData = personalData({
  entity: Client,
  noun: nouns.client,
  events: clientEvents,
  records: {
    points_movements: rowsOf(PointsMovement, { noun: nouns.points_movement, names: 'client_id' }),
    appointments: recordsOf(BeautyAppointment, {
      noun: nouns.beauty_appointment,
      names: 'client_id',
      kept: {
        products: unidentified('goods that were bought, and their prices'),
        payment_received: unidentified('it is what was paid, a flag or an amount'),
      },
      children: {
        lines: childrenOf(AppointmentLine, 'appointment_id', {
          kept: {
            staff_name: {
              reason: 'it is the name of another person, whose work it was',
              law: 'PDPA 2010, s.4: it identifies the member of staff, and goes when that data are erased',
            },
          },
        }),
        payments: childrenOf(AppointmentPayment, 'appointment_id', { kept: ofRefunds }),
      },
    }),
    messages: MESSAGES_OF_PERSON,
    einvoice_buyers: BUYERS_OF_PERSON,
    einvoices: EINVOICES_OF_PERSON,
    packages: recordsOf(SoldPackage, {
      noun: nouns.sold_package,
      names: 'client_id',
      keptWhole: accountsPeriod,
      kept: {
        sessions: unidentified('services and how often they were given, which the ledger counts'),
      },
      children: {
        sessions: childrenOf(PackageSession, 'sold_package_id'),
        payments: childrenOf(AppointmentPayment, 'sold_package_id', { kept: ofRefunds }),
      },
    }),
    memberships: recordsOf(Membership, {
      noun: nouns.membership,
      names: 'client_id',
      children: { payments: childrenOf(AppointmentPayment, 'membership_id', { kept: ofRefunds }) },
    }),
  },
  forgetsAnswersTo,
});
