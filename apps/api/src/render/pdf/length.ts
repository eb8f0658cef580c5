/** The rows, lines or labels of a short document, with all their parts: it is drawn in a part of a second. */
const MOST_ELEMENTS = 300;

/** How many elements the lists have that a document is drawn from; counted no further than to `most`. */
function elementsOf(data: unknown, most: number): number {
  if (typeof data !== 'object' || data === null) return 0;
  let count = Array.isArray(data) ? data.length : 0;
  for (const value of Object.values(data)) {
    if (count > most) break;
    count += elementsOf(value, most - count);
  }
  return count;
}

/** Whether a document is drawn quickly: a receipt, a parcel's label, one student's report card. */
export const isShort = (data: unknown): boolean => elementsOf(data, MOST_ELEMENTS) <= MOST_ELEMENTS;
