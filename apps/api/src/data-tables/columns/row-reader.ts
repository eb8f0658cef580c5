import type { FieldError } from '@usaha/shared';
import type { SentRow } from '../row-plan.js';
import { cellError, readCell, type Cell } from './cell.js';
import type { Column } from './column.js';
import { unguarded } from './formula-guard.js';
import type { Header } from './header.js';
import { messages } from './messages.js';

/** Characters of a cell; open objects may have as many as bodies. */
export const MOST_CHARACTERS = 10_000;
const MOST_OF_JSON = 65_536;

export interface RowOptions {
  /** Whether texts were guarded: those of CSV files. */
  isGuarded: boolean;
  /** Whether an empty cell clears a field; otherwise it says nothing. */
  clears: boolean;
}

type Fields = Record<string, unknown>;

const isEmpty = (cell: Cell | undefined, { kind }: Column): boolean =>
  cell === null ||
  cell === undefined ||
  cell === '' ||
  (kind !== 'text' && typeof cell === 'string' && cell.trim() === '');

/** Puts a value into the object that a path leads to. */
function put(fields: Fields, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    fields[key] = value;
    return;
  }
  const within = fields[key];
  const inner: Fields = typeof within === 'object' && within !== null ? (within as Fields) : {};
  fields[key] = inner;
  put(inner, rest, value);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object, and what another has that it lacks; the same of objects within by the paths of columns. */
function over(fields: Fields, shown: unknown, deep: ReadonlySet<string>, path = ''): Fields {
  if (!isObject(shown)) return fields;
  const whole: Fields = path === '' ? {} : { ...shown };
  for (const [key, value] of Object.entries(fields)) {
    const here = path === '' ? key : `${path}.${key}`;
    whole[key] = deep.has(here) && isObject(value) ? over(value, shown[key], deep, here) : value;
  }
  return whole;
}

/** Whether anything within says something. */
const saysSomething = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(saysSomething) : value !== null;

/** Makes bodies of the rows of a file. */
export class RowReader {
  /** Paths of objects whose fields are columns. */
  private readonly deep: ReadonlySet<string>;

  constructor(
    private readonly header: Header,
    private readonly options: RowOptions,
  ) {
    const paths = header.columns.flatMap((column) => (column ? [column.path] : []));
    this.deep = new Set(paths.flatMap((path) => path.slice(1).map((_, i) => path.slice(0, i + 1).join('.'))));
  }

  /**
   * The body that a row says. An object of which a row says some fields keeps the others where the record exists, and an object of
   * which it says none is absent.
   */
  read(cells: readonly Cell[]): SentRow {
    const body: Fields = {};
    const errors: FieldError[] = [];
    this.header.columns.forEach((column, place) => {
      const cell = cells[place];
      if (!column) {
        if (this.header.unnamed.has(place) && cell !== null && cell !== undefined && cell !== '')
          errors.push({ field: `column ${place + 1}`, message: messages.cellWithoutColumn() });
        return;
      }
      if (isEmpty(cell, column)) {
        if (this.options.clears) put(body, column.path, null);
        return;
      }
      const error = this.take(body, column, cell as NonNullable<Cell>);
      if (error) errors.push(error);
    });
    if (cells.slice(this.header.columns.length).some((cell) => cell !== null && cell !== ''))
      errors.push({ field: `column ${this.header.columns.length + 1}`, message: messages.cellWithoutColumn() });
    return { body: this.closed(body), errors, completed: (shown) => over(body, shown, this.deep) };
  }

  private take(body: Fields, column: Column, sent: NonNullable<Cell>): FieldError | null {
    const cell = this.options.isGuarded && typeof sent === 'string' ? unguarded(sent) : sent;
    const most = ['json', 'either'].includes(column.kind) ? MOST_OF_JSON : MOST_CHARACTERS;
    if (typeof cell === 'string' && cell.length > most) return cellError(column, messages.cellTooLong({ most }));
    // A workbook types its cells: a text there is no number that was rounded.
    const isExact = !this.options.isGuarded || cell !== sent;
    const read = readCell(cell, column, isExact);
    if ('wrong' in read) return cellError(column, read.wrong);
    put(body, column.path, read.value);
    return null;
  }

  /** The body of a new record: objects that say nothing are cleared as a whole. */
  private closed(body: Fields): Fields {
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [key, this.deep.has(key) && !saysSomething(value) ? null : value]),
    );
  }
}
