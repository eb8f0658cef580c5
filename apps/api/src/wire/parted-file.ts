/**
 * What an operation answers instead of a body in the surface's envelope: a file that is made part by part after the operation's
 * transaction has ended, as the client takes it. A slow client holds no transaction. The first part is awaited before anything is
 * answered; HEAD makes none.
 */
export class PartedFile {
  /**
   * @param contentType with its charset, where it is text
   * @param filename in letters, digits, dots and dashes
   * @param parts called once; `abandon` breaks the answer off
   */
  constructor(
    readonly contentType: string,
    readonly filename: string,
    readonly parts: (abandon: () => void) => AsyncGenerator<string | Uint8Array, void, undefined>,
  ) {}
}
