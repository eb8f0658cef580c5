/**
 * What an operation answers instead of a body in the surface's envelope: a file. Bytes are sent as they are; of streamed
 * chunks the first is awaited before anything is answered, and the operation's transaction lasts until
 * the last. For operations that read: nothing here is remembered for an Idempotency-Key. Bytes that a function makes are not made
 * for HEAD.
 */
export class StreamedFile {
  constructor(
    /** With its charset, where it is text. */
    readonly contentType: string,
    /** What the client is to save it as: ASCII, without quotes. */
    readonly filename: string,
    readonly content: Uint8Array | AsyncIterable<string | Uint8Array> | (() => Promise<Uint8Array>),
  ) {
    if (!/^[\w.-]+$/.test(filename)) throw new Error('A file is named in letters, digits, dots and dashes');
  }
}
