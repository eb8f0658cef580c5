import { Turns } from './turns.js';

it('whoever asks for much waits behind those who ask for little', () => {
  const turns = new Turns<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(item.charAt(0), item);
  expect([turns.size, turns.of('a'), turns.of('x')]).toEqual([6, 3, 0]);
  expect(Array.from({ length: 7 }, () => turns.next())).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  expect([turns.size, turns.of('a')]).toEqual([0, 0]);
});
