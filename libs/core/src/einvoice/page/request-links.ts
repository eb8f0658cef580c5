import { Injectable } from '@nestjs/common';
import { Database, idBytes, idText, isUuid, readSigned, writeSigned, type Context } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import { PublicAddress } from '../../public-address.js';
import type { SourceKind, SourceRef } from '../source/index.js';

/** What a link of the buyer's page names. */
export interface EinvoiceRequestLink {
  tenant_id: string;
  source: SourceRef;
}

const ID_BYTES = 16;
const KIND_AT = 2 * ID_BYTES;
const NAMED_BYTES = KIND_AT + 1;

/** Documents that links name, by their place: links that are printed have it, so new ones come last. */
const linkable: readonly [ModuleKey, SourceKind][] = [
  ['retail', 'sale'],
  ['healthcare', 'bill'],
  ['education', 'invoice'],
  ['beauty', 'visit'],
  ['beauty', 'package'],
  ['logistics', 'freight_invoice'],
];

/** The links by which buyers without an account ask for an e-invoice. They are made with a key alone, as tracking links are. */
@Injectable()
export class EinvoiceRequestLinks {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.key = database.keyring.derivedKey('usaha e-invoice link');
  }

  /**
   * The link of a document of an industry; it asks no database.
   * @param reachedAt where the service was reached, for where the operator has set no public address
   * @returns null for a refund or credit note, and what has no id of a record
   */
  urlOf({ tenant_id }: Pick<Context, 'tenant_id'>, { module, kind, id }: SourceRef, reachedAt: string): string | null {
    const place = linkable.findIndex((one) => one[0] === module && one[1] === kind);
    if (place < 0 || !isUuid(id)) return null;
    const named = Buffer.concat([idBytes(tenant_id), idBytes(id), Buffer.from([place])]);
    return `${this.address.url ?? reachedAt}/einvoice/${writeSigned(this.key, named)}`;
  }

  /** What a token of a link names; null for what is none of ours. */
  read(token: string): EinvoiceRequestLink | null {
    const named = readSigned(this.key, token, NAMED_BYTES);
    const [module, kind] = linkable[named?.[KIND_AT] ?? linkable.length] ?? [];
    if (!named || !module || !kind) return null;
    const id = idText(named.subarray(ID_BYTES, KIND_AT));
    return { tenant_id: idText(named.subarray(0, ID_BYTES)), source: { module, kind, id } };
  }
}
