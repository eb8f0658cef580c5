import { SeenSessions } from './seen-sessions.js';

describe('uses of sessions', () => {
  it('are noted by the last of each, and forgotten once they are taken', () => {
    const seen = new SeenSessions();
    seen.note('a', 'shop', 1_000);
    seen.note('b', 'clinic', 1_500);
    seen.note('a', 'shop', 2_000);
    const taken = [
      ['a', { tenant_id: 'shop', at: 2_000 }],
      ['b', { tenant_id: 'clinic', at: 1_500 }],
    ];
    expect([...seen.take()]).toEqual(taken);
    expect([...seen.take()]).toEqual([]);
  });

  it('that could not be written are noted again, save where there is a later one', () => {
    const seen = new SeenSessions();
    seen.note('a', 'shop', 1_000);
    seen.note('b', 'shop', 1_000);
    const taken = seen.take();
    seen.note('a', 'shop', 3_000);
    seen.putBack(taken);
    expect([...seen.take()].map(([id, { at }]) => [id, at])).toEqual([
      ['a', 3_000],
      ['b', 1_000],
    ]);
  });
});
