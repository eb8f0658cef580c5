import { methods, type Method } from '@usaha/route-solver';
import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { Criterion } from './criteria.js';

/** What an order of stops comes to. */
export interface TourFigures {
  total_distance_km: number;
  /** Driving and standing. */
  total_duration_minutes: number;
  estimated_fuel_litres: number;
}

/** What one run came to: all that is kept of it. */
@Entity({ schema: 'logistics', name: 'optimizations' })
export class Optimization {
  @columns.primary() id!: string;
  @columns.primary() tenant_id!: string;
  @columns.instant() created_at!: Date;
  /** The caller; null for the service itself. */
  @columns.uuid({ nullable: true }) actor_id: string | null = null;
  @columns.uuid() route_id!: string;
  @columns.uuid({ nullable: true }) vehicle_id: string | null = null;
  @columns.list() criteria!: Criterion[];
  @columns.choice(methods) method!: Method;
  @columns.count() stops!: number;
  /** Of the order that was sent. */
  @columns.object() baseline!: TourFigures;
  /** Of the order that was proposed. */
  @columns.object() proposal!: TourFigures;
  /** Of the first criterion. */
  @columns.rate() saving_percent!: number;
}
