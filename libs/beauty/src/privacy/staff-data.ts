import { personalData, rowsOf } from '@usaha/core';
import { AppointmentLine } from '../appointment/appointment-line.entity.js';
import { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { nouns } from '../messages.js';
import { StaffMember } from '../staff/staff-member.entity.js';
import { staffEvents } from '../staff/staff-member.events.js';
import { forgetsAnswersTo } from './forgotten-answers.js';

/** A member of staff, and where one is named: an erasure blanks the personal parts. */
export const staffData = personalData({
  entity: StaffMember,
  noun: nouns.staff_member,
  events: staffEvents,
  records: {
    /** What a line brought, and the commission on it, stays: the accounts of the salon rest on it, and it names no person any more. */
    appointment_lines: rowsOf(AppointmentLine, {
      noun: nouns.appointment_line,
      names: 'staff_id',
      within: { entity: BeautyAppointment, names: 'appointment_id' },
    }),
  },
  forgetsAnswersTo,
});
