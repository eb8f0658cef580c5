import { CodSender, senderOf } from '@usaha/logistics';
import { born } from '../core/demo-records.js';
import type { DemoConsignment } from './demo-consignment.js';

/** The senders that cash was collected for, each once; what was collected is owed to them from then on. */
export function sendersOf(consignments: readonly DemoConsignment[], now: Date): CodSender[] {
  const senders = new Map<string, CodSender>();
  for (const { shipment, proofs } of consignments)
    for (const proof of proofs) {
      const named = senderOf(shipment.origin);
      const key = JSON.stringify([named.name.toLowerCase(), named.phone_digits]);
      const sender = senders.get(key) ?? Object.assign(born(new CodSender(), now), named);
      senders.set(key, sender);
      proof.owe(sender.id);
    }
  return [...senders.values()];
}
