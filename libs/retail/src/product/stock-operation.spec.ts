import { stockOperationNamed, stockOperationWords, stockOperations } from './stock-operation.js';

describe('A-98: what is done with a stock', () => {
  it('adds to it, takes from it, or sets it', () => {
    expect(stockOperations.add(10, 3)).toBe(13);
    expect(stockOperations.subtract(10, 3)).toBe(7);
    expect(stockOperations.set(10, 3)).toBe(3);
  });

  it.each([
    ['add', 'add'],
    ['subtract', 'subtract'],
    ['set', 'set'],
    ['remove', 'subtract'],
    ['reduce', 'subtract'],
    ['deduct', 'subtract'],
  ])('is named by the word %s: %s', (word, operation) => {
    expect(stockOperationNamed(word)).toBe(operation);
  });

  it('has these words and no others', () => {
    expect([...stockOperationWords].sort()).toEqual(['add', 'deduct', 'reduce', 'remove', 'set', 'subtract']);
    for (const word of ['', 'Add', 'increase', 'constructor', 'toString', '__proto__'])
      expect(stockOperationNamed(word)).toBeNull();
  });
});
