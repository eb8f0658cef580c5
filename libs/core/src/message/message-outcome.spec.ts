import { afterDelivery } from './message-outcome.js';
import type { MessageDelivery } from './message-carrier.js';
import type { Way } from './template.js';

const NOW = new Date('2029-05-09T02:00:00.000Z');
const after = (delivery: MessageDelivery, attempts = 1, ways: Way[] = ['sms', 'email']) =>
  afterDelivery({ ways, attempts }, delivery, NOW);
const down = { kind: 'unreachable', reason: 'connection refused' } as const;

describe('what follows an attempt (A-474)', () => {
  it('is the end where the carrier took it', () => {
    expect(after({ kind: 'accepted' })).toMatchObject({ outcome: 'accepted', status: 'sent', reason: null });
    expect(after({ kind: 'accepted', isDelivered: true }).status).toBe('delivered');
  });

  it('is the end where nothing is known', () =>
    expect(after({ kind: 'unknown', reason: 'timeout' })).toMatchObject({ status: 'unknown', ways: ['sms', 'email'] }));

  it('is the next way at once after a refusal', () => {
    const refused: MessageDelivery = { kind: 'refused', reason: 'bad number', code: '400' };
    expect(after(refused)).toMatchObject({ status: 'waiting', code: '400', ways: ['email'], attempts: 0, due_at: NOW });
    expect(after(refused, 1, ['email'])).toMatchObject({ status: 'failed', reason: 'refused' });
  });

  it.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 60],
  ])('is the same way again: after attempt %i in %i minutes', (attempts, minutes) => {
    for (const delivery of [down, { ...down, kind: 'postponed' as const }]) {
      const { due_at, ...settled } = after(delivery, attempts);
      expect((due_at.getTime() - NOW.getTime()) / 60_000).toBe(minutes);
      expect(settled).toMatchObject({ status: 'waiting', ways: ['sms', 'email'], attempts });
    }
  });

  it('is the next way after the fifth attempt, and the end after that of the last way', () => {
    expect(after(down, 5)).toMatchObject({ status: 'waiting', ways: ['email'], attempts: 0 });
    expect(after(down, 5, ['email'])).toMatchObject({ status: 'failed', reason: 'unreachable' });
  });
});
