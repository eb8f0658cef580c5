import { setImmediate as nextTurn } from 'node:timers/promises';
import { Arrivals } from './arrivals.js';

function arriving(most: number) {
  const begun: string[] = [];
  const arrivals = new Arrivals(most);
  const add = (owner: string, name: string, isOver = () => false) =>
    arrivals.add(() => owner, { isOver, begin: () => begun.push(name) });
  return { begun, arrivals, add };
}

it('where no more arrive than may begin in a turn, all begin at once, and no owner is looked up', () => {
  const arrivals = new Arrivals(2);
  const owner = jest.fn(() => 'a');
  const begin = jest.fn();
  for (let i = 0; i < 2; i += 1) arrivals.add(owner, { isOver: () => false, begin });
  expect([begin.mock.calls.length, owner.mock.calls.length, arrivals.size]).toEqual([2, 0, 0]);
});

it('of a flood a few begin in each turn of the event loop, and the one request of another comes with the next', async () => {
  const { begun, arrivals, add } = arriving(2);
  for (let i = 0; i < 9; i += 1) add('flood', `f${i}`);
  add('calm', 'calm');
  expect(begun).toEqual(['f0', 'f1']);
  await nextTurn();
  expect(begun).toEqual(['f0', 'f1', 'f2', 'calm']);
  await nextTurn();
  expect(begun.length).toBe(6);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect([begun.length, arrivals.size]).toEqual([10, 0]);
});

it('those of one owner begin in the order in which they came', async () => {
  const { begun, add } = arriving(1);
  for (let i = 0; i < 5; i += 1) add('one', `${i}`);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(begun).toEqual(['0', '1', '2', '3', '4']);
});

it('what its client no longer waits for is passed over, and takes no other place', async () => {
  const { begun, arrivals, add } = arriving(1);
  add('one', 'first');
  for (let i = 0; i < 50; i += 1) add('one', 'gone', () => true);
  add('one', 'last');
  await nextTurn();
  expect([begun, arrivals.size]).toEqual([['first', 'last'], 0]);
});

it('after a turn in which nothing arrived all begins at once again', async () => {
  const { begun, add } = arriving(1);
  add('one', 'a');
  add('one', 'b');
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  add('one', 'c');
  expect(begun).toEqual(['a', 'b', 'c']);
});
