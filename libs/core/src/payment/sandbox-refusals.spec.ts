import { refusalOf, sandboxToken } from './sandbox-refusals.js';

const NOW = new Date('2026-03-31T16:30:00Z');
const text = (means: string) => refusalOf({ text: means, token: null, expiry: null }, NOW);

describe('the sandbox (A-77)', () => {
  it.each([
    ['card_declined', 'declined'],
    ['pm_card_declined', 'declined'],
    ['tok_chargeDeclined', 'declined'],
    ['DECLINED', 'declined'],
    ['will fail', 'declined'],
    ['FailedBank', 'declined'],
    ['fpx-failure', 'declined'],
    ['PAYMENT_FAILED', 'declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('refuses %s as %s', (means, reason) => expect(text(means)).toBe(reason));

  it.each([
    'credit_card',
    'fpx',
    'bank_transfer',
    'cash',
    'ewallet',
    'pm_card_visa',
    'decline',
    'tunai',
    '',
    'Bank failover transfer',
    'failsafe',
  ])('accepts %j', (means) => expect(text(means)).toBeNull());

  it.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4111111111111111', null],
    ['4000000000000003', null],
  ])('keeps of the card %s only that it is refused as %s', (number, reason) => {
    const token = sandboxToken(number);
    expect(token).toBe(`sandbox_${reason ?? 'ok'}`);
    expect(refusalOf({ text: 'card', token, expiry: { month: 12, year: 2030 } }, NOW)).toBe(reason);
  });

  it('refuses a stored card whose month is over in Malaysia, and not before', () => {
    const expiry = { month: 3, year: 2026 };
    const means = { text: 'card', token: 'sandbox_ok', expiry };
    expect(refusalOf(means, new Date('2026-03-31T15:59:59Z'))).toBeNull();
    expect(refusalOf(means, NOW)).toBe('expired_card');
  });
});
