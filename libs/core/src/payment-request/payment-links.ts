import { Injectable } from '@nestjs/common';
import { Database, idBytes, idText, readSigned, writeSigned, type Context } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import type { PaymentRequest } from './payment-request.entity.js';

/** What the link of a payment request names. */
export interface PaymentLink {
  tenant_id: string;
  request_id: string;
  /** How often the link was renewed before this one was made. */
  generation: number;
}

const ID_BYTES = 16;
const GENERATION_AT = 2 * ID_BYTES;
const NAMED_BYTES = GENERATION_AT + 4;

type Linked = Pick<PaymentRequest, 'id' | 'link_generation'>;

/** The links by which payers without an account open their payment request. They are made with a key alone, as tracking links are. */
@Injectable()
export class PaymentLinks {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.key = database.keyring.derivedKey('usaha payment link');
  }

  /** Whether links can leave the service without a request that tells its address. */
  get areKnown(): boolean {
    return this.address.url !== null;
  }

  /** Whether links lead to the service at all: to its public address, else to this machine. */
  get areReachable(): boolean {
    return this.address.reachable !== null;
  }

  /**
   * The present link of a request.
   * @param reachedAt where the service was reached, for where the operator has set no public address
   * @returns null where neither is known
   */
  urlOf(ctx: Pick<Context, 'tenant_id'>, request: Linked, reachedAt: string): string;
  urlOf(ctx: Pick<Context, 'tenant_id'>, request: Linked, reachedAt?: string | null): string | null;
  urlOf(
    { tenant_id }: Pick<Context, 'tenant_id'>,
    { id, link_generation }: Linked,
    reachedAt: string | null = this.address.reachable,
  ): string | null {
    const base = this.address.url ?? reachedAt;
    if (base === null) return null;
    const named = Buffer.concat([idBytes(tenant_id), idBytes(id), Buffer.alloc(4)]);
    named.writeUInt32BE(link_generation, GENERATION_AT);
    return `${base}/pay/${writeSigned(this.key, named)}`;
  }

  /** What a token of a link names; null for what is none of ours. It may have ended all the same. */
  read(token: string): PaymentLink | null {
    const named = readSigned(this.key, token, NAMED_BYTES);
    return (
      named && {
        tenant_id: idText(named.subarray(0, ID_BYTES)),
        request_id: idText(named.subarray(ID_BYTES, GENERATION_AT)),
        generation: named.readUInt32BE(GENERATION_AT),
      }
    );
  }
}
