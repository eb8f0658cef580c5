import { FileQueue, type FileScans } from '@usaha/core';
import { ALL_SHARDS } from '@usaha/shared';
import { FileScanJob } from './file-scan-job.js';

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

/** Tenants with numbers of files that are due, and scans that end when the test says. */
function jobOver(due: Record<string, number>, { isLeader = true, isMine = (id: string): boolean => id !== '' } = {}) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const scans: Pick<FileScans, 'queue' | 'scanOne' | 'tenantsWithDue'> = {
    queue: new FileQueue(),
    tenantsWithDue: (_now, _there, after, isOwn) =>
      Promise.resolve(
        Object.keys(due)
          .filter((id) => (due[id] ?? 0) > 0 && id > after && isOwn(id))
          .sort(),
      ),
    scanOne: async (tenant_id, { signal }) => {
      const left = due[tenant_id] ?? 0;
      if (left === 0) return false;
      due[tenant_id] = left - 1;
      begun.push(tenant_id);
      await new Promise<void>((end) => {
        ends.push(end);
        signal.addEventListener('abort', () => end());
      });
      return !signal.aborted;
    },
  };
  const nodes = {
    areSeveral: false,
    ask: <T>(_now: Date, question: (there: typeof ALL_SHARDS) => Promise<T>) =>
      Promise.allSettled([question(ALL_SHARDS)]),
  };
  const succeeded = jest.fn();
  const failed = jest.fn();
  const options = { failed, unscanned: jest.fn(), missed: jest.fn(), succeeded, isLeader: () => isLeader, isMine };
  const job = new FileScanJob(scans, nodes, options);
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await settled();
  };
  const queued = (tenant_id: string) =>
    scans.queue.wakeAfterCommit({ tenant_id, db: { afterCommit: (act: () => void) => act() } } as never);
  return { job, begun, end, queued, succeeded, failed };
}

describe('A-486: the job that has files scanned', () => {
  it('scans one file of each of four tenants at once, and goes on with the others as places become free', async () => {
    const { job, begun, end, succeeded } = jobOver({ a: 30, b: 1, c: 1, d: 1, e: 1, f: 1 });
    job.start();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(succeeded).toHaveBeenCalled();
    for (let n = 0; n < 4; n += 1) await end();
    expect(begun.slice(4).toSorted()).toEqual(['a', 'e', 'f']);
    await job.stop();
  });

  it('takes the place of a tenant after ten files, for others', async () => {
    const { job, begun, end } = jobOver({ a: 100, b: 100, c: 100, d: 100, e: 1 });
    job.start();
    await settled();
    for (let n = 0; n < 40; n += 1) await end();
    expect(begun.indexOf('e')).toBeLessThanOrEqual(41);
    expect(begun).toContain('e');
    await job.stop();
  });

  it('scans what this process has taken at once, also where another instance leads', async () => {
    const { job, begun, queued } = jobOver({ a: 1, b: 1 }, { isLeader: false });
    job.start();
    await settled();
    expect(begun).toEqual([]);
    queued('b');
    await settled();
    expect(begun).toEqual(['b']);
    await job.stop();
  });

  it('leaves files of tenants on machines of other instances to these, unless this process has taken them', async () => {
    const { job, begun, queued } = jobOver({ a: 1, b: 1, c: 1 }, { isMine: (id) => id === 'b' });
    job.start();
    await settled();
    expect(begun).toEqual(['b']);
    queued('c');
    await settled();
    expect(begun).toEqual(['b', 'c']);
    await job.stop();
  });

  it('breaks off its scans when it is stopped, and begins none', async () => {
    const { job, begun, queued } = jobOver({ a: 5 });
    job.start();
    await settled();
    await job.stop();
    queued('a');
    await settled();
    expect(begun).toEqual(['a']);
  });
});
