/** Documents of one submission (SDK, "Submit Documents": 100 and 5 MB). */
export const MOST_DOCUMENTS = 100;
/** Bytes of its body. */
export const MOST_BYTES = 4_500_000;
/** Bytes of a document's entry besides its text and number: names, hash and punctuation. */
const ENTRY_BYTES = 160;

/** What counts of a document: its number, and the bytes of its text. */
export interface Packable {
  number: string;
  bytes: number;
}

/** Bytes that a document takes in the body of a submission, at most: its text in base64, and a number of escaped characters. */
export const packedBytes = ({ number, bytes }: Packable): number =>
  4 * Math.ceil(bytes / 3) + 6 * number.length + ENTRY_BYTES;

/** The first documents that go together in one submission; one at least, however large it is. */
export function packed<T extends Packable>(documents: readonly T[]): T[] {
  let size = 0;
  const end = documents.findIndex((document, i) => {
    size += packedBytes(document);
    return i > 0 && (i >= MOST_DOCUMENTS || size > MOST_BYTES);
  });
  return documents.slice(0, end === -1 ? documents.length : end);
}

/** The two halves of a submission that was refused whole; the first is the larger one. @param documents two at least */
export function halves<T>(documents: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(documents.length / 2);
  return [documents.slice(0, middle), documents.slice(middle)];
}
