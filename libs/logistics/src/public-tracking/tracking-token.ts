import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link of public tracking names. */
export interface TrackedLink {
  tenant_id: string;
  shipment_id: string;
  /** How often the shipment's link was renewed before this one was made. */
  generation: number;
}

const ID_BYTES = 16;
const GENERATION_AT = 2 * ID_BYTES;
const NAMED_BYTES = GENERATION_AT + 4;
/** 144 bits. With what is named it is a multiple of three bytes: no character of a token has bits that mean nothing. */
const MAC_BYTES = 18;
const TOKEN = new RegExp(`^[A-Za-z0-9_-]{${((NAMED_BYTES + MAC_BYTES) / 3) * 4}}$`);

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const macOf = (key: Buffer, named: Buffer): Buffer =>
  createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES);

/** A text for URLs that nobody makes without the key: tenant, shipment and generation under a MAC. */
export function writeToken(key: Buffer, { tenant_id, shipment_id, generation }: TrackedLink): string {
  const named = Buffer.concat([bytesOf(tenant_id), bytesOf(shipment_id), Buffer.alloc(4)]);
  named.writeUInt32BE(generation, GENERATION_AT);
  return Buffer.concat([named, macOf(key, named)]).toString('base64url');
}

/** @returns what the token names; null for every other text, in a time that does not tell how near it came */
export function readToken(key: Buffer, text: string): TrackedLink | null {
  if (!TOKEN.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const named = bytes.subarray(0, NAMED_BYTES);
  if (!timingSafeEqual(bytes.subarray(NAMED_BYTES), macOf(key, named))) return null;
  return {
    tenant_id: idOf(named.subarray(0, ID_BYTES)),
    shipment_id: idOf(named.subarray(ID_BYTES, GENERATION_AT)),
    generation: named.readUInt32BE(GENERATION_AT),
  };
}
