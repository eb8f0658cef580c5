import type { Letter } from './letter.js';

/**
 * What became of a letter: the server took it; it will never take this one (`refused`) or may later (`postponed`); the
 * server itself cannot be used now (`unreachable`); it is not known whether it was taken (`unknown`). A reason is for logs.
 */
export type Delivery =
  | { kind: 'accepted' }
  | {
      kind: 'refused';
      reason: string;
      /** The server's code for it (`550 5.1.1`): all of the reason that is kept, since its words may tell of the recipient. */
      code?: string;
    }
  | { kind: 'postponed' | 'unreachable' | 'unknown'; reason: string };

/** Sends letters. A library does not know how; the composition of the service provides one. */
export abstract class Mailer {
  /** Says what became of the letter, and never throws for it. */
  abstract send(letter: Letter): Promise<Delivery>;
}
