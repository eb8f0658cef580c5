/** Bytes of an answer that the log of deliveries keeps. */
export const EXCERPT_BYTES = 1_024;

/** The beginning of an answer as UTF-8, at most 1 KB, unprintable characters replaced; null for no answer. */
export function excerptOf(answer: Buffer): string | null {
  // With `stream` a character that the limit cuts is left out.
  const text = new TextDecoder().decode(answer.subarray(0, EXCERPT_BYTES), { stream: answer.length > EXCERPT_BYTES });
  const printable = text
    .replace(/\s+/g, ' ')
    // A replacement of one byte: the excerpt never gets longer than the answer.
    .replace(/[\p{C}\ufffd]/gu, '.')
    .trim();
  return printable === '' ? null : printable;
}
