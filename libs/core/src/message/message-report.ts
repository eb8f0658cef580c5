import type { Message, MessageStatus } from './message.entity.js';

/** What a carrier tells of a message after it took it. */
export interface MessageReport {
  /** Our id of the message, or the carrier's. */
  id: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** By the carrier's clock; null where it does not say so. */
  at: Date | null;
  /** The carrier's code of a failure. */
  code: string | null;
}

/** What a report changes. */
export interface Reported {
  status: MessageStatus;
  reason: string | null;
  /** The next way follows a certain failure. */
  ways: Message['ways'];
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
}

const ORDER = ['sent', 'delivered', 'read'] as const;
/** What a message may be when its carrier reports: under way still, sent, or of unknown outcome. */
const rankOf = (status: MessageStatus): number => ORDER.findIndex((one) => one === status);

/**
 * How a message goes on after a report; null: it stays as it is. It goes forward only: late, repeated and reordered reports change
 * nothing, and one fails only where it has not arrived.
 */
export function afterReport(
  message: Pick<Message, 'status' | 'claimed_at' | 'ways' | 'sent_at' | 'delivered_at' | 'read_at'>,
  report: MessageReport,
  now: Date,
): Reported | null {
  const { status, ways, sent_at, delivered_at, read_at } = message;
  const isOpen = status === 'unknown' || status === 'sent' || (status === 'waiting' && message.claimed_at !== null);
  const at = report.at ?? now;
  if (report.status === 'failed') {
    if (!isOpen) return null;
    const left = ways.slice(1);
    const isNext = left.length > 0;
    return {
      status: isNext ? 'waiting' : 'failed',
      reason: isNext ? null : 'refused',
      ways: isNext ? left : ways,
      sent_at: null,
      delivered_at: null,
      read_at: null,
    };
  }
  const rank = ORDER.indexOf(report.status);
  if (!isOpen && rankOf(status) === -1) return null;
  if (rank <= rankOf(status)) return null;
  return {
    status: report.status,
    reason: null,
    ways,
    sent_at: sent_at ?? at,
    delivered_at: rank >= 1 ? (delivered_at ?? at) : null,
    read_at: rank >= 2 ? (read_at ?? at) : null,
  };
}
