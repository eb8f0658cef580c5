import { Injectable } from '@nestjs/common';
import { announce, conflict, forbidden, type Context, type Page, type PageRequest } from '@usaha/shared';
import { SessionRegistry } from '../auth/session.registry.js';
import { DocumentParties } from '../document/document-parties.js';
import { UserRepository } from '../user/user.repository.js';
import { ApiKey, type ApiKeyDetails } from './api-key.entity.js';
import { messages } from './api-key.messages.js';
import { keyParty } from './key-party.js';
import type { PresentedKey } from './key-form.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Keys that a tenant may have. */
export const MOST_KEYS = 100;
/** Hours for which a rotated key's former secret stays valid, unless told otherwise. */
const OVERLAP_HOURS = 24;

/** What a key is made from. */
export type NewApiKey = Partial<ApiKeyDetails> & Pick<ApiKeyDetails, 'name' | 'scopes'>;

/** A rotation as it is asked for. */
export interface Rotation {
  /** 24 unless given; 0: the former secret ends at once. */
  overlap_hours?: number;
  /** Absent: it stays; null: never. */
  expires_at?: Date | null;
}

/** A key with its secret, which is told this once. */
export interface TellableKey {
  record: ApiKey;
  /** The whole key, in clear. */
  key: string;
}

/** What became of a key that was found. */
export interface Revoked {
  record: ApiKey;
  /** Its present secret was found, and the key is deleted; or its former one, which is accepted no more. */
  secret: 'present' | 'former';
}

/** The API keys of the context's tenant, for its administrators. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly parties: DocumentParties,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<ApiKey> {
    return this.keys.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, page: PageRequest): Promise<Page<ApiKey>> {
    return this.keys.list(ctx, {}, page);
  }

  /** @throws conflict for the 101st key, invalid for an expiry in the past, forbidden for a user who has just been demoted */
  async create(ctx: Context, told: NewApiKey): Promise<TellableKey> {
    // Counted in the packet that locks, behind it: makers take turns, and see the keys of those before them.
    const [maker, count] = await Promise.all([this.administrator(ctx), this.keys.count(ctx)]);
    const record = ApiKey.of(told, maker, ctx.now).giveId(ctx.now);
    if (count >= MOST_KEYS) throw conflict('name', messages.tooManyKeys({ most: MOST_KEYS }));
    const key = record.drawSecret(ctx.tenant_id);
    this.keys.add(ctx, record);
    announce(ctx, 'core.api_key.created', { api_key_id: record.id });
    return { record, key };
  }

  /** Changes all but the secret; absent fields stay. @throws not_found, invalid for an expiry in the past */
  async update(ctx: Context, id: string, changes: Partial<ApiKeyDetails>): Promise<ApiKey> {
    const record = await this.keys.lock(ctx, id);
    const before = keyParty(record);
    record.describe(changes, ctx.now);
    this.keys.save(ctx, record);
    this.parties.keep(ctx, record, before, keyParty(record));
    this.sessions.rightsChanged(ctx, { session_id: record.id });
    return record;
  }

  /** @throws not_found, conflict for an expired key without a new expiry, invalid for one in the past, forbidden for a user who has just been demoted */
  async rotate(
    ctx: Context,
    id: string,
    { overlap_hours = OVERLAP_HOURS, expires_at }: Rotation,
  ): Promise<TellableKey> {
    const rotator = await this.administrator(ctx);
    const record = await this.keys.lock(ctx, id);
    const key = record.rotate({ rotator, overlap_hours, expires_at }, ctx.tenant_id, ctx.now);
    this.keys.save(ctx, record, 'rotate');
    this.sessions.rightsChanged(ctx, { session_id: record.id });
    announce(ctx, 'core.api_key.rotated', { api_key_id: record.id });
    return { record, key };
  }

  /** Ends a key: it is refused from now on. Its name stays for the records that cite it. @throws not_found */
  async remove(ctx: Context, id: string): Promise<ApiKey> {
    return this.end(ctx, await this.keys.lock(ctx, id));
  }

  /**
   * Ends a key that was found where it does not belong, in its tenant. A former secret ends alone: the key keeps its present one.
   * @returns null where the secret is accepted no more
   */
  async revoke(ctx: Context, { reference, hash }: PresentedKey): Promise<Revoked | null> {
    const record = await this.keys.lockByReference(ctx, reference);
    const secret = record?.secretOf(hash, ctx.now) ?? null;
    if (!record || secret === null) return null;
    if (secret === 'present') return { record: this.end(ctx, record), secret };
    record.endOverlap();
    this.keys.save(ctx, record, 'end_overlap');
    this.sessions.rightsChanged(ctx, { session_id: record.id });
    return { record, secret };
  }

  private end(ctx: Context, record: ApiKey): ApiKey {
    record.forgetSecrets();
    this.keys.remove(ctx, record);
    this.sessions.rightsChanged(ctx, { session_id: record.id });
    announce(ctx, 'core.api_key.deleted', { api_key_id: record.id });
    return record;
  }

  /**
   * Locks the administrators, so that makers of keys take turns, and none of them is demoted meanwhile.
   * @returns the id of the actor @throws forbidden
   */
  private async administrator(ctx: Context): Promise<string> {
    const administrators = await this.users.lockAdministrators(ctx);
    const maker = ctx.actor?.user_id;
    if (maker === undefined || !administrators.includes(maker)) throw forbidden(messages.makerNotAdministrator());
    return maker;
  }
}
