import {
  ApiKeyRegistry,
  ApiKeyUses,
  SessionRegistry,
  newKey,
  newReference,
  type KeyVerdict,
  type Rights,
} from '@usaha/core';
import { DomainError, forbidden } from '@usaha/shared';
import { messages } from '../messages.js';
import { AcceptedKeys } from './accepted-keys.js';
import type { KeyAdmission } from './key-admission.js';
import { KeyGuard } from './key-guard.js';
import type { UsahaRequest } from './request.js';
import { sentKeyOf } from './sent-key.js';

const [TENANT, ID] = ['0198f3a2-6b1c-7c3e-9d2a-000000000001', '0198f3a2-6b1c-7c3e-9d2a-000000000002'];
const rights = { tenant_id: TENANT, actor: { user_id: ID }, api_key: { id: ID } } as unknown as Rights;

/** A guard over a registry that answers as told, and how often it was asked for what. */
function guardOf(verdict: () => KeyVerdict, admit: () => void | Promise<void> = () => undefined) {
  const asked = { check: 0, cached: 0, owners: [] as unknown[] };
  const registry: Pick<ApiKeyRegistry, 'cached' | 'check'> = {
    cached: () => {
      asked.cached += 1;
      return verdict();
    },
    check: (_key, _now, owner) => {
      asked.check += 1;
      asked.owners.push(owner);
      const found = verdict();
      return Promise.resolve({ verdict: found, id: found === 'unknown' ? null : ID });
    },
  };
  const sessions: Pick<SessionRegistry, 'ownerOf'> = { ownerOf: (tenant_id) => tenant_id };
  const uses: Pick<ApiKeyUses, 'note'> = { note: () => undefined };
  const admission: Pick<KeyAdmission, 'admit'> = { admit: () => admit() };
  const outcomes: (string | undefined)[] = [];
  const guard = new KeyGuard(
    new AcceptedKeys(),
    registry as ApiKeyRegistry,
    sessions as SessionRegistry,
    admission as KeyAdmission,
    uses as ApiKeyUses,
  );
  const send = async (text: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${text}` };
    const request = { headers, ip: '203.0.113.7', usaha: {} } as unknown as UsahaRequest;
    const key = sentKeyOf(request);
    if (!key) throw new Error('no key');
    try {
      return await guard.admit(request, {} as never, key);
    } finally {
      outcomes.push(request.usaha.key_outcome);
    }
  };
  return { asked, send, outcomes };
}

describe('A-414: the guard of API keys', () => {
  const key = newKey(TENANT, newReference());

  it('asks nothing of a text with another length or a wrong checksum', async () => {
    const { asked, send, outcomes } = guardOf(() => rights);
    const wrong = [key.slice(0, 73), `${key}0`, `${key.slice(0, 73)}${key.endsWith('A') ? 'B' : 'A'}`, 'usk_'];
    for (const text of wrong) await expect(send(text)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(asked).toMatchObject({ check: 0, cached: 0 });
    expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('asks the database once for an accepted key, and the cache from then on', async () => {
    const { asked, send } = guardOf(() => rights);
    for (let i = 0; i < 3; i += 1) expect(await send(key)).toBe(true);
    expect(asked).toMatchObject({ check: 1, cached: 2 });
  });

  it('reads a key that was never accepted in the turn of its client, not of the tenant that it names', async () => {
    let verdict: KeyVerdict = 'unknown';
    const { asked, send } = guardOf(() => verdict);
    for (let i = 0; i < 2; i += 1) await expect(send(key)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(asked.owners).toEqual(['203.0.113.7', '203.0.113.7']);
    verdict = rights;
    await send(key);
    expect(asked.owners).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7']);
  });

  it.each([
    ['unknown', 'token'],
    ['expired', 'expired'],
    ['suspended', 'suspended'],
  ] as const)('refuses an %s key with 401, and counts it', async (refusal, said) => {
    const { send, outcomes } = guardOf(() => refusal);
    await expect(send(key)).rejects.toMatchObject({ kind: 'unauthenticated', message: expect.stringContaining(said) });
    expect(outcomes).toEqual([refusal]);
  });

  it.each([
    ['address', () => forbidden(messages.addressNotAllowed({ address: '203.0.113.7' }))],
    ['rate', () => new DomainError('too_many', messages.keyRateExceeded({ quota: 5, seconds: 7 }))],
  ] as const)('A-419: counts what is refused for its %s, at once or later', async (outcome, error) => {
    const refused = [
      guardOf(
        () => rights,
        () => {
          throw error();
        },
      ),
      guardOf(
        () => rights,
        () => Promise.reject(error()),
      ),
    ];
    for (const { send, outcomes } of refused) {
      await expect(send(key)).rejects.toBeInstanceOf(DomainError);
      expect(outcomes).toEqual([outcome]);
    }
  });

  it('takes nothing for a key that is none: other schemes, and JSON Web Tokens', () => {
    const sent = (authorization?: string) => sentKeyOf({ headers: { authorization } });
    for (const header of [undefined, '', 'Bearer', key, `Basic ${key}`, `Bearer x${key}`, 'Bearer eyJ.a.b'])
      expect(sent(header)).toBeNull();
    for (const header of [`Bearer ${key}`, `bearer \t ${key}`, 'Bearer usk_', `BEARER USK_${key.slice(4)}`])
      expect(sent(header)).not.toBeNull();
  });
});
