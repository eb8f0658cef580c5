import { Injectable } from '@nestjs/common';
import { Database, idBytes, idText, readSigned, writeSigned } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { gatewayNames, type GatewayName } from './gateway-account.js';

const ID_BYTES = 16;
/** The id, the gateway, and one byte more: a multiple of three. */
const NAMED_BYTES = ID_BYTES + 2;

/** Addresses at which gateways tell that an attempt has changed. The key names the tenant, under a MAC. */
@Injectable()
export class CallbackAddresses {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.key = database.keyring.derivedKey('usaha payment callback');
  }

  /**
   * Where a gateway calls back; null where it cannot reach the service. The sandbox is part of the service: it calls over
   * loopback, and no gateway elsewhere does.
   */
  urlOf(tenant_id: string, gateway: GatewayName): string | null {
    const base = gateway === 'sandbox' ? this.address.loopback : this.address.url;
    return base === null ? null : `${base}/callbacks/payments/${gateway}/${this.keyOf(tenant_id, gateway)}`;
  }

  /** The tenant that a key names at a gateway; null for a text that is none of ours. */
  read(gateway: string, key: string): string | null {
    const named = readSigned(this.key, key, NAMED_BYTES);
    if (named === null || gatewayNames[named[ID_BYTES] as number] !== gateway) return null;
    return idText(named.subarray(0, ID_BYTES));
  }

  private keyOf(tenant_id: string, gateway: GatewayName): string {
    const named = Buffer.concat([idBytes(tenant_id), Buffer.from([gatewayNames.indexOf(gateway), 0])]);
    return writeSigned(this.key, named);
  }
}
