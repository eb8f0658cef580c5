import { pointsOperationOf, pointsOperations, pointsWords } from './points-operation.js';

describe('A-104: what is done with points', () => {
  it('adds to the balance, takes from it, or sets it', () => {
    expect(pointsOperations.add(100, 30)).toBe(130);
    expect(pointsOperations.subtract(100, 30)).toBe(70);
    expect(pointsOperations.set(100, 30)).toBe(30);
  });

  it('is named by each of its words', () => {
    expect(Object.fromEntries(pointsWords.map((word) => [word, pointsOperationOf(word)]))).toEqual({
      add: 'add',
      subtract: 'subtract',
      deduct: 'subtract',
      remove: 'subtract',
      set: 'set',
    });
  });
});
