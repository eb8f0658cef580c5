import type { Delivery } from '@usaha/core';

/** The carrier of letters. */
interface Carrier<L> {
  send(letter: L): Promise<Delivery>;
}

/** A carrier of which every outcome is counted; none where there is none. */
export function counted<L>(carrier: Carrier<L> | null, count: (outcome: Delivery['kind']) => void): Carrier<L> | null {
  if (carrier === null) return null;
  return {
    async send(letter) {
      const delivery = await carrier.send(letter);
      count(delivery.kind);
      return delivery;
    },
  };
}
