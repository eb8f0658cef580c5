import { childrenOf, personalData, recordsOf, rowsOf, unidentified } from '@usaha/core';
import { Assignment } from '../assignment/assignment.entity.js';
import { CodRemittance } from '../cod/cod-entry.entities.js';
import { Driver } from '../driver/driver.entity.js';
import { driverEvents } from '../driver/driver.events.js';
import { FreightInvoice } from '../freight/freight-invoice.entity.js';
import { nouns } from '../messages.js';
import { ProofCorrection } from '../proof/proof-correction.entity.js';
import { Proof } from '../proof/proof.entity.js';
import { DeliverySchedule } from '../schedule/delivery-schedule.entity.js';
import { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentEvent } from '../tracking/shipment-event.entity.js';

/** Of a shipment and its schedules only the driver's name is about the driver. */
const ofOthers = {
  reason: 'it is about sender and receiver, and not about the driver',
  law: 'PDPA 2010, s.4: it is no personal data of the driver',
};

/** A driver, and what is recorded of one: every personal column is blanked when the driver's data are erased. */
export const driverData = personalData({
  entity: Driver,
  noun: nouns.driver,
  events: driverEvents,
  records: {
    assignments: rowsOf(Assignment, { noun: nouns.assignment, names: 'driver_id' }),
    shipments: recordsOf(Shipment, {
      noun: nouns.shipment,
      names: 'driver_id',
      filesKept: ofOthers,
      kept: {
        origin: ofOthers,
        destination: ofOthers,
        package_details: ofOthers,
        delivery_time_window: ofOthers,
        notes: ofOthers,
      },
      children: {
        freight_invoices: childrenOf(FreightInvoice, 'shipment_id', {
          kept: {
            seller: ofOthers,
            sender: ofOthers,
            receiver: ofOthers,
            lines: ofOthers,
            cancellation_reason: ofOthers,
          },
        }),
      },
    }),
    proofs: recordsOf(Proof, {
      noun: nouns.proof,
      names: 'driver_id',
      kept: {
        particulars: ofOthers,
        picture_ids: ofOthers,
        location: unidentified('it tells where the shipment was handed over, and without the name not who did it'),
        difference_reason: ofOthers,
      },
      children: { corrections: childrenOf(ProofCorrection, 'proof_id') },
    }),
    cod_remittances: recordsOf(CodRemittance, { noun: nouns.cod_remittance, names: 'driver_id' }),
    schedules: recordsOf(DeliverySchedule, {
      noun: nouns.delivery_schedule,
      names: 'driver_id',
      kept: {
        special_instructions: ofOthers,
        contact_preferences: ofOthers,
        priority: ofOthers,
        estimated_duration_minutes: ofOthers,
        warnings: unidentified('they tell whether documents were valid, and without the name not whose'),
      },
    }),
    shipment_events: rowsOf(ShipmentEvent, {
      noun: nouns.shipment_event,
      names: 'driver_id',
      kept: {
        location: unidentified('it tells where the shipment was, and without the name not who was with it'),
        changes: ofOthers,
      },
    }),
  },
  forgetsAnswersTo: (path) => /\/logistics\//.test(path),
});
