import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** That a vehicle was given to a driver, or taken back. Its position is the version of the vehicle that it led to. */
@Entity({ schema: 'logistics', name: 'assignments' })
export class Assignment extends LedgerEntry {
  @columns.uuid() vehicle_id!: string;
  /** As it was then: the vehicle may be deleted meanwhile. */
  @columns.code() registration_number!: string;
  /** Null: the vehicle was taken back. */
  @columns.uuid({ nullable: true }) driver_id: string | null = null;
  /** As it was then. */
  @columns.text({ nullable: true, personal: true }) driver_name: string | null = null;
  /** The driver who had the vehicle until then. */
  @columns.uuid({ nullable: true }) previous_driver_id: string | null = null;
  /** YYYY-MM-DD; it takes effect at once for any date. */
  @columns.day() assignment_date!: string;
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
}
