import { Entity, PrimaryColumn } from 'typeorm';

/** What bookings of one doctor wait for while prevent_double_booking is set; statements alone read and write it. */
@Entity({ schema: 'healthcare', name: 'doctor_calendars' })
export class DoctorCalendar {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('text') doctor_id!: string;
}
