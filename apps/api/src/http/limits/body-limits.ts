import { invalid, type DomainError } from '@usaha/shared';
import { messages } from '../messages.js';

/** Keys and elements over all depths: more than any record has, and few enough for every check that follows. */
export const MAX_VALUES = 10_000;
/** Deeper than any record; what is deeper still is meant to hurt. */
export const MAX_LEVELS = 32;
/** Elements of one list. */
export const MAX_ITEMS = 1_000;
/** Of a field's name in an answer: names are the client's, and can be as long as the body. */
const LONGEST_NAME = 200;

const tooManyValues = (): DomainError => invalid('body', messages.bodyTooMuch({ most: MAX_VALUES }));
const tooDeep = (): DomainError => invalid('body', messages.bodyTooDeep({ most: MAX_LEVELS }));
const tooLong = (name: string): DomainError => invalid(name, messages.listTooLong({ field: name, most: MAX_ITEMS }));

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPENS_OBJECT, OPENS_LIST, CLOSES_OBJECT, CLOSES_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * The same for JSON in UTF-8 before it is parsed, as far as its punctuation alone shows: what holds far too
 * much is not even parsed. @returns the refusal; null where it may be little enough, or no JSON
 */
export function refusalOf(json: Uint8Array): DomainError | null {
  let depth = 0;
  let [commas, colons] = [0, 0];
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i];
    if (byte === QUOTE) {
      for (i += 1; i < json.length && json[i] !== QUOTE; i += 1) if (json[i] === BACKSLASH) i += 1;
    } else if (byte === COMMA) commas += 1;
    else if (byte === COLON) colons += 1;
    else if (byte === OPENS_OBJECT || byte === OPENS_LIST) depth += 1;
    else if (byte === CLOSES_OBJECT || byte === CLOSES_LIST) depth -= 1;
    if (depth > MAX_LEVELS) return tooDeep();
    // A value stands before every comma, and one more after the last.
    if (commas >= MAX_VALUES || colons > MAX_VALUES) return tooManyValues();
  }
  return null;
}

/** Where in a body a list or object is. A name is only put together for the one refusal that needs it. */
interface Place {
  value: object;
  key: string;
  within?: Place;
}

function nameOf(place: Place | undefined): string {
  const keys: string[] = [];
  for (let at = place; at?.within; at = at.within) keys.unshift(at.key.slice(0, LONGEST_NAME));
  return keys.join('.').replaceAll('\0', '').slice(0, LONGEST_NAME) || 'body';
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Counts what a body holds, before anything else looks into it: what is refused here has cost no more than its
 * reading. @throws invalid, naming what is too much
 */
export function refuseTooMuch(body: object): void {
  let level: Place[] = [{ value: body, key: '' }];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) throw tooDeep();
    const next: Place[] = [];
    for (const place of level) {
      if (Array.isArray(place.value) && place.value.length > MAX_ITEMS) throw tooLong(nameOf(place));
      const keys = Object.keys(place.value);
      values += keys.length;
      if (values > MAX_VALUES) throw tooManyValues();
      for (const key of keys) {
        const value = (place.value as Record<string, unknown>)[key];
        if (isContainer(value)) next.push({ value, key, within: place });
      }
    }
    level = next;
  }
}

/** PostgreSQL holds neither NUL characters nor halves of surrogate pairs. @throws invalid, naming the field */
export function refuseUnstorable(body: object): void {
  const places: Place[] = [{ value: body, key: '' }];
  for (const place of places) {
    for (const key of Object.keys(place.value)) {
      const value = (place.value as Record<string, unknown>)[key];
      if (isUnstorable(key) || (typeof value === 'string' && isUnstorable(value))) {
        const name = nameOf({ value: body, key, within: place });
        throw invalid(name, messages.unstorable({ field: name }));
      }
      if (isContainer(value)) places.push({ value, key, within: place });
    }
  }
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !isWellFormed(text);

const isWellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
