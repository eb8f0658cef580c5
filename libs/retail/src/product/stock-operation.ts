/** What update-stock can do; the stock after it, from the stock before and the quantity. */
export const stockOperations = {
  add: (stock: number, quantity: number) => stock + quantity,
  subtract: (stock: number, quantity: number) => stock - quantity,
  set: (_stock: number, quantity: number) => quantity,
} satisfies Record<string, (stock: number, quantity: number) => number>;

export type StockOperation = keyof typeof stockOperations;

/** Other words for the same. */
const aliases: Readonly<Record<string, StockOperation>> = {
  remove: 'subtract',
  reduce: 'subtract',
  deduct: 'subtract',
};

/** Every word that names an operation. */
export const stockOperationWords: readonly string[] = [...Object.keys(stockOperations), ...Object.keys(aliases)];

/** The operation that a word names, or null. */
export const stockOperationNamed = (word: string): StockOperation | null =>
  word in stockOperations ? (word as StockOperation) : (aliases[word] ?? null);
