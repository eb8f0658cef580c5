import { Jobs } from './jobs.js';

/** Jobs of which none has started, and whose uses of sessions are written when the test says so. */
function jobs() {
  const writing: (() => void)[] = [];
  const lastSeen = { write: () => new Promise<void>((end) => writing.push(end)) };
  const quiet = () => Promise.resolve();
  const parts: Record<string, unknown> = {
    lastSeen,
    signIns: { written: quiet },
    keyUses: { write: quiet },
    imports: { stop: quiet },
    tenantExports: { stop: quiet },
    leases: { end: quiet },
    log: { complain: () => undefined },
  };
  return {
    jobs: Object.assign(Object.create(Jobs.prototype) as object, {
      running: [],
      webhooks: null,
      stopping: quiet(),
      ...parts,
    }) as unknown as Jobs,
    writing,
  };
}

const turn = () => new Promise(setImmediate);

describe('jobs that are stopped twice', () => {
  it('are through only when nothing is written any more: the connections are closed then', async () => {
    const { jobs: stopped, writing } = jobs();
    void stopped.stop();
    await turn();
    expect(writing).toHaveLength(1);
    let isThrough = false;
    const second = stopped.stop().then(() => (isThrough = true));
    await turn();
    // The first still writes.
    expect([writing.length, isThrough]).toEqual([1, false]);
    writing[0]?.();
    await turn();
    // The second writes the uses since then.
    expect([writing.length, isThrough]).toEqual([2, false]);
    writing[1]?.();
    await second;
    expect(isThrough).toBe(true);
  });
});
