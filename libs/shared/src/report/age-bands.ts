/** Ages in whole years, each band with the first age that is too old for it; the last has none (A-164). */
const bands = [
  ['0-12', 13],
  ['13-17', 18],
  ['18-39', 40],
  ['40-59', 60],
  ['60+', null],
] as const;

/** The bands that people are grouped in by their age, the youngest first. */
export const ageBands: readonly string[] = bands.map(([name]) => name);

/**
 * SQL: the band of who was born on a day. A person born on 29 February turns a year older on 1 March.
 * @param born an expression @param today a placeholder of YYYY-MM-DD
 * @param unknown what stands for no day of birth, and for one to come
 */
export const ageBandOf = (born: string, today: string, unknown: string): string =>
  `case when ${born} is null or ${born} > ${today}::date then '${unknown}' ${bands
    .map(([name, end]) =>
      end === null
        ? `else '${name}' end`
        : `when extract(year from age(${today}::date::timestamp, ${born}::timestamp)) < ${end} then '${name}'`,
    )
    .join(' ')}`;
