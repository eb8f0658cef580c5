/** The criteria by which an order of stops may be chosen. */
export const criteria = ['distance', 'time', 'fuel'] as const;
export type Criterion = (typeof criteria)[number];
