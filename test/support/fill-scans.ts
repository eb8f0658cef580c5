import { FileQueue } from '@usaha/core';
import { FileScanJob } from '../../apps/api/dist/jobs/file-scan-job.js';

/** @returns how many tenants had their files scanned at once, of many whose files are due */
export async function fillScans(): Promise<number> {
  let scans = 0;
  const tenants = Array.from({ length: 100 }, (_, n) => String(n));
  const scanOne = () => {
    scans += 1;
    return new Promise<never>(() => undefined);
  };
  const nodes = {
    areSeveral: false,
    ask: async (_now: Date, question: (there: never) => Promise<unknown>) =>
      Promise.allSettled([question(undefined as never)]),
  };
  const queue = new FileQueue();
  const tenantsWithDue = () => Promise.resolve(tenants);
  const ignored = () => undefined;
  const told = { failed: ignored, unscanned: ignored, missed: ignored, succeeded: ignored };
  const options = { ...told, isLeader: () => true, isMine: () => true };
  const job = new FileScanJob({ queue, scanOne, tenantsWithDue }, nodes as never, options);
  job.start();
  await new Promise((done) => setTimeout(done, 20));
  return scans;
}
