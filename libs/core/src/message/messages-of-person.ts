import { nouns } from '../messages.js';
import { childrenOf, recordsOf, unidentified, type PersonalRecords } from '../privacy/personal-data.js';
import { Message } from './message.entity.js';
import { MessageTry } from './message-try.entity.js';

/** Messages to a person: an erasure blanks the addresses, and drops what waits. */
export const MESSAGES_OF_PERSON: PersonalRecords = recordsOf(Message, {
  noun: nouns.message,
  names: 'person_id',
  active: [],
  kept: { ways: unidentified('ways by which it was to be sent') },
  becomes: {
    status: "case when r.status = 'waiting' then 'dropped' else r.status end",
    reason: "case when r.status = 'waiting' then 'erased' else r.reason end",
    ended_at: 'coalesce(r.ended_at, r.updated_at)',
  },
  children: { tries: childrenOf(MessageTry, 'message_id') },
});
