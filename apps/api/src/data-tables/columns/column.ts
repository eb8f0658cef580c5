import { declarationsOf, type Declaration } from '../../wire/declared-fields.js';
import type { DataTable, WireClass } from '../data-table.js';

/** How the cells of a column are read and written. */
export type ColumnKind =
  'text' | 'number' | 'flag' | 'day' | 'time' | 'instant' | 'choice' | 'texts' | 'json' | 'either';

/** A field of a body as a column: of an object within it each field is one, `address.city`. */
export interface Column {
  /** The names from the body to the field. */
  readonly path: readonly string[];
  /** The same with dots. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether a new record needs it. */
  readonly isRequired: boolean;
  /** Values of a choice. */
  readonly choices?: readonly string[];
  /** Types of values, as JSON calls them, of a field that takes several. */
  readonly types?: readonly string[];
  readonly example?: unknown;
}

/** As far as it is looked into here. */
interface Document {
  type?: unknown;
  format?: string;
  pattern?: string;
  enum?: unknown;
  items?: { type?: unknown };
  anyOf?: readonly { type?: unknown }[];
  isArray?: boolean;
  required?: unknown;
  example?: unknown;
}

const isClass = (held: Declaration['held']): held is WireClass => typeof held === 'function';

/** What a field of a class is like as a column; objects within are not asked about. */
function kindOf(document: Document, held: Declaration['held']): Pick<Column, 'kind' | 'choices' | 'types'> {
  const { type, format, anyOf, pattern, items } = document;
  if (anyOf) return { kind: 'either', types: anyOf.map((one) => String(one.type)) };
  if (held === 'instant' || format === 'date-time') return { kind: 'instant' };
  if (Array.isArray(document.enum))
    return { kind: 'choice', choices: document.enum.filter((value): value is string => typeof value === 'string') };
  if (type === 'array') return { kind: items?.type === 'string' ? 'texts' : 'json' };
  if (type === Boolean) return { kind: 'flag' };
  if (type === Number || type === 'integer') return { kind: 'number' };
  if (type !== String) return { kind: 'json' };
  if (format === 'date') return { kind: 'day' };
  return { kind: pattern?.includes(':[0-5]') ? 'time' : 'text' };
}

function columnsWithin(type: WireClass, path: readonly string[], isRequired: boolean): Column[] {
  return [...declarationsOf(type)].flatMap(([key, { document, held }]): Column[] => {
    const stated = document() as Document;
    const here = [...path, key];
    const needed = isRequired && stated.required === true;
    if (isClass(held) && !stated.isArray) return columnsWithin(held, here, needed);
    const kind = isClass(held) ? ({ kind: 'json' } as const) : kindOf(stated, held);
    return [{ path: here, name: here.join('.'), isRequired: needed, example: stated.example, ...kind }];
  });
}

/** The columns of a view: of an object within it each field is one. */
export const viewColumns = (view: WireClass): Column[] => columnsWithin(view, [], false);

/** The columns of a resource. */
export interface TableColumns {
  /** Those of its bodies, in their order; keys that the service gives stand first. */
  readonly columns: readonly Column[];
  /** Names of fields that its view alone has: their columns say nothing. */
  readonly viewed: ReadonlySet<string>;
}

const known = new WeakMap<DataTable, TableColumns>();

/** The columns of a resource, found once. */
export function columnsOf(table: DataTable): TableColumns {
  const found = known.get(table);
  if (found) return found;
  const required = new Set(
    columnsWithin(table.body, [], true)
      .filter((one) => one.isRequired)
      .map(({ name }) => name),
  );
  const sent = columnsWithin(table.patch, [], false).map((one) => ({ ...one, isRequired: required.has(one.name) }));
  const given = table.given.map((name): Column => ({ path: [name], name, kind: 'text', isRequired: false }));
  const roots = new Set(sent.map(({ path: [root = ''] }) => root));
  const viewed = [...declarationsOf(table.view).keys()].filter(
    (name) => !roots.has(name) && !table.given.includes(name),
  );
  const columns = { columns: [...given, ...sent], viewed: new Set(viewed) };
  known.set(table, columns);
  return columns;
}
