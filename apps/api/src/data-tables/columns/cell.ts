import type { FieldError, Message } from '@usaha/shared';
import type { Column } from './column.js';
import { isRounded } from './formula-guard.js';
import { messages } from './messages.js';

/** A cell of a file: CSV has texts alone. */
export type Cell = string | number | boolean | Date | null;

/** Digits that a spreadsheet keeps of a number. */
const MOST_DIGITS = 1e15;
const TRUE = new Set(['true', 'yes', 'ya', '1', 'benar']);
const FALSE = new Set(['false', 'no', 'tidak', '0', 'palsu']);

/** What a cell says: a value for the body, which checks it, or why none can be read. */
export type CellReading = { value: unknown } | { wrong: Message };

type Read = (cell: NonNullable<Cell>, column: Column) => CellReading;

const pad = (number: number, length = 2): string => String(number).padStart(length, '0');
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A number in a column of texts is its digits, as long as a spreadsheet has kept them. */
function textOf(cell: NonNullable<Cell>): CellReading {
  if (cell instanceof Date) return { value: dayOf(cell) };
  if (typeof cell === 'number')
    return Math.abs(cell) < MOST_DIGITS && !String(cell).includes('e')
      ? { value: String(cell) }
      : { wrong: messages.cellRounded() };
  return { value: String(cell) };
}

/** `1,234.50`, `RM 9.90`; what is no number is left for the body to refuse. */
function numberOf(cell: NonNullable<Cell>): CellReading {
  if (typeof cell !== 'string') return { value: cell };
  const text = cell.trim().replace(/^RM\s*/i, '');
  return {
    value:
      /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/.test(text) && /\d/.test(text)
        ? Number(text.replaceAll(',', ''))
        : cell,
  };
}

function flagOf(cell: NonNullable<Cell>): CellReading {
  const text = String(cell).trim().toLowerCase();
  return { value: TRUE.has(text) ? true : FALSE.has(text) ? false : cell };
}

/** The day first, as Malaysia writes it: 31/03/2026. */
const LOCAL_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

function localDay(text: string): { day: string; time: string | undefined } | null {
  const found = LOCAL_DAY.exec(text);
  if (!found) return null;
  const [, day, month, year, time] = found;
  return { day: `${year}-${pad(Number(month))}-${pad(Number(day))}`, time };
}

function dateOf(cell: NonNullable<Cell>): CellReading {
  if (cell instanceof Date) return { value: dayOf(cell) };
  const text = String(cell).trim();
  return { value: localDay(text)?.day ?? text };
}

/** Sheets know no zone: their instants are of Malaysia. */
function instantOf(cell: NonNullable<Cell>): CellReading {
  if (cell instanceof Date) return { value: cell.toISOString().slice(0, 19) };
  const text = String(cell).trim();
  const local = localDay(text);
  if (!local) return { value: text };
  return { value: `${local.day}T${(local.time ?? '00:00').padStart(5, '0')}` };
}

const DAY_SECONDS = 86_400;

function timeOf(cell: NonNullable<Cell>): CellReading {
  if (cell instanceof Date) return { value: cell.toISOString().slice(11, 19) };
  if (typeof cell !== 'number') return { value: String(cell).trim() };
  const seconds = Math.round((cell % 1) * DAY_SECONDS);
  return { value: [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => pad(Math.floor(part))).join(':') };
}

function choiceOf(cell: NonNullable<Cell>, { choices = [] }: Column): CellReading {
  const text = String(cell).trim();
  return { value: choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text };
}

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function jsonOf(cell: NonNullable<Cell>): CellReading {
  const found = parsed(String(cell));
  return found ? { value: found.json } : { wrong: messages.cellNoJson() };
}

/** `a|b`, or JSON. */
function textsOf(cell: NonNullable<Cell>): CellReading {
  const read = textOf(cell);
  if ('wrong' in read) return read;
  const text = (read.value as string).trim();
  if (text.startsWith('[')) return jsonOf(text);
  return {
    value: text
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
}

const jsonType = (value: unknown): string => (value === null ? 'null' : typeof value);

/** A value of one of several types: as JSON where it is of one of them, otherwise the text. */
function eitherOf(cell: NonNullable<Cell>, { types = [] }: Column): CellReading {
  if (typeof cell !== 'string') return types.includes(typeof cell) ? { value: cell } : textOf(cell);
  const found = parsed(cell.trim());
  if (found && found.json !== null && (types.includes(jsonType(found.json)) || jsonType(found.json) === 'object'))
    return { value: found.json };
  return { value: cell };
}

const readers: Readonly<Record<Column['kind'], Read>> = {
  text: textOf,
  number: numberOf,
  flag: flagOf,
  day: dateOf,
  time: timeOf,
  instant: instantOf,
  choice: choiceOf,
  texts: textsOf,
  json: jsonOf,
  either: eitherOf,
};

/** Reads a cell that is not empty. @param isExact whether a text may be one that looks rounded: it was guarded */
export function readCell(cell: NonNullable<Cell>, column: Column, isExact: boolean): CellReading {
  if (column.kind === 'text' && !isExact && typeof cell === 'string' && isRounded(cell))
    return { wrong: messages.cellRounded() };
  return readers[column.kind](cell, column);
}

/** Whether a list can stand as `a|b`. */
const isPlainList = (texts: readonly unknown[]): texts is string[] =>
  texts.every((text) => typeof text === 'string' && text !== '' && text.trim() === text && !text.includes('|')) &&
  !(texts[0] as string | undefined)?.startsWith('[');

const isEmpty = (value: object): boolean => (Array.isArray(value) ? value : Object.keys(value)).length === 0;

/** The cell that reads as a value: what `readCell` makes of it is the value again. */
export function cellOf(value: unknown, { kind, types = [] }: Column): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'texts' && Array.isArray(value)) {
    if (value.length === 0) return null;
    return isPlainList(value) ? value.join('|') : JSON.stringify(value);
  }
  if (typeof value === 'object') return isEmpty(value) ? null : JSON.stringify(value);
  if (kind !== 'either' || typeof value !== 'string') return value as Cell;
  const again = eitherOf(value, { types } as Column);
  return 'value' in again && again.value === value ? value : JSON.stringify(value);
}

/** An error of a cell, named by its column. */
export const cellError = ({ name }: Column, message: Message): FieldError => ({ field: name, message });
