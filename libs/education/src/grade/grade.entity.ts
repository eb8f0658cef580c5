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
  'assessment_date',
] as const satisfies (keyof Grade)[];
export type GradeDetails = Pick<Grade, (typeof details)[number] | 'score' | 'max_score' | 'grade'>;

/** The result of a student in an assessment. It keeps the scale by which it was recorded. */
@Entity({ schema: 'education', name: 'grades' })
export class Grade extends ErasableRecord implements Mark {
  @columns.uuid() student_id!: string;
  /** Any text. `Pendidikan Islam` tells a religion: it is blanked when the student's data are erased. */
  @columns.text({ nullable: true, personal: true }) subject_id: string | null = null;
  @columns.text({ nullable: true }) assessment_type: string | null = null;
  @columns.text({ nullable: true, personal: true }) assessment_name: string | null = null;
  /** With at most two decimals. */
  @columns.money() score!: number;
  @columns.money() max_score!: number;
  /** What score is of max_score, in hundredths of a percent. */
  @columns.count() percentage!: number;
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
    if (!this.grade_given && this.percentage !== undefined) this.workOut();
  }

  /**
   * Absent fields stay. A letter that equals the one that was worked out states nothing, null has it worked out
   * again.
   * @param within what the fields stand in, where they are those of one of many: `scores.3.`
   * @throws invalid for a score below 0 or above max_score, and for a max_score that is not above 0
   */
  describe({ score, max_score, grade, ...changes }: Partial<GradeDetails>, within = ''): void {
    assignDefined(this, changes, details);
    const isNew = this.percentage === undefined;
    if (score !== undefined) this.score = money.round(score);
    if (max_score !== undefined) this.max_score = money.within('max_score', max_score);
    if (!(this.max_score > 0))
      throw invalid('max_score', messages.maxScoreTooSmall({ max_score: max_score ?? this.max_score }));
    if (!(this.score >= 0 && this.score <= this.max_score))
      throw invalid(`${within}score`, messages.scoreBeyond({ score: score ?? this.score, max_score: this.max_score }));
    this.percentage = percentageOf(this.score, this.max_score);
    if (grade?.trim() === '' || grade === null) this.grade_given = false;
    else if (grade !== undefined && (isNew || this.grade_given || grade !== this.grade)) {
      this.grade = grade;
      this.grade_given = true;
    }
    if (!this.grade_given) this.workOut();
  }

  private workOut(): void {
    this.grade = letterOf(this, this.percentage);
  }
}
