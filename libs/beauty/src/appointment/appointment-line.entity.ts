import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** One service of an appointment: what it cost when it was booked, who gives it, and when. */
@Entity({ schema: 'beauty', name: 'appointment_lines' })
export class AppointmentLine {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.uuid() appointment_id!: string;
  /** Its place in the appointment, from 1. */
  @columns.count() position!: number;
  @columns.uuid() service_id!: string;
  /** Whether no line before it in the appointment is of its service: reports count appointments by such lines. */
  @columns.flag() opens_service = true;
  @columns.text() service_name!: string;
  /** MYR, tax within. */
  @columns.money() price!: number;
  /** Percent of SST within the price. */
  @columns.rate() tax_rate!: number;
  /** The catalogue's duration when it was booked: what it takes where no times are given. */
  @columns.count() minutes!: number;
  @columns.uuid({ nullable: true }) staff_id: string | null = null;
  /** The same of its member of staff; no member counts as one. */
  @columns.flag() opens_staff = true;
  /** First and last name when the member was named. */
  @columns.text({ nullable: true, personal: true }) staff_name: string | null = null;
  /** Date-time or time of day, character by character as it was sent. */
  @columns.text({ nullable: true }) start_time: string | null = null;
  @columns.text({ nullable: true }) end_time: string | null = null;
  /** Its day in Malaysia: of the start, else that of creation. */
  @columns.day() day!: string;
  /** The start as an instant, a plain time on `day`; null without a time. */
  @columns.instant({ nullable: true }) starts_at: Date | null = null;
  @columns.instant({ nullable: true }) ends_at: Date | null = null;
  /** The client's package of which it took a session: such a line costs nothing. */
  @columns.uuid({ nullable: true }) sold_package_id: string | null = null;
  /** What that session is worth, MYR: it counts when the appointment is completed. */
  @columns.money({ nullable: true }) session_worth: number | null = null;
  /** MYR that policies of the tenant take off its price. */
  @columns.money() discount = 0;
  /** What refunds that name this line gave back of it, MYR. */
  @columns.money({ default: 0 }) refunded = 0;
  /** Its part of what the appointment brought, and what its session is worth, in MYR; null unless completed. */
  @columns.money({ nullable: true }) share: number | null = null;
  /** SST within the share, in MYR; null unless completed. */
  @columns.money({ nullable: true }) tax: number | null = null;
  /** Percent, of the member when the appointment was completed. */
  @columns.rate({ nullable: true }) commission_rate: number | null = null;
  /** MYR; null unless completed. */
  @columns.money({ nullable: true }) commission: number | null = null;

  /** What the service is not for, as it is today: read with the first line of each service, to warn of. */
  contraindications!: readonly string[];

  /** A package of the client pays for it, or none any more. */
  payBy(sold_package_id: string | null, worth: number | null = null): void {
    this.sold_package_id = sold_package_id;
    this.session_worth = worth;
  }
}
