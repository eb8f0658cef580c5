import { FeeRounds } from './fee-rounds.js';
import type { DueFee } from './repeated-invoices.service.js';

const NOW = new Date('2026-03-02T01:00:00Z');

/** Rounds of one tenant with these fees. @param invoice makes the invoices of a fee @param charge the late fees */
function roundsOf(fees: string[], invoice: (fee_id: string) => void, charge: () => void): FeeRounds {
  const parts = [
    { job: (ctx: object, act: (given: object) => unknown) => Promise.resolve(ctx).then(act) },
    { findEver: () => Promise.resolve([['a']]) },
    { usage: () => ({ status: 'enabled' }) },
    { of: () => ({ late_fee: {} }) },
    {
      due: () => fees.map((fee_id) => ({ fee_id })),
      invoice: (_: object, { fee_id }: DueFee) => {
        invoice(fee_id);
        return false;
      },
    },
    {
      charge: () => {
        charge();
        return null;
      },
    },
  ] as unknown as ConstructorParameters<typeof FeeRounds>;
  return new FeeRounds(...parts);
}

it('A-362: a fee of which no invoice can be made is reported, and is in the way of no other and of no late fee', async () => {
  const [done, told] = [[] as string[], [] as string[]];
  const rounds = roundsOf(
    ['first', 'second'],
    (fee_id) => {
      if (fee_id === 'first') throw new Error('not this one');
      done.push(fee_id);
    },
    () => done.push('late fees'),
  );
  await rounds.run(() => NOW, { failed: (error, tenant_id) => told.push(`${tenant_id}: ${(error as Error).message}`) });
  expect([done, told]).toEqual([['second', 'late fees'], ['a: not this one']]);
});
