import { connectionsNeeded, containerLimit, poolShare, processesText, processors } from './instances.js';

it.each([
  [8, null, 8],
  [8, 'max 100000\n', 8],
  [8, '200000 100000\n', 2],
  [8, '150000 100000\n', 2],
  [8, '50000 100000\n', 1],
  [2, '400000 100000\n', 2],
])('auto: of %d processors with the limit %j of a container, %d are used', (seen, limit, used) => {
  expect(processors(seen, limit)).toBe(used);
});

const v1 = (folder: string, quota: string) => ({
  [`${folder}/cpu.cfs_quota_us`]: `${quota}\n`,
  [`${folder}/cpu.cfs_period_us`]: '100000\n',
});

it.each([
  ['cgroup v2', { '/sys/fs/cgroup/cpu.max': '200000 100000\n' }, 2],
  ['cgroup v2 without a limit', { '/sys/fs/cgroup/cpu.max': 'max 100000\n' }, 8],
  ['cgroup v1', v1('/sys/fs/cgroup/cpu', '150000'), 2],
  ['cgroup v1, of two controllers', v1('/sys/fs/cgroup/cpu,cpuacct', '300000'), 3],
  ['cgroup v1 without a limit', v1('/sys/fs/cgroup/cpu', '-1'), 8],
  ['no cgroup', {}, 8],
])('auto reads the limit of a container by %s', (_, files: Record<string, string>, used) => {
  expect(
    processors(
      8,
      containerLimit((path) => files[path] ?? null),
    ),
  ).toBe(used);
});

it.each([
  [1, 1, 1],
  [1, 10, 10],
  [2, 10, 5],
  [3, 10, 3],
  [8, 10, 2],
  [64, 1, 2],
])(
  'each of %d processes has of %d connections %d, and at least 2 where there are several',
  (instances, poolSize, share) => {
    expect(poolShare({ instances, poolSize })).toBe(share);
  },
);

it('says that the least share makes more than the pool', () => {
  expect(processesText({ instances: 8, poolSize: 10 })).toBe(
    '8 processes serve the port, each with 2 of 10 database connections (DATABASE_POOL_SIZE); they need at least 2 each, 16 in all',
  );
});

it('counts LISTEN, readiness and a start of each process, and one process that is replaced', () => {
  expect(connectionsNeeded({ instances: 2, poolSize: 10 })).toBe(24);
});
