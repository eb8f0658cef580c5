import { ApiKey, apiKeyStates, type ApiKeyDetails, type NewApiKey, type Rotation, type TellableKey } from '@usaha/core';
import { readInstant } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { PartialType } from '../../../wire/partial-type.js';
import { viewFor } from '../../../wire/view.js';
import type { ScopeCatalogue } from '../../../wire/scope-catalogue.js';
import { ViewType } from '../../../wire/view-type.js';
import { roleNames, roleOf, userRoles } from './users.wire.js';

/** Longest name of a key. */
const MAX_NAME = 100;
/** Most requests a minute that a key can be limited to. */
const MOST_REQUESTS = 100_000;
/** Longest overlap of a rotation, in hours. */
const MOST_OVERLAP = 720;

/** An example that stays in the future. */
const EXPIRY = '2099-12-31T23:59:59+08:00';
const KEY = 'usk_01Bo6o3lzl3H6JXp02dlTO9qUJhY7P2bB2gh3JSDMaKfPnyLr8qkUaMbCvMHRpxV1Ew5';

/** POST /api/v1/api-keys/. */
export class ApiKeyBody {
  @field.text('Name, by which people tell keys apart and reports show what the key did', 'Online shop', {
    max: MAX_NAME,
  })
  name!: string;
  @field.texts(
    'What the key may do within its role (A-416): <module>:read, <module>:write, *:read, *:write; write does not include read',
    ['retail:read', 'retail:write'],
    { min: 1, view: 'What the key may do within its role (A-416)' },
  )
  scopes!: string[];
  @field.choice('Role; default staff', userRoles, { unset: true, view: 'Role' }) role?: string;
  @field.texts('CIDR blocks that requests may come from, at most 50; none: from anywhere (A-419)', ['203.0.113.0/24'], {
    unset: true,
    view: 'CIDR blocks that requests may come from; none: from anywhere',
  })
  allowed_addresses?: string[];
  @field.count('Requests a minute; null: the default of the operator (A-419)', 600, {
    optional: true,
    min: 1,
    max: MOST_REQUESTS,
    view: { description: 'Requests a minute; null: the default of the operator', min: 1, max: MOST_REQUESTS },
  })
  rate_limit?: number | null;
  @field.sentInstant('When the key expires; 365 days from now unless given, null: never', {
    optional: true,
    example: EXPIRY,
  })
  expires_at?: string | null;
}

/** PUT /api/v1/api-keys/{api_key_id}/: the same fields, all optional. */
export class ApiKeyPatch extends PartialType(ApiKeyBody) {}

/** POST /api/v1/api-keys/{api_key_id}/rotate/. */
export class RotateBody {
  @field.count('Hours for which the former secret stays valid; 24 unless given, 0: it ends at once', 24, {
    unset: true,
    max: MOST_OVERLAP,
  })
  overlap_hours?: number;
  @field.sentInstant('When the key expires; unchanged unless given, null: never', { optional: true, example: EXPIRY })
  expires_at?: string | null;
}

@field.record('An API key of a business, without its secret (A-415)')
export class ApiKeyView extends ViewType(ApiKeyBody, { except: ['expires_at'] }) {
  @field.instant('When the key expires (UTC); null: never', { nullable: true }) expires_at!: Date | null;
  @field.id('Id of the key') id!: string;
  @field.text('Last four characters of the key', '1Ew5', { max: 4 }) hint!: string;
  @field.choice(
    'State; suspended while the user who made or last rotated the key is no active administrator (A-418)',
    choices('ApiKeyState', apiKeyStates),
  )
  state!: string;
  @field.instant('When the key was last rotated (UTC)', { nullable: true }) rotated_at!: Date | null;
  @field.instant('Until when the former secret is valid (UTC); null after a rotation without an overlap', {
    nullable: true,
  })
  previous_until!: Date | null;
  @field.instant('When the key was last used (UTC), at most a minute late', { nullable: true })
  last_used_at!: Date | null;
  @field.text('Address that it was last used from', '203.0.113.7', { nullable: true, max: 64 })
  last_used_address!: string | null;
  @field.id('Id of the user who made the key') created_by!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

@field.record('An API key with its secret, which is shown this once (A-414)')
export class ToldApiKeyView extends ApiKeyView {
  @field.text('The key: Authorization: Bearer <KEY>. It is stored nowhere', KEY, { max: 74 }) key!: string;
}

/** The view of a key at an instant, which its state depends on. */
export const apiKeyView = viewFor<ApiKey, ApiKeyView, Date>(ApiKey, ApiKeyView, {
  revision: 1,
  etagParts: (key, now) => [key.stateAt(now), key.last_used_at],
  personal: ['last_used_address'],
  fields: {
    role: ({ role }) => roleNames[role],
    state: (key, now) => key.stateAt(now),
  },
});

/** The view of a key that was just made or rotated. It has no ETag: the same is never shown again. */
export const toldApiKeyView =
  (now: Date) =>
  ({ record, key }: TellableKey): ToldApiKeyView => ({ ...apiKeyView(now)(record), key });

/** The validation of the body makes sure that it is an instant. */
const instantOf = (text: string | null): Date | null => (text === null ? null : readInstant(text));

/** Tells scopes that exist from others. */
type Scopes = Pick<ScopeCatalogue, 'check'>;

const detailsOf = (
  { role, scopes, expires_at, ...body }: Partial<ApiKeyBody>,
  catalogue: Scopes,
): Partial<ApiKeyDetails> => ({
  ...body,
  scopes: scopes && catalogue.check(scopes),
  role: roleOf(role),
  ...(expires_at === undefined ? {} : { expires_at: instantOf(expires_at) }),
});

/** @throws invalid for scopes that are none */
export const newApiKey = ({ name, scopes, ...body }: ApiKeyBody, catalogue: Scopes): NewApiKey => ({
  ...detailsOf(body, catalogue),
  name,
  scopes: catalogue.check(scopes),
});

/** @throws invalid for scopes that are none */
export const apiKeyChanges = (body: ApiKeyPatch, catalogue: Scopes): Partial<ApiKeyDetails> =>
  detailsOf(body, catalogue);

export const rotationOf = ({ overlap_hours, expires_at }: RotateBody): Rotation => ({
  overlap_hours,
  ...(expires_at === undefined ? {} : { expires_at: instantOf(expires_at) }),
});
