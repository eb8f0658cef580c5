/** Public events (A-431 … A-436): how they are declared, announced, and told. */
export { eventType, oneOf, tell } from './declared-event.js';
export { eventTypeNamed, eventTypes, isPattern, patternsOf, type EventKey, type EventType } from './event-type.js';
export type { DomainEvent } from './outbox.js';
export { idOfPublicEvent, publicEvent, publicEventId, type PublicEvent } from './public-event.js';
export { previousStatus, recordEvents, worked, type RecordEvents } from './record-events.js';
