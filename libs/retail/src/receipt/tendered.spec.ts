import { changeKeys, tenderedKeys, tenderedOf } from './tendered.js';

it.each([
  [null, null],
  [{}, null],
  [{ card_last_four: '4242' }, null],
  [
    { tendered: 50, change: 7.7 },
    { amount: 50, change: 7.7 },
  ],
  [{ tendered: '50.00' }, { amount: 50, change: 7.7 }],
  [{ tendered: 40 }, { amount: 40, change: null }],
  [{ change: 1 }, { amount: null, change: 1 }],
  [
    { tendered: 'fifty', cash_received: 50, change: -1 },
    { amount: 50, change: 7.7 },
  ],
  [{ tendered: Infinity, change: { amount: 1 } }, null],
  [
    { tendered: 1e-7, change: '1e3' },
    { amount: 0, change: null },
  ],
  [{ tendered: 1e300 }, null],
])('of %j for 42.30 is %j', (details, expected) => expect(tenderedOf(details, 42.3)).toEqual(expected));

it('is understood by each of its names', () => {
  for (const key of tenderedKeys) expect(tenderedOf({ [key]: 50 }, 42.3)?.amount).toBe(50);
  for (const key of changeKeys) expect(tenderedOf({ [key]: 5 }, 42.3)?.change).toBe(5);
});
