/** Steps that people count in. */
const nice = [1, 2, 2.5, 5, 10];

/** Marks of an axis from 0 to at least `most`, evenly spaced in round numbers; one step where there is nothing to show. */
export function ticks(most: number, about = 5): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (nice.find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** Indexes of at most `most` of a row of labels, from the first, evenly spaced. */
export function spread(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

/** A value of an axis, shortened: 1,500,000 is 1.5M. */
export function shortened(value: number): string {
  const units: [number, string][] = [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  return `${Number((value / size).toFixed(2))}${unit}`;
}
