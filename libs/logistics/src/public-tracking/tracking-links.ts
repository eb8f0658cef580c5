import { Injectable } from '@nestjs/common';
import { PublicAddress } from '@usaha/core';
import { Database, type Context } from '@usaha/shared';
import type { Shipment } from '../shipment/shipment.entity.js';
import { readToken, writeToken, type TrackedLink } from './tracking-token.js';

type Tenancy = Pick<Context, 'tenant_id'>;
type Linked = Pick<Shipment, 'id' | 'link_generation'>;

/** The links by which anybody who has one follows a shipment, without an account. */
@Injectable()
export class TrackingLinks {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.key = database.keyring.derivedKey('usaha tracking link');
  }

  /**
   * The present link of a shipment; it asks no database.
   * @param reachedAt where the service was reached, for where the operator has set no public address
   * @returns null where neither is known, as outside a request
   */
  urlOf(ctx: Tenancy, shipment: Linked): string | null;
  urlOf(ctx: Tenancy, shipment: Linked, reachedAt: string): string;
  urlOf(
    { tenant_id }: Tenancy,
    { id: shipment_id, link_generation: generation }: Linked,
    reachedAt: string | null = null,
  ): string | null {
    const base = this.address.url ?? reachedAt;
    return base === null ? null : `${base}/track/${writeToken(this.key, { tenant_id, shipment_id, generation })}`;
  }

  /** What a token of a link names; null for what is none of ours. It may have ended all the same. */
  read(token: string): TrackedLink | null {
    return readToken(this.key, token);
  }
}
