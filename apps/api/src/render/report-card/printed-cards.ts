import { shown, type ReportCard, type ReportCardDocument } from '@usaha/education';
import type { Language } from '@usaha/shared';
import type { PrintedCard, ReportCardSheet } from './report-card-sheet.js';

/** Report cards ready for the thread that draws: the figures are those of `report-card/`, teachers go by their names. */
export const printedCards = (
  { business, cards, teachers }: ReportCardDocument,
  language: Language,
): ReportCardSheet => ({ business: business.name, language, cards: cards.map((card) => printedCard(card, teachers)) });

function printedCard(card: ReportCard, teachers: ReportCardDocument['teachers']): PrintedCard {
  const { student, classes, term, year, days, subjects, overall, attendance, religious_education } = card;
  return {
    first_name: student.first_name,
    last_name: student.last_name,
    current_grade: student.current_grade,
    classes: classes.map(({ name, teacher_id }) => ({
      name,
      teacher: teacher_id === null ? null : (teachers.get(teacher_id) ?? teacher_id),
    })),
    year: String(year),
    term,
    date_from: days?.from ?? null,
    date_to: days?.to ?? null,
    religious_education,
    subjects: subjects.map(({ marks, ...subject }) => ({
      ...subject,
      assessments: marks.map((grade) => ({
        assessment_type: grade.assessment_type,
        assessment_name: grade.assessment_name,
        score: grade.score,
        max_score: grade.max_score,
        percentage: grade.percentage === null ? null : shown(grade.percentage),
        grade: grade.grade,
        assessment_date: grade.assessment_date,
        remarks: grade.remarks,
      })),
    })),
    overall,
    attendance,
  };
}
