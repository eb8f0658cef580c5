/** What update-stock can do; the stock after it, from the stock before and the quantity. */
export const stockOperations = {
  add: (stock: number, quantity: number) => stock + quantity,
  subtract: (stock: number, quantity: number) => stock - quantity,
  set: (_stock: number, quantity: number) => quantity,
} satisfies Record<string, (stock: number, quantity: number) => number>;

export type StockOperation = keyof typeof stockOperations;

/** By every word that names one. */
const named: ReadonlyMap<string, StockOperation> = new Map([
  ['add', 'add'],
  ['subtract', 'subtract'],
  ['set', 'set'],
  ['remove', 'subtract'],
  ['reduce', 'subtract'],
  ['deduct', 'subtract'],
]);

/** Every word that names an operation. */
export const stockOperationWords: readonly string[] = [...named.keys()];

/** The operation that a word names, or null. */
export const stockOperationNamed = (word: string): StockOperation | null => named.get(word) ?? null;
