import { verificationOf, type IcVerification } from '@usaha/core';
import { readIcNumber } from '@usaha/shared/malaysia';
import { isSchoolAge } from '../level/school-level.js';
import type { Student } from './student.entity.js';

/** The findings of a student's IC number: reported, and never a reason to refuse. */
export interface StudentVerification extends IcVerification {
  /** Whether the student is of an age for the level that current_grade names; null where it names none. */
  school_age: boolean | null;
}

/** @param today YYYY-MM-DD, UTC+8 @returns null for a student without a number */
export function studentVerificationOf(
  student: Pick<Student, 'ic_number' | 'date_of_birth' | 'gender' | 'current_grade'>,
  today: string,
): StudentVerification | null {
  const verification = verificationOf(student, today);
  return verification && { ...verification, school_age: schoolAgeOf(student, today) };
}

/** By the years alone: a child born in December starts school with those born in January. */
function schoolAgeOf(
  { ic_number, date_of_birth, current_grade }: Pick<Student, 'ic_number' | 'date_of_birth' | 'current_grade'>,
  today: string,
): boolean | null {
  const born = date_of_birth ?? readIcNumber(ic_number ?? '', today)?.date_of_birth;
  return born === undefined ? null : isSchoolAge(current_grade, Number(today.slice(0, 4)) - Number(born.slice(0, 4)));
}
