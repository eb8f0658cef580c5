import { money } from '@usaha/shared';
import {
  lineOf,
  ublOf,
  type ContentLine,
  type EinvoiceContent,
  type LineTax,
  type TaxRules,
} from '../document/index.js';
import type { SourceDocument, SourceRef } from '../source/index.js';
import { addedTaxes, hasValue, type CountedSource, type NumberRun } from './runs.js';

/** Classification "Consolidated e-Invoice". */
const CONSOLIDATED = '004';

/** The largest document of a consolidation in bytes: the service takes 300 KB, and a signature has to fit. */
export const MOST_CONSOLIDATED_BYTES = 290_000;

/** What decides about the taxes of a module. */
export type ModuleTaxRules = Omit<TaxRules, 'is_within'>;

/** The taxes of all lines of a document, as an individual e-invoice says them. */
export function taxesOfSource({ lines, taxes_within }: SourceDocument, rules: ModuleTaxRules): LineTax[] {
  return lines.reduce<LineTax[]>((sum, { net, ...line }) => {
    const charged = { ...line, classification: CONSOLIDATED, subtotal: net };
    return addedTaxes(sum, lineOf(charged, { ...rules, is_within: taxes_within }).taxes);
  }, []);
}

/** A document as it counts before refunds. A cancelled one comes to nothing. */
export function countedSource(source: SourceDocument, rules: ModuleTaxRules): CountedSource {
  const { module, kind, id, number, is_cancelled, rounding } = source;
  const same = { refs: [{ module, kind, id }], number };
  return is_cancelled
    ? { ...same, taxes: [], rounding: 0 }
    : { ...same, taxes: taxesOfSource(source, rules), rounding };
}

/** What a document counts after what refunds and credit notes took off. @param changes of this document */
export function lessChanges(
  counted: CountedSource,
  changes: readonly SourceDocument[],
  { is_cancelled, ...rules }: ModuleTaxRules & { is_cancelled: boolean },
): CountedSource {
  if (changes.length === 0) return counted;
  const refs = [...counted.refs, ...changes.map(({ module, kind, id }) => ({ module, kind, id }))];
  if (is_cancelled) return { ...counted, refs };
  const taken = changes.reduce<LineTax[]>((sum, change) => addedTaxes(sum, taxesOfSource(change, rules)), []);
  return {
    ...counted,
    refs,
    taxes: addedTaxes(counted.taxes, taken, -1),
    rounding: money.add(counted.rounding, ...changes.map((change) => -change.rounding)),
  };
}

/** A run as the line of a document: "A - B", or the number itself where it is one. */
export function lineOfRun({ first, last, taxes }: NumberRun): ContentLine {
  const net = money.add(0, ...taxes.map(({ taxable }) => taxable));
  return {
    description: first === last ? first : `${first} - ${last}`,
    classification: CONSOLIDATED,
    ...{ quantity: 1, price: net, extension: net, discount: 0, charge: 0, net },
    taxes: taxes.filter(({ taxable, amount }) => taxable !== 0 || amount !== 0),
  };
}

/** Lines of one document. */
export interface ConsolidatedPart {
  lines: ContentLine[];
  rounding: number;
  /** How many documents it says. */
  count: number;
  /** Those and their refunds. */
  refs: SourceRef[];
}

const bytesOf = (content: EinvoiceContent): number => Buffer.byteLength(JSON.stringify(ublOf(content)));

/** Tax sums and amounts of a whole are longer than those of the part that is measured with one line. */
const LONGER = 2_000;

/**
 * Runs as the lines of documents, each of which is smaller than what the service takes. A run of 0 has no line, and its documents are
 * linked with those of another run; alone they stay in none.
 * @param head what every document says, without lines
 */
export function* partsOf(
  runs: Iterable<NumberRun>,
  head: Omit<EinvoiceContent, 'lines' | 'rounding'>,
  most = MOST_CONSOLIDATED_BYTES,
): Generator<ConsolidatedPart> {
  const around = bytesOf({ ...head, lines: [], rounding: 0 }) + LONGER;
  const bytesOfLine = measured(head);
  let [part, bytes] = [emptyPart(), around];
  for (const run of runs) {
    const line = hasValue(run) ? lineOfRun(run) : null;
    const more = line ? bytesOfLine(line) : 0;
    if (part.lines.length > 0 && bytes + more > most) {
      yield part;
      [part, bytes] = [emptyPart(), around];
    }
    if (line) part.lines.push(line);
    part.rounding = money.add(part.rounding, run.rounding);
    part.count += run.count;
    part.refs.push(...run.refs);
    bytes += more;
  }
  if (part.lines.length > 0) yield part;
}

const emptyPart = (): ConsolidatedPart => ({ lines: [], rounding: 0, count: 0, refs: [] });

/** The bytes of a line within a document, whose sums have its taxes already. */
function measured(head: Omit<EinvoiceContent, 'lines' | 'rounding'>): (line: ContentLine) => number {
  const bytes = (...lines: ContentLine[]): number => bytesOf({ ...head, lines, rounding: 0 });
  return (line) => bytes(line, line) - bytes(line);
}
