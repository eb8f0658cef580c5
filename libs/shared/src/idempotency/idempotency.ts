import type { Context } from '../transaction/context.js';
import { runAcrossTenants } from '../transaction/privileged-access.js';
import { ALL_SHARDS } from '../transaction/shard-scope.js';
import { DomainError, conflict } from '../errors.js';
import { newId } from '../values/ids.js';
import { messages } from '../language/messages.js';

/** How long the first answer is given again, in milliseconds: 24 hours. */
export const IDEMPOTENCY_MS = 24 * 3_600_000;

/** What a key stands for: one user, one operation, one path; in the tenant of the context. */
export interface IdempotencyScope {
  user_id: string;
  method: string;
  path: string;
  key: string;
}

/**
 * What a claim finds: nothing (the request is the first), the first answer, or a first request that committed
 * something but was never answered (a payment between its two transactions).
 */
export type Claim =
  | { kind: 'first'; id: string }
  | { kind: 'answered'; status: number; answer: string }
  | { kind: 'unanswered'; id: string };

/** What fingerprints of this kind begin with. A row that an earlier release left has another or none: its body is not compared. */
const KEYED = 'h1.';

/**
 * The fingerprint of a body: the same for the same values, in any order of their keys. Bodies hold passwords and IC numbers, so
 * it is an HMAC of the row alone: nothing can be tried against it without the keyring, and equal bodies of two rows differ.
 * The keyring's search key makes it, which does not rotate: a retry finds its answer after JWT_KEYS or SEAL_KEYS have rotated.
 */
const fingerprintOf = (ctx: Context, id: string, body: unknown): string =>
  KEYED + ctx.db.keyring.fingerprint('usaha idempotency', `${ctx.tenant_id} ${id} ${JSON.stringify(sorted(body))}`);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, nested]) => [key, sorted(nested)]));
}

const place = (ctx: Context, id: string): string => `kernel.idempotency_keys.answer:${ctx.tenant_id}:${id}`;

/**
 * Claims a key in the context's own transaction: a parallel request with the same key waits here until the first has
 * committed, and then finds its answer; where the first was rolled back, it is the first itself.
 * @throws conflict when the key was used with another body
 */
export async function claimKey(ctx: Context, scope: IdempotencyScope, body: unknown): Promise<Claim> {
  const { user_id, method, path, key } = scope;
  const id = newId(ctx.now);
  const expired = new Date(ctx.now.getTime() - IDEMPOTENCY_MS);
  const claimed = await ctx.db.write(
    `insert into kernel.idempotency_keys as r (tenant_id, user_id, method, path, key, id, fingerprint, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, user_id, method, path, key) do update
       set id = excluded.id, fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = null, answer = null
       where r.created_at < $9
     returning r.id`,
    [ctx.tenant_id, user_id, method, path, key, id, fingerprintOf(ctx, id, body), ctx.now, expired],
  );
  if (claimed.length > 0) return { kind: 'first', id };
  const [row] = await ctx.db.lock(
    `select r.id, r.fingerprint, r.status, r.answer from kernel.idempotency_keys r
     where r.tenant_id = $1 and r.user_id = $2 and r.method = $3 and r.path = $4 and r.key = $5 for update`,
    [ctx.tenant_id, user_id, method, path, key],
  );
  const [found, sent, status, answer] = row as [string, string, number | null, string | null];
  if (sent.startsWith(KEYED) && sent !== fingerprintOf(ctx, found, body))
    throw conflict('Idempotency-Key', messages.keyUsedWithAnotherBody());
  if (status === null || answer === null) return { kind: 'unanswered', id: found };
  return { kind: 'answered', status, answer: ctx.db.keyring.open(answer, place(ctx, found)) };
}

/** Keeps the first answer, in the transaction of what it tells. */
export function rememberAnswer(ctx: Context, id: string, status: number, answer: string): void {
  ctx.db.enqueue('update kernel.idempotency_keys r set status = $3, answer = $4 where r.tenant_id = $1 and r.id = $2', [
    ctx.tenant_id,
    id,
    status,
    ctx.db.keyring.seal(answer, place(ctx, id)),
  ]);
}

/**
 * Deletes the tenant's stored answers that name an erased person; one that cannot be opened can be given to
 * no caller, and goes too. A request that is repeated with such a key is done as if it were the first.
 * @param text what only such an answer holds: an id @param onPath whether answers to this path may go
 * @returns how many went
 */
export async function forgetAnswersHolding(
  ctx: Context,
  text: string,
  onPath: (path: string) => boolean,
): Promise<number> {
  const kept = (await answersOf(ctx)).filter(({ path }) => onPath(path));
  const holding = kept.filter(({ id, answer }) => opened(ctx, id, answer)?.includes(text) ?? true);
  return forgetThese(
    ctx,
    holding.map(({ id }) => id),
  );
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * The same of many records at once: each answer is opened once, however many were blanked.
 * @param blanked those among ids that may be told no more
 */
export async function forgetAnswersNaming(
  ctx: Context,
  onPath: (path: string) => boolean,
  blanked: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const kept = (await answersOf(ctx)).filter(({ path }) => onPath(path));
  // Null where it cannot be opened.
  const named = kept.map(({ id, answer }) => ({ id, names: namesIn(opened(ctx, id, answer)) }));
  const told = await blanked([...new Set(named.flatMap(({ names }) => names ?? []))]);
  return forgetThese(
    ctx,
    named.filter(({ names }) => names === null || names.some((name) => told.has(name))).map(({ id }) => id),
  );
}

const namesIn = (text: string | null): readonly string[] | null => (text === null ? null : (text.match(UUIDS) ?? []));

interface KeptAnswer {
  id: string;
  path: string;
  answer: string;
}

async function answersOf(ctx: Context): Promise<KeptAnswer[]> {
  const rows = await ctx.db.read(
    'select r.id, r.path, r.answer from kernel.idempotency_keys r where r.tenant_id = $1 and r.answer is not null',
    [ctx.tenant_id],
  );
  return (rows as [string, string, string][]).map(([id, path, answer]) => ({ id, path, answer }));
}

function forgetThese(ctx: Context, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0);
  return ctx.db.change('delete from kernel.idempotency_keys r where r.tenant_id = $1 and r.id = any($2)', [
    ctx.tenant_id,
    ids,
  ]);
}

function opened(ctx: Context, id: string, answer: string): string | null {
  try {
    return ctx.db.keyring.open(answer, place(ctx, id));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Throws away answers that are older than 24 hours. @param there of whose tenants; of all unless told */
export function forgetAnswers(ctx: Context, there = ALL_SHARDS): Promise<number> {
  const values: unknown[] = [new Date(ctx.now.getTime() - IDEMPOTENCY_MS)];
  const isTheirs = there.where('r.tenant_id', values);
  return runAcrossTenants(ctx, () =>
    ctx.db.change(`delete from kernel.idempotency_keys r where r.created_at < $1 and ${isTheirs}`, values),
  );
}
