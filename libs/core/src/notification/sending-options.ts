import type { Delivery, Mailer } from './mailer.js';
import type { Occasion } from './notification-source.js';
import type { OpenClaim } from './notification.repository.js';

/** A notification that was not accepted, and why. */
export interface Undelivered extends Occasion {
  tenant_id: string;
  /** Of the source. */
  kind: string;
  delivery: Exclude<Delivery['kind'], 'accepted'>;
  reason: string;
}

/** A notification that was refused, or whose delivery is unknown. */
export interface OpenNotification extends OpenClaim {
  /** Of the source. */
  kind: string;
  /** What `subject_id` names. */
  subject: string;
}

export interface SendingOptions {
  /** The operator's mail server; without one, those of businesses alone send letters. */
  mailer?: Mailer | null;
  /** Whether no message is queued, and no mail server of a business used: this copy was restored. */
  holdsMessages?: boolean;
  now: () => Date;
  /** How many letters are sent for one tenant on a day (UTC+8), of all sources together; what is left waits for the next. */
  mostPerDay?: number;
  /** Called with a tenant for whom no more letters are sent today, and how many of a source wait. */
  exhausted?: (tenant_id: string, waiting: number) => void;
  /** Whether no more than fifty a day are sent for a tenant of its first seven days. */
  limitsNew?: boolean;
  /** For how many milliseconds nothing but account letters is sent for a tenant that is new; 0 unless given. */
  leastAge?: number;
  /** Called with a tenant that is too new to have anything sent, and how many notifications of a source wait. */
  tooNew?: (tenant_id: string, waiting: number) => void;
  /** Called with a tenant of whose notifications some wait, since their recipients have had as many today as one is sent by all tenants. */
  full?: (tenant_id: string, waiting: number) => void;
  /** How many tenants' letters are sent at once; 8 unless given. */
  places?: number;
  /** Called with what went wrong on our side; what comes after it is sent all the same. */
  failed: (error: unknown) => void;
  /** Called with each letter that was not accepted. */
  undelivered?: (notification: Undelivered) => void;
  /**
   * Called for each source of each tenant with all of its notifications that still make sense and whose delivery is
   * unknown, and with none where there is none: they are not sent again.
   */
  unsure?: (tenant_id: string, notifications: OpenNotification[], kind: string) => void;
  /** Whether it should come to an end: what is left is found again the next time. */
  isStopping?: () => boolean;
  /** Whether a tenant is this instance's; all are unless told. */
  isMine?: (tenant_id: string) => boolean;
}
