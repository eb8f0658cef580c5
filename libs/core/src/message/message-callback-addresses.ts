import { Injectable } from '@nestjs/common';
import { Database, idBytes, idText, readSigned, writeSigned } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { ways, type Way } from './template.js';

const ID_BYTES = 16;
/** The id, the way, and one byte more: a multiple of three. */
const NAMED_BYTES = ID_BYTES + 2;

/** Addresses at which carriers tell what became of messages. The key names the tenant, under a MAC. */
@Injectable()
export class MessageCallbackAddresses {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.key = database.keyring.derivedKey('usaha message callback');
  }

  /** Where a carrier calls back; null where the operator has set no public address. @param tenant_id NO_TENANT: the operator's account */
  urlOf(tenant_id: string, way: Way): string | null {
    const { url } = this.address;
    return url === null ? null : `${url}/callbacks/messages/${way}/${this.keyOf(tenant_id, way)}`;
  }

  /** The key of such an address. */
  keyOf(tenant_id: string, way: Way): string {
    return writeSigned(this.key, Buffer.concat([idBytes(tenant_id), Buffer.from([ways.indexOf(way), 0])]));
  }

  /** The tenant that a key names for a way; null for a text that is none of ours. */
  read(way: string, key: string): string | null {
    const named = readSigned(this.key, key, NAMED_BYTES);
    if (named === null || ways[named[ID_BYTES] as number] !== way) return null;
    return idText(named.subarray(0, ID_BYTES));
  }
}
