import { UNWEIGHTED, typeKey, type Weights } from './weights.js';
import { toSen, grouped } from '@usaha/shared';
import { bandOf, scaleOf, type KeptScale, type Scale } from './scales.js';

/**
 * The arithmetic of marks: academic record, report card and performance report print what it says. A percentage
 * is a whole number of hundredths here (7250 is 72.50 %), so that nothing is lost on the way. Each step begins with the
 * figures that are printed before it.
 */

/** score / max_score × 100, half-up, in hundredths of a percent. */
export function percentageOf(score: number, max_score: number): number {
  const [part, whole] = [toSen(score), toSen(max_score)];
  return Number((20_000n * part + whole) / (2n * whole));
}

/** The mean of whole numbers that are not negative, half-up. */
export function meanOf(values: readonly number[]): number {
  const [sum, count] = [values.reduce((a, b) => a + BigInt(b), 0n), BigInt(values.length)];
  return Number((2n * sum + count) / (2n * count));
}

/** Hundredths as the figure that is shown: 72.5. */
export const shown = (hundredths: number): number => hundredths / 100;

/** The letter of a percentage, which is rounded half-up to a whole one first: 89.50 is an A+, 89.49 an A. */
export const letterOf = (kept: KeptScale, percentage: number): string | null =>
  bandOf(scaleOf(kept), wholeOf(percentage))?.grade ?? null;

const wholeOf = (percentage: number): number => Math.floor((percentage + 50) / 100);

/** What the arithmetic needs of a grade. */
export interface Mark extends KeptScale {
  id: string;
  subject_id: string | null;
  /** What subjects are told apart by: the same in any case, trimmed; null is a subject, too. */
  subject_key: string | null;
  assessment_type: string | null;
  /** In hundredths of a percent; null where the student did not sit it: it counts in no average. */
  percentage: number | null;
  /** YYYY-MM-DD */
  assessment_date: string;
}

/** The marks of a subject; figures are as they are shown, percentages up to 100.00. */
export interface SubjectAverage<M extends Mark = Mark> {
  /** As it was written last; `unspecified` where none was named. */
  subject_id: string;
  /** By date. */
  marks: M[];
  /** null where the student sat none. */
  average_percentage: number | null;
  grade: string | null;
}

export interface OverallAverage {
  subjects: number;
  assessments: number;
  /** null without marks, like the other figures. */
  average_percentage: number | null;
  grade: string | null;
  /** Mean of the subjects' points, where the scale has some: of SPM, the lower the better. */
  gps: number | null;
  /** Of STPM and matriculation, up to 4.00. */
  cgpa: number | null;
}

/** The subject of grades that name none. */
export const UNSPECIFIED = 'unspecified';

/**
 * The average of the assessments that were sat, in hundredths of a percent; null without one. With weights it is that of the types'
 * means, each by its weight (A-363); otherwise all assessments count alike.
 */
function averageOf(marks: readonly Mark[], weights: Weights | null): number | null {
  const sat = marks.flatMap(({ percentage, assessment_type }) =>
    percentage === null ? [] : [{ percentage, type: typeKey(assessment_type) }],
  );
  if (sat.length === 0) return null;
  if (!weights) return meanOf(sat.map(({ percentage }) => percentage));
  const types = [...grouped(sat, ({ type }) => type)].map(([type, of]) => ({
    weight: BigInt(weights.get(type) ?? UNWEIGHTED),
    mean: BigInt(meanOf(of.map(({ percentage }) => percentage))),
  }));
  const whole = types.reduce((sum, { weight }) => sum + weight, 0n);
  const part = types.reduce((sum, { weight, mean }) => sum + weight * mean, 0n);
  return whole === 0n ? null : Number((2n * part + whole) / (2n * whole));
}

/** The averages of subjects, from A to Z, and of all of them. @param weights of types of assessments; null: all alike */
export function averagesOf<M extends Mark>(
  marks: readonly M[],
  weights: Weights | null = null,
): { subjects: SubjectAverage<M>[]; overall: OverallAverage } {
  const dated = [...marks].sort(byDate);
  const averaged = [...grouped(dated, ({ subject_key }) => subject_key)]
    .sort(([a], [b]) => compare(a ?? UNSPECIFIED, b ?? UNSPECIFIED))
    .map(([, of]) => ({ of, average: averageOf(of, weights) }));
  const subjects = averaged.map(({ of, average }) => ({
    subject_id: labelOf(of),
    marks: of,
    average_percentage: average === null ? null : shown(average),
    grade: average === null ? null : letterOf(newestOf(of), average),
  }));
  return { subjects, overall: overallOf(dated, averaged) };
}

function overallOf(dated: readonly Mark[], averaged: readonly { average: number | null }[]): OverallAverage {
  const counts = { subjects: averaged.length, assessments: dated.length };
  const averages = averaged.flatMap(({ average }) => average ?? []);
  if (averages.length === 0) return { ...counts, average_percentage: null, grade: null, gps: null, cgpa: null };
  const average = meanOf(averages);
  const kept = newestOf(dated);
  const scale = scaleOf(kept);
  const means = { gps: null, cgpa: null, ...(scale.mean ? { [scale.mean]: pointsOf(scale, averages) } : {}) };
  return { ...counts, average_percentage: shown(average), grade: letterOf(kept, average), ...means };
}

const pointsOf = (scale: Scale, averages: readonly number[]): number =>
  shown(meanOf(averages.map((average) => bandOf(scale, wholeOf(average))?.points ?? 0)));

/** Of marks in the order of their dates, of which there is at least one. */
const newestOf = <M>(dated: readonly M[]): M => dated[dated.length - 1] as M;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byDate = (a: Mark, b: Mark): number => compare(a.assessment_date, b.assessment_date) || compare(a.id, b.id);

/** The text that was written last: ids rise with the time at which grades are recorded. */
function labelOf(marks: readonly Mark[]): string {
  const last = marks.reduce((latest, mark) => (mark.id > latest.id ? mark : latest));
  return last.subject_key === null ? UNSPECIFIED : (last.subject_id ?? '').trim();
}
