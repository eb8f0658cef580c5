import { idBytes, idText, readSigned, writeSigned } from '@usaha/shared';

/** What a link to a file names. */
export interface FileLink {
  tenant_id: string;
  file_id: string;
  /** The user or API key by whose rights it opens, how often earlier links were renewed, and when it ends; null: it has no end. */
  bounds: { maker_id: string; generation: number; expires_at: Date } | null;
}

const ID_BYTES = 16;
const FILE_AT = 1 + ID_BYTES;
const MAKER_AT = FILE_AT + ID_BYTES;
const GENERATION_AT = MAKER_AT + ID_BYTES;
const EXPIRY_AT = GENERATION_AT + 4;
const NAMED_BYTES = EXPIRY_AT + 4;
const BOUND = 1;
const PERMANENT = 2;

/** A text for URLs that is made with the key alone. Ends are told to the second. */
export function writeFileToken(key: Buffer, { tenant_id, file_id, bounds }: FileLink): string {
  const named = Buffer.alloc(NAMED_BYTES);
  named[0] = bounds ? BOUND : PERMANENT;
  idBytes(tenant_id).copy(named, 1);
  idBytes(file_id).copy(named, FILE_AT);
  if (bounds) {
    idBytes(bounds.maker_id).copy(named, MAKER_AT);
    named.writeUInt32BE(bounds.generation, GENERATION_AT);
    named.writeUInt32BE(Math.floor(bounds.expires_at.getTime() / 1_000), EXPIRY_AT);
  }
  return writeSigned(key, named);
}

/** @returns what the token names; null for every other text */
export function readFileToken(key: Buffer, text: string): FileLink | null {
  const named = readSigned(key, text, NAMED_BYTES);
  if (named === null) return null;
  const idAt = (at: number): string => idText(named.subarray(at, at + ID_BYTES));
  const link = { tenant_id: idAt(1), file_id: idAt(FILE_AT) };
  if (named[0] === PERMANENT) return { ...link, bounds: null };
  const generation = named.readUInt32BE(GENERATION_AT);
  const expires_at = new Date(named.readUInt32BE(EXPIRY_AT) * 1_000);
  return { ...link, bounds: { maker_id: idAt(MAKER_AT), generation, expires_at } };
}
