import { RoundRobinQueue } from './round-robin-queue.js';

it('an owner that asks for much waits behind those that ask for little', () => {
  const turns = new RoundRobinQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(item.charAt(0), item);
  expect([turns.size, turns.of('a'), turns.of('x')]).toEqual([6, 3, 0]);
  expect(Array.from({ length: 7 }, () => turns.next())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  expect([turns.size, turns.of('a')]).toEqual([0, 0]);
});

it('a group has one turn, and its owners take it one after another', () => {
  const turns = new RoundRobinQueue<string>();
  const of = (item: string) => (item.startsWith('g') ? { name: item.slice(0, 2), group: 'g' } : item.charAt(0));
  for (const item of ['gx1', 'gx2', 'gy1', 'gz1', 'a1', 'a2']) turns.add(of(item), item);
  expect([turns.of(of('gx')), turns.ofGroup(of('gx')), turns.size]).toEqual([2, 4, 6]);
  expect(turns.remove(of('gz'), 'gz1')).toBe(true);
  expect(turns.remove(of('gz'), 'gz1')).toBe(false);
  expect(Array.from({ length: 6 }, () => turns.next())).toEqual(['gx1', 'a1', 'gy1', 'a2', 'gx2', undefined]);
  expect([turns.size, turns.ofGroup(of('gx'))]).toEqual([0, 0]);
});
