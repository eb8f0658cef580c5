import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import { ways, type Way } from './template.js';

/** What became of one attempt to send a message. */
export const tryOutcomes = ['accepted', 'refused', 'postponed', 'unreachable', 'unknown'] as const;
export type TryOutcome = (typeof tryOutcomes)[number];

/** One attempt to send a message by one way. It is written before the message is sent. */
@Entity({ schema: 'core', name: 'message_tries' })
export class MessageTry {
  @columns.primary() tenant_id!: string;
  @columns.primary() message_id!: string;
  /** From 1. */
  @columns.primary('count') number!: number;
  @columns.choice(ways) way!: Way;
  @columns.instant() at!: Date;
  /** null while it is under way. */
  @columns.choice(tryOutcomes, { nullable: true }) outcome: TryOutcome | null = null;
  /** The carrier's code for it. */
  @columns.text({ nullable: true }) code: string | null = null;
  /** The carrier's id of the message, by which it reports; null where it told none. */
  @columns.code({ nullable: true }) carrier_id: string | null = null;
}
