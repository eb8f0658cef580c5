import { isCalendarDate } from './day.js';

const FORM =
  /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;

/** The first and the last instant whose day in Malaysia is written with four digits. */
const FIRST = Date.parse('0001-01-01T00:00:00+08:00');
const LAST = Date.parse('9999-12-31T23:59:59.999+08:00');

/** An instant as a client sent it (ISO 8601, any offset; without one in UTC+8), or null where it is none. */
export function readInstant(text: string): Date | null {
  const [, day = '', time, seconds = ':00', fraction = '', offset = '+08:00'] = FORM.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  const zone = offset.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const instant = Date.parse(`${day}T${time}${seconds}${fraction.slice(0, 4)}${zone}`);
  return instant >= FIRST && instant <= LAST ? new Date(instant) : null;
}
