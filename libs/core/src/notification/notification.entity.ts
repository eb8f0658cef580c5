import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/**
 * The final outcome of a notification; null while it is being sent, or where the outcome is unknown. The queue of messages accepts it,
 * too: the outcome of its message stands there.
 */
export const notificationOutcomes = ['accepted', 'refused'] as const;
export type NotificationOutcome = (typeof notificationOutcomes)[number];

/**
 * The claim of one notification: the instance that wrote it sends the letter, and no other ever does. There is one for each
 * occasion of a subject. It holds nothing about a person: ids, moments and codes, so that an erasure need not look here.
 */
@Entity({ schema: 'core', name: 'notifications' })
export class Notification {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  /** Of which source: `healthcare.appointment_reminder`. */
  @columns.text() kind!: string;
  /** Id of the record that it is about. */
  @columns.uuid() subject_id!: string;
  /** What about the record it tells; another occasion is another notification. */
  @columns.text() occasion!: string;
  /** After this it makes no sense any more. */
  @columns.instant() expires_at!: Date;
  @columns.instant() claimed_at!: Date;
  @columns.choice(notificationOutcomes, { nullable: true }) outcome: NotificationOutcome | null = null;
  /** Whether a message tells it, which has the id of the claim. */
  @columns.flag({ default: false }) is_message = false;
  /** The mail server's code of a refusal. */
  @columns.text({ nullable: true }) refusal_code: string | null = null;
}
