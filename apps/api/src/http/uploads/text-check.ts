import { invalid } from '@usaha/shared';
import { unknownType } from './content-type.js';
import { messages } from './upload.messages.js';

/** Checks that bytes are a text in UTF-8 without NUL that does not begin with `<`. */
export class TextCheck {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private hasBegun = false;

  /** @throws invalid */
  add(piece: Buffer): void {
    if (piece.includes(0)) throw unknownType();
    const text = this.decoded(() => this.decoder.decode(piece, { stream: true }));
    if (this.hasBegun) return;
    const [first] = text.trimStart();
    if (first === '<') throw invalid('file', messages.textIsMarkup());
    this.hasBegun = first !== undefined;
  }

  /** @throws invalid for a character that is not whole */
  end(): void {
    this.decoded(() => this.decoder.decode());
  }

  private decoded(decode: () => string): string {
    try {
      return decode();
    } catch {
      // The decoder tells no more than that it is no UTF-8.
      throw unknownType();
    }
  }
}
