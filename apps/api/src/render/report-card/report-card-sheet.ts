import { printedDay, type Language } from '@usaha/shared';
import { printedCount, printedMoney } from '../pdf/format.js';
import type { Logo } from '../pdf/logo.js';
import { Sheet, colours } from '../pdf/sheet.js';
import { drawTable } from '../pdf/table.js';
import type { Style } from '../pdf/typesetter.js';
import { say } from './report-card-words.js';

/** The subject of grades that name none. */
const UNSPECIFIED = 'unspecified';

/** An assessment as it is printed; percentages are those of the card, 0 to 100. */
export interface PrintedAssessment {
  assessment_type: string | null;
  assessment_name: string | null;
  /** null where the student was absent and none was sent, as the percentage of one who was absent. */
  score: number | null;
  max_score: number;
  percentage: number | null;
  grade: string | null;
  /** YYYY-MM-DD. */
  assessment_date: string;
  remarks: string | null;
}

export interface PrintedSubject {
  /** `unspecified` of grades that name none. */
  subject_id: string;
  assessments: PrintedAssessment[];
  /** null where the student sat none. */
  average_percentage: number | null;
  grade: string | null;
}

/** What one student's card says: the figures of `report-card/`, with the teachers' names. */
export interface PrintedCard {
  first_name: string;
  last_name: string;
  current_grade: string | null;
  classes: { name: string; teacher: string | null }[];
  year: string;
  term: string | null;
  /** YYYY-MM-DD; null for a term that the school has not. */
  date_from: string | null;
  date_to: string | null;
  religious_education: 'islamic_education' | 'moral_education' | null;
  subjects: PrintedSubject[];
  overall: { average_percentage: number | null; grade: string | null; gps: number | null; cgpa: number | null };
  attendance: {
    total: number;
    present: number;
    absent: number;
    late: number;
    excused: number;
    attendance_rate: number;
  };
}

/** The cards of one student or of a whole class: plain data, so that another thread can print them. */
export interface ReportCardSheet {
  business: string;
  language: Language;
  cards: PrintedCard[];
}

const SMALL: Style = { size: 8.5, colour: colours.ink };
const STRONG: Style = { ...SMALL, weight: 'bold' };
const SOFT: Style = { ...SMALL, colour: colours.soft };
const LEADING = 12;
/** Room that the signatures take, with what is above them. */
const SIGNATURES = 60;

/** Prints report cards. Each student begins a page: no student's marks stand on another's page. Without students it says so. */
export async function drawReportCards(
  { business, language, cards }: ReportCardSheet,
  logo: Logo | null = null,
): Promise<Uint8Array> {
  const title = say('title', language);
  const sheet = new Sheet({ title, author: business, language, foot: `${business} · ${title}`, logo });
  if (cards.length === 0) {
    drawTitle(sheet, business, language);
    sheet.paragraph(say('noStudents', language), SOFT, 1);
  }
  for (const [i, card] of cards.entries()) {
    if (i > 0) sheet.beginPage();
    sheet.standAtFoot(`${business} · ${title} · ${nameOf(card)}`);
    await drawCard(sheet, card, business, language);
  }
  return sheet.finish();
}

const nameOf = ({ first_name, last_name }: PrintedCard): string => `${first_name} ${last_name}`;

function drawTitle(sheet: Sheet, business: string, language: Language): void {
  sheet.nextToLogo(() => {
    sheet.paragraph(business, { size: 13, weight: 'bold', colour: colours.ink }, 2);
    sheet.paragraph(say('title', language), { size: 17, weight: 'bold', colour: colours.accent }, 1);
  });
}

async function drawCard(sheet: Sheet, card: PrintedCard, business: string, language: Language): Promise<void> {
  sheet.standAtHead((isFirst) => {
    if (isFirst) return drawTitle(sheet, business, language);
    sheet.paragraph(`${business} · ${say('title', language)}`, SOFT, 2);
    sheet.paragraph(`${say('student', language)}: ${nameOf(card)}`, STRONG, 2);
    sheet.y += 4;
  });
  drawFacts(sheet, factsOf(card, language));
  sheet.y += 8;
  if (card.subjects.length === 0) sheet.paragraph(say('nothing', language), SOFT, 1);
  else await drawSubjects(sheet, card, language);
  sheet.y += 6;
  drawFacts(sheet, resultsOf(card, language));
  drawRemarks(sheet, card, language);
  drawSignatures(sheet, language);
}

type Fact = [label: string, value: string];

function factsOf(card: PrintedCard, language: Language): Fact[] {
  const { date_from, date_to, religious_education } = card;
  const classes = card.classes
    .map(({ name, teacher }) => (teacher === null ? name : `${name} (${say('teacher', language, { name: teacher })})`))
    .join('; ');
  const facts: [string, string | null][] = [
    [say('student', language), nameOf(card)],
    [say('level', language), card.current_grade],
    [say('classes', language), classes],
    [say('year', language), card.year],
    [say('term', language), card.term],
    [say('period', language), date_from && date_to && `${printedDay(date_from)} – ${printedDay(date_to)}`],
    [say('religious_education', language), religious_education && say(religious_education, language)],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact[1]));
}

