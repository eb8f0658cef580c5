import { MOST_ATTEMPTS, TenantExport } from './tenant-export.entity.js';

const NOW = new Date('2026-11-28T08:00:00Z');

const running = (attempts: number): TenantExport =>
  Object.assign(TenantExport.of({ include_files: true, requested_by: 'u' }), {
    status: 'running',
    attempts,
    file_id: 'f',
    holder: 'h',
    leased_until: NOW,
  });

describe('an export of a tenant', () => {
  it('A-502: waits longer after each attempt that failed, and has failed after the last', () => {
    const found = running(2);
    found.postpone(NOW);
    expect(found).toMatchObject({ status: 'queued', file_id: null, holder: null });
    expect(found.leased_until).toEqual(new Date('2026-11-28T08:01:00Z'));
    const last = running(MOST_ATTEMPTS);
    last.postpone(NOW);
    expect(last).toMatchObject({ status: 'failed', file_id: null, leased_until: null });
  });

  it('A-502: tells what is in it once it is whole, and names no file after its end', () => {
    const found = running(1);
    found.finish({ bytes: 7, counts: { users: 1 }, as_of: NOW }, new Date('2026-12-05T08:00:00Z'));
    expect(found).toMatchObject({ status: 'ready', file_id: 'f', bytes: 7, counts: { users: 1 }, holder: null });
    found.expire();
    expect(found).toMatchObject({ status: 'expired', file_id: null, bytes: 7 });
  });
});
