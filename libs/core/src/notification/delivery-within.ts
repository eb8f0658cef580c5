import type { Delivery } from './mailer.js';

/** What became of a letter, as far as it is known by then. */
export async function deliveryWithin(milliseconds: number, sending: Promise<Delivery>): Promise<Delivery> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Delivery>((done) => {
    timer = setTimeout(() => done({ kind: 'unknown', reason: 'the mail server took too long' }), milliseconds);
  });
  return Promise.race([sending, late]).finally(() => clearTimeout(timer));
}
