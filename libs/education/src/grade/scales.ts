import type { SchoolLevel } from '../level/school-level.js';
import { levelOf } from '../level/school-level.js';

/** A letter, and the least percentage, a whole number, that earns it. */
export interface Band {
  readonly grade: string;
  readonly from: number;
  /** What the letter counts in a GPS or CGPA, in hundredths of a point. */
  readonly points?: number;
}

/** Names of scales as they are stored with grades; `own` is one that the tenant has set. */
export const scaleNames = ['general', 'uasa', 'spm', 'stpm_matric', 'own'] as const;
export type ScaleName = (typeof scaleNames)[number];
export type KnownScale = Exclude<ScaleName, 'own'>;

/** From the best letter to the last one; with points, what their mean is called. */
export interface Scale {
  readonly bands: readonly Band[];
  /** GPS: lower is better. CGPA: up to 4.00. */
  readonly mean?: 'gps' | 'cgpa';
}

const bands = (...said: [grade: string, from: number, points?: number][]): Band[] =>
  said.map(([grade, from, points]) => ({ grade, from, ...(points === undefined ? {} : { points }) }));

/** Sijil Pelajaran Malaysia (SPM), as the Malaysian Examinations Syndicate grades it: A+ counts 0 in a GPS, G counts 9. */
const spm = bands(
  ['A+', 90, 0],
  ['A', 80, 100],
  ['A-', 70, 200],
  ['B+', 65, 300],
  ['B', 60, 400],
  ['C+', 55, 500],
  ['C', 50, 600],
  ['D', 45, 700],
  ['E', 40, 800],
  ['G', 0, 900],
);

/** Ujian Akhir Sesi Akademik (UASA) of primary and lower secondary schools. */
const uasa = bands(['A', 82], ['B', 66], ['C', 50], ['D', 35], ['E', 20], ['F', 0]);

/** Sijil Tinggi Persekolahan Malaysia (STPM, Malaysian Examinations Council) and matriculation colleges: points up to 4.00. */
const stpmMatric = bands(
  ['A', 80, 400],
  ['A-', 75, 367],
  ['B+', 70, 333],
  ['B', 65, 300],
  ['B-', 60, 267],
  ['C+', 55, 233],
  ['C', 50, 200],
  ['C-', 45, 167],
  ['D+', 40, 133],
  ['D', 35, 100],
  ['F', 0, 0],
);

/**
 * The scales of the national system, as the Ministry of Education's bodies publish them. A student in no known
 * level gets the letters of SPM, and no points.
 */
export const scales: Readonly<Record<KnownScale, Scale>> = {
  general: { bands: spm },
  uasa: { bands: uasa },
  spm: { bands: spm, mean: 'gps' },
  stpm_matric: { bands: stpmMatric, mean: 'cgpa' },
};

const byGroup: Readonly<Record<SchoolLevel['group'], KnownScale>> = {
  primary: 'uasa',
  lower_secondary: 'uasa',
  upper_secondary: 'spm',
  pre_university: 'stpm_matric',
};

/** The scale of a level, by a free text: `Tingkatan 4 Sains`. */
export function scaleOfLevel(current_grade: string | null): KnownScale {
  const level = levelOf(current_grade);
  return level ? byGroup[level.group] : 'general';
}

/** By which scale a grade was recorded: its name, and the bands where the tenant had set them. */
export interface KeptScale {
  readonly scale: ScaleName;
  readonly own_scale: readonly Band[] | null;
}

export const scaleOf = ({ scale, own_scale }: KeptScale): Scale =>
  scale === 'own' ? { bands: own_scale ?? [] } : scales[scale];

/** The band that a whole percentage falls into; null below the last one, which only a tenant's own scale can have. */
export const bandOf = (scale: Scale, whole: number): Band | null =>
  scale.bands.find(({ from }) => whole >= from) ?? null;
