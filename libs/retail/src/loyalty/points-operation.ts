/** What update-points can do; the balance after it, from the balance before and the points. */
export const pointsOperations = {
  add: (balance: number, points: number) => balance + points,
  subtract: (balance: number, points: number) => balance - points,
  set: (_balance: number, points: number) => points,
} satisfies Record<string, (balance: number, points: number) => number>;

export type PointsOperation = keyof typeof pointsOperations;

/** Every word that names an operation. */
const named = { add: 'add', subtract: 'subtract', deduct: 'subtract', remove: 'subtract', set: 'set' } as const;

export type PointsWord = keyof typeof named;

export const pointsWords = Object.keys(named) as readonly PointsWord[];

export const pointsOperationOf = (word: PointsWord): PointsOperation => named[word];
