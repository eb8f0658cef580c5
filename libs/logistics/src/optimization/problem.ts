/** What an order of stops may be chosen by. */
export const criteria = ['distance', 'time', 'fuel'] as const;
export type Criterion = (typeof criteria)[number];

/** Whether an order is proved to be the best, or is the best that was found. */
export const methods = ['exact', 'heuristic'] as const;
export type Method = (typeof methods)[number];
