import { invalid } from '@usaha/shared';
import { eventTypes, isPattern } from '@usaha/shared/events';
import { messages } from './webhook.messages.js';

/** Characters of a pattern that a refusal quotes. */
const MOST_QUOTED = 64;

/**
 * Patterns of event types as an endpoint keeps them, each once: names, `*`, `<context>.*`, `<context>.<noun>.*`.
 * @param field that a refusal names @throws invalid for a pattern that no event type matches
 */
export function eventPatternsOf(patterns: readonly string[], field = 'event_types'): string[] {
  const wrong = patterns.find((pattern) => !isPattern(pattern));
  if (wrong !== undefined) throw invalid(field, messages.notPattern({ field, text: wrong.slice(0, MOST_QUOTED) }));
  return [...new Set(patterns)];
}

/** The names of the event types that one of the patterns of each list matches. */
export const typesMatching = (...lists: readonly (readonly string[])[]): string[] =>
  eventTypes()
    .filter(({ patterns }) => lists.every((list) => patterns.some((pattern) => list.includes(pattern))))
    .map(({ type }) => type);
