/** More rounds of a key derivation hold the process for more than half a second. */
export const MOST_ROUNDS = 600_000;

const [INTEGER, SEQUENCE, CONSTRUCTED] = [0x02, 0x30, 0x20];

interface Element {
  tag: number;
  content: Buffer;
}

/** The elements that stand one behind another (DER, X.690); those that are cut off end the list. */
function* elementsOf(bytes: Buffer): Generator<Element> {
  for (let at = 0; at + 2 <= bytes.length;) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0;
    at += 2;
    if (length > 0x80) {
      const size = length - 0x80;
      if (size > 4 || at + size > bytes.length) return;
      length = bytes.readUIntBE(at, size);
      at += size;
    }
    if (at + length > bytes.length) return;
    yield { tag, content: bytes.subarray(at, at + length) };
    at += length;
  }
}

function* integersOf(bytes: Buffer): Generator<bigint> {
  for (const { tag, content } of elementsOf(bytes))
    if (tag === INTEGER) yield BigInt(`0x${content.toString('hex') || '0'}`);
    else if ((tag & CONSTRUCTED) !== 0) yield* integersOf(content);
}

/**
 * Whether a private key may be opened: PKCS #8 in PEM, encrypted or not. One whose parameters ask for more rounds than `MOST_ROUNDS` is
 * not: node:crypto derives its key at once, and everything else would wait.
 */
export function isOpenable(pem: string): boolean {
  const [, kind, base64] = /-----BEGIN (ENCRYPTED )?PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END/.exec(pem) ?? [];
  if (base64 === undefined) return false;
  if (kind === undefined) return true;
  const [info] = elementsOf(Buffer.from(base64, 'base64'));
  if (info?.tag !== SEQUENCE) return false;
  const [algorithm] = elementsOf(info.content);
  if (algorithm === undefined) return false;
  return [...integersOf(algorithm.content)].every((rounds) => rounds <= MOST_ROUNDS);
}
