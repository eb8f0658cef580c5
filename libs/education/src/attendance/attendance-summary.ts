import { attendanceStatuses, type AttendanceStatus } from './attendance.entity.js';

/** How many records there are of each status. */
export type AttendanceCounts = Record<AttendanceStatus, number>;

/** Records, not days: a student may have several on one. */
export interface AttendanceTotals extends AttendanceCounts {
  total: number;
  /** Percent, with at most two decimals; 0 where there are no records. */
  attendance_rate: number;
}

/** The same of one student, within days that are both included; null is no bound. */
export interface AttendanceSummary extends AttendanceTotals {
  student_id: string;
  start_date: string | null;
  end_date: string | null;
}

/** The share of students who came, in time or late: (present + late) / total × 100, half-up to two decimals. */
export function totalsOf(counts: AttendanceCounts): AttendanceTotals {
  const total = attendanceStatuses.reduce((sum, status) => sum + counts[status], 0);
  const came = counts.present + counts.late;
  // In hundredths of a percent, and whole numbers: nothing is rounded twice.
  const rate = total === 0 ? 0 : Math.floor((20_000 * came + total) / (2 * total));
  return { total, ...counts, attendance_rate: rate / 100 };
}

/** @param days both included */
export const summaryOf = (
  student_id: string,
  counts: AttendanceCounts,
  days: { from?: string; to?: string },
): AttendanceSummary => ({
  student_id,
  start_date: days.from ?? null,
  end_date: days.to ?? null,
  ...totalsOf(counts),
});

export const noAttendance = (): AttendanceCounts => ({ present: 0, absent: 0, late: 0, excused: 0 });

/** SQL: the counts of a group of records `r`, in the order of the statuses. */
export const countsByStatus = attendanceStatuses
  .map((status) => `count(*) filter (where r.status = '${status}')`)
  .join(', ');

/** SQL: the rate of sums, rounded as `totalsOf` does; numerics are exact here. */
export const rateOf = (came: string, total: string): string =>
  `case when ${total} = 0 then 0 else div(20000 * (${came})::numeric + ${total}, 2 * ${total}) / 100 end`;
