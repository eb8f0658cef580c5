import { LateNotices } from './late-notices.js';

/** Notices whose sending ends when it is told to. */
function notices() {
  const sent: { channel: string; payload: string; end: () => void; fail: (error: Error) => void }[] = [];
  const late = new LateNotices(
    (channel, payload) => new Promise((end, fail) => sent.push({ channel, payload, end, fail })),
  );
  return { late, sent };
}

describe('what is told to other instances behind a commit', () => {
  it('is sent at once, and waited for before the connections are closed', async () => {
    const { late, sent } = notices();
    late.tell('rights', '{"user_id": "1"}');
    expect(sent).toMatchObject([{ channel: 'rights', payload: '{"user_id": "1"}' }]);
    let isSettled = false;
    const settled = late.settled().then(() => (isSettled = true));
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    sent[0]?.end();
    await settled;
    expect(isSettled).toBe(true);
  });

  it('is bounded: a thousand at most are under way', () => {
    const { late, sent } = notices();
    const failures: unknown[] = [];
    late.onFailure((error) => failures.push(error));
    for (let i = 0; i < 1_001; i += 1) late.tell('rights', '{}');
    expect([sent.length, failures.length]).toEqual([1_000, 1]);
  });

  it('is reported where it cannot be sent, and ends nothing', async () => {
    const { late, sent } = notices();
    const failures: unknown[] = [];
    late.onFailure((error) => failures.push(error));
    late.tell('rights', '{}');
    const lost = new Error('the coordinator does not answer');
    sent[0]?.fail(lost);
    await late.settled();
    expect(failures).toEqual([lost]);
  });
});
