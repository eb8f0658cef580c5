import type { Context } from '@usaha/shared';
import { eventType, tell } from '@usaha/shared/events';
import type { Proof } from './proof.entity.js';

const proofCreated = eventType('logistics.proof.created', {
  said: { en: 'The delivery of a shipment was proven.', ms: 'Serahan satu penghantaran telah dibuktikan.' },
  path: '/api/v1/logistics/shipments/{shipment_id}/',
  contract_path: null,
  data: { shipment_id: 'id', expected_amount: 'money?', collected_amount: 'money?' },
  versioned: false,
});

/** Tells that a shipment was handed over, and what was collected for its sender. */
export const tellProof = (ctx: Context, { id, shipment_id, expected_amount, collected_amount }: Proof): void =>
  tell(ctx, proofCreated, { id, shipment_id, expected_amount, collected_amount });
