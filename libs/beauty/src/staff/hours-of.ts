import { hoursWithin, isWeekday, type WorkingHours } from '@usaha/core';
import type { StaffMember } from './staff-member.entity.js';

/** The hours of a member; null where none are set for any weekday: they forbid nothing then. */
export function hoursOf({ working_hours }: Pick<StaffMember, 'working_hours'>): WorkingHours | null {
  const hours = hoursWithin(working_hours);
  return Object.keys(hours).some(isWeekday) ? hours : null;
}
