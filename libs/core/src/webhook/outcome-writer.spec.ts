import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempted } from './delivery-outcome.js';
import { OutcomeWriter } from './outcome-writer.js';

const attempt = (id: string) => ({ delivery: { id } }) as unknown as Attempted;

it('writes together what comes while a transaction of the tenant is under way, and tells each of its failure', async () => {
  const written: string[][] = [];
  const writer = new OutcomeWriter(async (tenant_id, attempts) => {
    written.push([tenant_id, ...attempts.map(({ delivery }) => delivery.id)]);
    await sleep(5);
    if (tenant_id === 'B') throw new Error('no database');
  });
  const all = [
    writer.add('A', attempt('1')),
    writer.add('A', attempt('2')),
    writer.add('A', attempt('3')),
    writer.add('B', attempt('4')),
  ];
  const settled = await Promise.allSettled(all);
  expect(written).toEqual([
    ['A', '1'],
    ['B', '4'],
    ['A', '2', '3'],
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  await writer.add('A', attempt('5'));
  expect(written.at(-1)).toEqual(['A', '5']);
});
