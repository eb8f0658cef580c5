import { looseKey } from '../language/words.js';
import { paymentMethodAliases } from './payment-methods.js';

it('no name of a payment method means two of them', () => {
  const names = Object.entries(paymentMethodAliases).flatMap(([key, others]) => [key, ...others].map(looseKey));
  expect(new Set(names).size).toBe(names.length);
});
