import type { ReminderLetter } from './reminder-letter.js';

/**
 * What became of a letter: the server took it; it will never take this one (`refused`) or may later (`postponed`); the
 * server itself cannot be used now (`unreachable`); nobody knows whether it was taken (`unknown`).
 */
export type Delivery =
  { kind: 'accepted' } | { kind: 'refused' | 'postponed' | 'unreachable' | 'unknown'; reason: string };

/** Who carries letters. A library does not know how; whoever composes the service gives it one. */
export abstract class ReminderPost {
  /** Says what became of the letter, and never throws for it. */
  abstract send(letter: ReminderLetter): Promise<Delivery>;
}
