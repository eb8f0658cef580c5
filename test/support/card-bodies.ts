import type { Json } from './client.js';
import { lookUp, type DocumentedOperation, type Schema } from './operations.js';
import type { Surface } from './core-surfaces.js';

/** Right bodies into which a card was written, wherever a text or an open object can be. */

export const PAN = '4539578763621486';
const SPACED = '4539 5787 6362 1486';
const HYPHENATED = '4539-5787-6362-1486';
export const CVV = '9173';

/** What must not be found again. */
export const forbidden = new RegExp([PAN, SPACED, HYPHENATED, `cvv[^•]{0,3}${CVV}`, '"cvv2?"'].join('|'), 'i');

/** As people write a card into a text, one after the other: numbered where there is room, since a name may be unique. */
const texts = [PAN, SPACED, HYPHENATED, `Kad ${SPACED}, tamat 12/29, CVV ${CVV}`];
let turn = 0;
const nextText = (longest: number): string => {
  const fitting = texts.filter(({ length }) => length <= longest);
  const text = fitting[turn++ % fitting.length] as string;
  const numbered = `${text} (${turn})`;
  return numbered.length <= longest ? numbered : text;
};

const openObject = (): Json => ({
  card_number: PAN,
  cvv: CVV,
  'Security-Code': CVV,
  note: SPACED,
  number: Number(PAN),
  [PAN]: 'as a key',
  deep: [{ pin: CVV, cvv2: CVV, texts: [HYPHENATED, { track_data: PAN, text: `cvv: ${CVV}` }] }],
});

type Stated = Schema & { additionalProperties?: boolean };

/** The schema that references lead to; null may be an alternative to it. */
function resolved(on: Surface, schema: Stated): Stated {
  const ref = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref;
  if (ref) return resolved(on, lookUp(on, ref) as Stated);
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

const isText = ({ type, format, enum: choices, pattern }: Stated): boolean =>
  [type].flat().includes('string') && !format && !choices && (!pattern || pattern === '\\S');

interface Options {
  /** Fields that stay as they are, wherever they stand: what they hold is another kind of number, or names a record. */
  spared: (name: string) => boolean;
  /** Paths of fields that stay as they are. */
  left: ReadonlySet<string>;
}

/** The body with a card in every text and every open object that it has. */
export function withCards(operation: DocumentedOperation, body: Json, options: Options): Json {
  const { on } = operation;
  const filled = (schema: Stated, value: Json, path: string): Json => {
    const stated = resolved(on, schema);
    if (options.left.has(path) || value === null || value === undefined) return value;
    if (typeof value === 'string') return isText(stated) ? nextText(stated.maxLength ?? 500) : value;
    if (Array.isArray(value))
      return stated.items ? value.map((item, i) => filled(stated.items as Stated, item, `${path}.${i}`)) : value;
    if (typeof value !== 'object') return value;
    const known = stated.properties ?? {};
    const inside = Object.entries<Json>(value).map(([name, held]): [string, Json] => {
      const at = path === '' ? name : `${path}.${name}`;
      return [name, known[name] && !options.spared(name) ? filled(known[name], held, at) : held];
    });
    const open = stated.additionalProperties === true ? openObject() : {};
    return { ...open, ...Object.fromEntries(inside) };
  };
  return filled(lookUp(on, operation.body as string) as Stated, body, '');
}
