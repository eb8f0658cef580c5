import { idBytes, idText, readSigned, writeSigned } from '@usaha/shared';

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

/** A text for URLs that is made with the key alone: tenant, shipment and generation. */
export function writeToken(key: Buffer, { tenant_id, shipment_id, generation }: TrackedLink): string {
  const named = Buffer.concat([idBytes(tenant_id), idBytes(shipment_id), Buffer.alloc(4)]);
  named.writeUInt32BE(generation, GENERATION_AT);
  return writeSigned(key, named);
}

/** @returns what the token names; null for every other text */
export function readToken(key: Buffer, text: string): TrackedLink | null {
  const named = readSigned(key, text, NAMED_BYTES);
  return (
    named && {
      tenant_id: idText(named.subarray(0, ID_BYTES)),
      shipment_id: idText(named.subarray(ID_BYTES, GENERATION_AT)),
      generation: named.readUInt32BE(GENERATION_AT),
    }
  );
}
