/** Bytes of a file, both ends included. */
export interface ContentRange {
  first: number;
  last: number;
}

/**
 * What an operation answers instead of a body in the surface's envelope: the content of a stored file. It is read after the
 * operation's transaction has ended, part by part, as the client takes it.
 */
export interface StoredContentFacts {
  media_type: string;
  /** Any text. */
  name: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** Whether a browser may show it; otherwise it is saved. */
  inline: boolean;
  cacheControl: string;
  /** In addition to those of all stored files. */
  headers?: Readonly<Record<string, string>>;
  read(range: ContentRange): AsyncIterable<Uint8Array>;
}

export class StoredContent {
  constructor(readonly facts: StoredContentFacts) {}
}
