/** The sum of 2^32 divided by the golden ratio, the length of a uuid and a constant, with which PostgreSQL begins. */
const START = (0x9e3779b9 + 16 + 3_923_095) | 0;

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Four bytes of a uuid without hyphens, as a machine reads them whose lowest byte comes first. */
function wordAt(digits: string, at: number): number {
  const word = Number.parseInt(digits.slice(at, at + 8), 16);
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

/**
 * PostgreSQL's `uuid_hash`, by which Citus places tenants: Jenkins' lookup3 of 16 bytes, as `hash_bytes` in `hashfn.c` has it.
 * @param uuid in any case @returns a signed integer of 32 bits
 */
export function uuidHash(uuid: string): number {
  const digits = uuid.replaceAll('-', '');
  let a = (START + wordAt(digits, 0)) | 0;
  let b = (START + wordAt(digits, 8)) | 0;
  let c = (START + wordAt(digits, 16)) | 0;
  a = ((a - c) | 0) ^ rotated(c, 4);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotated(a, 6);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotated(b, 8);
  b = (b + a) | 0;
  a = ((a - c) | 0) ^ rotated(c, 16);
  c = (c + b) | 0;
  b = ((b - a) | 0) ^ rotated(a, 19);
  a = (a + c) | 0;
  c = ((c - b) | 0) ^ rotated(b, 4);
  b = (b + a) | 0;

  a = (a + wordAt(digits, 24)) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  return ((c ^ b) - rotated(b, 24)) | 0;
}
