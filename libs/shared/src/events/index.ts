/** Public events (A-431 … A-436): how they are declared, announced, and told. */
export { eventType, oneOf, tell, type DeclaredType, type EventFacts, type KeyText } from './declared-event.js';
export {
  eventKinds,
  eventTypeNamed,
  eventTypes,
  isPattern,
  matchesPattern,
  patternsOf,
  type EventKey,
  type EventKind,
  type EventType,
} from './event-type.js';
export type { DomainEvent, EventHandler, EventInterestSource } from './outbox.js';
export { commonKeys, idOfPublicEvent, publicEvent, publicEventId, type PublicEvent } from './public-event.js';
export { RecordEvents, previousStatus, recordEvents, worked, type DeclaredRecord } from './record-events.js';
