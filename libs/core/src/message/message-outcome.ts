import type { MessageDelivery } from './message-carrier.js';
import type { Settled } from './message-queue.js';
import type { Message } from './message.entity.js';

const MINUTE_MS = 60_000;
/** After how many minutes a way that could not be used is tried again; then it is the next way's turn. */
export const PAUSES = [1, 5, 15, 60] as const;

/** How a claimed message goes on. The next way is tried after a certain failure alone: an unknown outcome ends the message. */
export function afterDelivery(
  { ways, attempts }: Pick<Message, 'ways' | 'attempts'>,
  delivery: MessageDelivery,
  now: Date,
): Settled {
  const { kind } = delivery;
  const code = kind === 'refused' ? (delivery.code ?? null) : null;
  const as = (given: Partial<Settled> & Pick<Settled, 'status'>): Settled => ({
    outcome: kind,
    code,
    carrier_id: kind === 'accepted' ? (delivery.carrier_id ?? null) : null,
    reason: null,
    ways,
    due_at: now,
    attempts,
    ...given,
  });
  if (kind === 'accepted') return as({ status: delivery.isDelivered ? 'delivered' : 'sent' });
  if (kind === 'unknown') return as({ status: 'unknown', reason: 'no_outcome' });
  const pause = kind === 'refused' ? undefined : PAUSES[attempts - 1];
  if (pause !== undefined) return as({ status: 'waiting', due_at: new Date(now.getTime() + pause * MINUTE_MS) });
  const left = ways.slice(1);
  return left.length > 0 ? as({ status: 'waiting', ways: left, attempts: 0 }) : as({ status: 'failed', reason: kind });
}
