import type { Address } from '@usaha/core';
import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/**
 * Where a vehicle was, and what its odometer said, as it was reported. Reports come out of order: they are ordered by the moment
 * that they count for, and then by their ids.
 */
@Entity({ schema: 'logistics', name: 'positions' })
export class VehiclePosition {
  @columns.primary() id!: string;
  @columns.primary() tenant_id!: string;
  /** When it was recorded (UTC). */
  @columns.instant() created_at!: Date;
  /** The user who reported it; null for the service itself. */
  @columns.uuid({ nullable: true }) actor_id: string | null = null;
  @columns.uuid() vehicle_id!: string;
  /** The moment that the report tells. */
  @columns.instant() reported_for!: Date;
  /** The moment that it counts for: one ahead of our clock counts as now. */
  @columns.instant() counts_at!: Date;
  /** Degrees; null for a statement of the mileage alone. */
  @columns.coordinate({ nullable: true, personal: true }) latitude: number | null = null;
  @columns.coordinate({ nullable: true, personal: true }) longitude: number | null = null;
  /** A text or an address, as it was sent. */
  @columns.object({ nullable: true, personal: true }) address: string | Address | null = null;
  /** Kilometres; null where the report tells none. */
  @columns.count({ nullable: true }) mileage: number | null = null;
}
