import { Entity } from 'typeorm';
import { ErasableRecord } from '@usaha/core';
import { columns, assignDefined, invalid, money } from '@usaha/shared';
import { messages } from './grade.messages.js';
import { letterOf, percentageOf, type Mark } from './averages.js';
import { scaleNames, type Band, type KeptScale, type ScaleName } from './scales.js';

/** What may be said of a grade, and follows no rule. */
const details = [
  'student_id',
  'subject_id',
  'assessment_type',
  'assessment_name',
  'remarks',
  'teacher_id',
  'class_id',
  'assessment_date',
] as const satisfies (keyof Grade)[];
export type GradeDetails = Pick<Grade, (typeof details)[number] | 'score' | 'max_score' | 'grade' | 'absent'>;

/** Tidak hadir: the student did not sit the assessment. */
const NOT_SAT = 'TH';
const saysNotSat = (grade: string | null | undefined): boolean => grade?.trim().toUpperCase() === NOT_SAT;

/** What says whether a student sat an assessment. */
export type Sat = Partial<Pick<GradeDetails, 'score' | 'absent' | 'grade'>>;

/** @param within path of the fields @throws invalid for no score of a student who sat it */
export function requireScore({ score, absent, grade }: Sat, within = ''): void {
  const isAbsent = absent === true || saysNotSat(grade);
  if (typeof score !== 'number' && !isAbsent) throw invalid(`${within}score`, messages.scoreNeeded());
}

/** The result of a student in an assessment. It keeps the scale by which it was recorded. */
@Entity({ schema: 'education', name: 'grades' })
export class Grade extends ErasableRecord implements Mark {
  @columns.uuid() student_id!: string;
  /** Any text. `Pendidikan Islam` tells a religion: it is blanked when the student's data are erased. */
  @columns.text({ nullable: true, personal: true }) subject_id: string | null = null;
  @columns.text({ nullable: true }) assessment_type: string | null = null;
  @columns.text({ nullable: true, personal: true }) assessment_name: string | null = null;
  /** The class in which it was assessed, where that was said. */
  @columns.uuid({ nullable: true }) class_id: string | null = null;
  /** With at most two decimals; null where the student did not sit it and none was sent. */
  @columns.money({ nullable: true }) score: number | null = null;
  @columns.money() max_score!: number;
  /** What score is of max_score, in hundredths of a percent; null where the student did not sit it. */
  @columns.count({ nullable: true }) percentage: number | null = null;
  /** The student did not sit it: it is shown, and counts in no average. */
  @columns.flag() absent = false;
  /** A letter, or the text that was sent; null where the tenant's own scale has none for it. */
  @columns.text({ nullable: true }) grade: string | null = null;
  /** Whether it was sent; otherwise it follows the score. */
  @columns.flag() grade_given = false;
  @columns.choice(scaleNames) scale: ScaleName = 'general';
  /** The letters of a scale of the tenant's own, as they were then. */
  @columns.object({ nullable: true }) own_scale: readonly Band[] | null = null;
  @columns.sealed() remarks!: string | null;
  /** Any text. */
  @columns.code({ nullable: true }) teacher_id: string | null = null;
  /** YYYY-MM-DD */
  @columns.day() assessment_date!: string;
  @columns.derived("NULLIF(lower(btrim(subject_id)), ''::text)", { nullable: true })
  readonly subject_key!: string | null;
  @columns.derived('lower(btrim(assessment_type))', { nullable: true }) readonly assessment_type_key?: string | null;

  /** By which scale letters are worked out from now on. */
  measureBy({ scale, own_scale }: KeptScale): void {
    Object.assign(this, { scale, own_scale });
    if (!this.grade_given && this.max_score !== undefined) this.workOut();
  }

  /**
   * Absent fields stay. A letter that equals the one that was worked out states nothing, null has it worked out
   * again. The grade TH says that the student did not sit it; a score that is sent later without a word of that, that the
   * student did.
   * @param within path of the fields, where they are those of one of many: `scores.3.`
   * @throws invalid for a score below 0 or above max_score, or none where the student sat it, and for a max_score that is not above 0
   */
  describe({ score, max_score, grade, absent, ...changes }: Partial<GradeDetails>, within = ''): void {
    assignDefined(this, changes, details);
    const isNew = this.max_score === undefined;
    if (score !== undefined) this.score = score === null ? null : money.round(score);
    if (max_score !== undefined) this.max_score = money.within('max_score', max_score);
    if (!(this.max_score > 0))
      throw invalid('max_score', messages.maxScoreTooSmall({ max_score: max_score ?? this.max_score }));
    if (grade?.trim() === '' || grade === null) this.grade_given = false;
    else if (grade !== undefined && (isNew || this.grade_given || grade !== this.grade)) {
      this.grade = grade;
      this.grade_given = true;
    }
    const isSaid = this.grade_given && saysNotSat(this.grade);
    if (isSaid || absent !== undefined) this.absent = isSaid || absent === true;
    else if (typeof score === 'number' || grade !== undefined) this.absent = false;
    this.measure(score, within);
    if (!this.grade_given) this.workOut();
  }

  private measure(sent: number | null | undefined, within: string): void {
    const { score, max_score } = this;
    if (score === null && !this.absent) throw invalid(`${within}score`, messages.scoreNeeded());
    if (score !== null && !(score >= 0 && score <= max_score))
      throw invalid(`${within}score`, messages.scoreBeyond({ score: sent ?? score, max_score }));
    this.percentage = this.absent || score === null ? null : percentageOf(score, max_score);
  }

  private workOut(): void {
    this.grade = this.percentage === null ? NOT_SAT : letterOf(this, this.percentage);
  }
}
