import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What bookings of one owner wait for; statements alone read and write it. It says nothing of what is booked. */
@Entity({ schema: 'core', name: 'calendars' })
export class OwnerCalendar {
  @PrimaryColumn('uuid') tenant_id!: string;
  /** Whose calendars these are: the context and what it calls them, `healthcare.doctor`. */
  @PrimaryColumn('text') kind!: string;
  /** Which of them: an id, or any text where there is no list of them. */
  @PrimaryColumn('text') owner!: string;
  @Column('integer') version!: number;
}
