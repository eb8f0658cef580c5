import { Database, type Context } from '@usaha/shared';
import { RightsCache } from './rights-cache.js';
import { SessionRegistry } from './session.registry.js';

const [TENANT, USER, SESSION] = [1, 2, 3].map((n) => `0198f3a2-6b1c-7c3e-9d2a-00000000000${n}`) as [
  string,
  string,
  string,
];
const token = { tid: TENANT, sub: USER, sid: SESSION };
const now = new Date('2026-03-10T08:30:00Z');

/** A database whose every reading of rights waits until it is let go, and says then which role it has found. */
function slowDatabase() {
  const waiting: ((role: string) => void)[] = [];
  const query = () =>
    new Promise<unknown[][]>((found) => {
      waiting.push((role) => found([[USER, 7, role, 'active', 'active', []]]));
    });
  const read = (who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<unknown>) =>
    work({ ...who, db: { read: query } } as unknown as Context);
  return { database: { read } as unknown as Database, waiting };
}

let cache: RightsCache;
beforeEach(() => {
  cache = new RightsCache();
  cache.setListening(true);
});

describe('rights of a session that are not cached', () => {
  it('are read once for all who ask meanwhile, and again once they have been forgotten', async () => {
    const { database, waiting } = slowDatabase();
    const sessions = new SessionRegistry(database, cache);
    const asked = [1, 2, 3].map(() => sessions.rights(token, now));
    expect(waiting).toHaveLength(1);
    waiting[0]?.('staff');
    const found = await Promise.all(asked);
    expect(found.map((rights) => rights?.actor.role)).toEqual(['staff', 'staff', 'staff']);
    expect(await sessions.rights(token, now)).toBe(found[0]);
    cache.forget({ session_id: SESSION });
    const again = sessions.rights(token, now);
    waiting[1]?.('admin');
    expect((await again)?.actor.role).toBe('admin');
  });

  it('are not those that another request began to read before they were changed', async () => {
    const { database, waiting } = slowDatabase();
    const sessions = new SessionRegistry(database, cache);
    const before = sessions.rights(token, now);
    cache.forget({ user_id: USER });
    const after = sessions.rights(token, now);
    expect(waiting).toHaveLength(2);
    waiting[1]?.('staff');
    expect((await after)?.actor.role).toBe('staff');
    waiting[0]?.('admin');
    await before;
    expect(cache.get(SESSION, now.getTime())?.actor.role).toBe('staff');
  });

  it('are read for each while changes of other instances are not heard', () => {
    cache.setListening(false);
    const { database, waiting } = slowDatabase();
    const sessions = new SessionRegistry(database, cache);
    for (let i = 0; i < 3; i += 1) void sessions.rights(token, now);
    expect(waiting).toHaveLength(3);
  });

  it('that cannot be read are asked for again by the next', async () => {
    let tries = 0;
    const query = () => Promise.reject(new Error(`lost ${(tries += 1)}`));
    const sessions = new SessionRegistry({ read: query } as unknown as Database, cache);
    await expect(sessions.rights(token, now)).rejects.toThrow('lost 1');
    await expect(sessions.rights(token, now)).rejects.toThrow('lost 2');
  });
});

describe('settings of modules', () => {
  const settings = { retail: { default_tax_rate: 6 }, beauty: null };
  const ctx = (more: object = {}): Context =>
    ({ tenant_id: TENANT, actor: { user_id: USER, session_id: SESSION }, now, ...more }) as unknown as Context;

  const registryOf = (text: string | null): SessionRegistry => {
    const query = () => Promise.resolve([[USER, 7, 'staff', 'active', 'active', [], text]]);
    const read = (who: Omit<Context, 'db'>, work: (ctx: Context) => Promise<unknown>) =>
      work({ ...who, db: { read: query } } as unknown as Context);
    return new SessionRegistry({ read } as unknown as Database, cache);
  };

  it('are cached with the rights of a user of the tenant, until they are changed or changes would not be heard', async () => {
    const sessions = registryOf(JSON.stringify(settings));
    await sessions.rights(token, now);
    expect(sessions.cachedSettings(ctx())).toEqual(settings);
    cache.forget({ user_id: USER });
    expect(sessions.cachedSettings(ctx())).toEqual(settings);
    cache.forget({ tenant_id: TENANT });
    expect(sessions.cachedSettings(ctx())).toBeUndefined();
    await sessions.rights(token, now);
    cache.setListening(false);
    await sessions.rights(token, now);
    expect(sessions.cachedSettings(ctx())).toBeUndefined();
  });

  it('are known to be none where there are none', async () => {
    const sessions = registryOf(null);
    await sessions.rights(token, now);
    expect(sessions.cachedSettings(ctx())).toEqual({});
  });

  it('are those of no other tenant, and cached for no job', async () => {
    const sessions = registryOf(JSON.stringify(settings));
    await sessions.rights(token, now);
    expect(sessions.cachedSettings(ctx({ tenant_id: USER }))).toBeUndefined();
    expect(sessions.cachedSettings(ctx({ actor: null }))).toBeUndefined();
  });

  it('are not those that another request began to read before they were changed', async () => {
    const sessions = registryOf(JSON.stringify(settings));
    const before = sessions.rights(token, now);
    cache.forget({ tenant_id: TENANT });
    await before;
    expect(sessions.cachedSettings(ctx())).toBeUndefined();
  });
});