function drawFacts(sheet: Sheet, facts: readonly Fact[]): void {
  const indent = Math.max(...facts.map(([label]) => sheet.type.width(label, SMALL))) + 14;
  for (const [label, value] of facts)
    sheet.type.lines(value, sheet.width - indent, Infinity, STRONG).forEach((line, i) => {
      if (sheet.room < LEADING) sheet.newPage();
      sheet.y += LEADING;
      if (i === 0) sheet.type.draw(label, sheet.left, sheet.y, SOFT);
      sheet.type.draw(line, sheet.left + indent, sheet.y, STRONG);
    });
}

/** A row for each assessment, and below each subject its average. */
async function drawSubjects(sheet: Sheet, card: PrintedCard, language: Language): Promise<void> {
  const averages = new Set<number>();
  let count = 0;
  const rows = card.subjects.flatMap(({ subject_id, assessments, average_percentage, grade }) => {
    const subject = subjectName(subject_id, language);
    averages.add((count += assessments.length + 1) - 1);
    return [
      ...assessments.map((assessment) => [
        subject,
        [assessment.assessment_name, assessment.assessment_type].filter(Boolean).join(' · '),
        printedDay(assessment.assessment_date),
        `${assessment.score === null ? '–' : figure(assessment.score)} / ${figure(assessment.max_score)}`,
        printedPercentage(assessment.percentage),
        assessment.grade ?? '',
      ]),
      [subject, say('average', language), '', '', printedPercentage(average_percentage), grade ?? ''],
    ];
  });
  const { average_percentage, grade } = card.overall;
  await drawTable(
    sheet,
    [
      { title: say('subject', language), align: 'left' },
      { title: say('assessment', language), align: 'left' },
      { title: say('date', language), align: 'left' },
      { title: say('score', language), align: 'right' },
      { title: say('percentage', language), align: 'right' },
      { title: say('grade', language), align: 'right' },
    ],
    rows,
    [say('overall', language), '', '', '', printedPercentage(average_percentage), grade ?? ''],
    (row) => averages.has(row),
  );
}

const printedPercentage = (percentage: number | null): string => (percentage === null ? '' : printedMoney(percentage));

const subjectName = (subject_id: string, language: Language): string =>
  subject_id === UNSPECIFIED ? say('unspecified', language) : subject_id;

/** 45, 7.5: without decimals that say nothing. */
const figure = (value: number): string => String(Number(value.toFixed(2)));

function resultsOf({ overall: { gps, cgpa }, attendance }: PrintedCard, language: Language): Fact[] {
  const { total, present, absent, late, excused, attendance_rate } = attendance;
  const counts = { total, present, absent, late, excused };
  const printed = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, printedCount(count)]));
  const attended =
    total === 0
      ? say('not_recorded', language)
      : say('attended', language, { rate: printedMoney(attendance_rate), ...printed });
  return [
    ...(gps === null ? [] : [[say('gps', language), gps.toFixed(2)] as Fact]),
    ...(cgpa === null ? [] : [[say('cgpa', language), cgpa.toFixed(2)] as Fact]),
    [say('attendance', language), attended],
  ];
}

function drawRemarks(sheet: Sheet, card: PrintedCard, language: Language): void {
  const remarks = card.subjects.flatMap(({ subject_id, assessments }) =>
    assessments
      .filter((assessment) => assessment.remarks !== null)
      .map((assessment): Fact => {
        const about = [subjectName(subject_id, language), assessment.assessment_name];
        return [about.filter(Boolean).join(' · '), assessment.remarks ?? ''];
      }),
  );
  if (remarks.length === 0) return;
  sheet.y += 6;
  if (sheet.room < LEADING * 3) sheet.newPage();
  sheet.paragraph(say('remarks', language), STRONG, 1);
  for (const [about, text] of remarks) {
    if (sheet.room < LEADING * 4) sheet.newPage();
    sheet.flow(`${about}: ${text}`, SMALL);
  }
}

function drawSignatures(sheet: Sheet, language: Language): void {
  if (sheet.room < SIGNATURES) sheet.newPage();
  sheet.y += SIGNATURES - 16;
  const who = (['class_teacher', 'principal', 'guardian'] as const).map((name) => say(name, language));
  const width = sheet.width / who.length;
  who.forEach((text, i) => {
    sheet.rule(i * width, sheet.y, width - 24);
    sheet.type.draw(text, sheet.left + i * width, sheet.y + 11, SOFT);
  });
  sheet.y += 16;
}
