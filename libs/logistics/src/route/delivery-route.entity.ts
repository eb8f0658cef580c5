import type { Address } from '@usaha/core';
import { TenantRecord, columns, assignDefined } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { TimeWindow } from '../shipment/shipment.entity.js';
import { addressKeys } from './address-keys.js';

/** A place on a route. */
export interface RoutePoint {
  /** A text or an address, as it was sent. */
  address: string | Address | null;
  /** Degrees; both or neither. */
  latitude: number | null;
  longitude: number | null;
}

/** A place at which a route halts. */
export interface Waypoint extends RoutePoint {
  stop_duration_minutes: number;
}

/** The places of a route, and what is known of a way along them. */
export interface Measure {
  distance_km: number;
  /** Driving and halting. */
  duration_minutes: number;
}

/** What may be said of a route, and follows no rule. */
const details = [
  'name',
  'description',
  'estimated_distance_km',
  'estimated_duration_minutes',
  'vehicle_type',
  'driver_requirements',
  'operating_hours',
  'frequency',
  'active_days',
  'priority',
  'notes',
] as const satisfies (keyof DeliveryRoute)[];
export type RouteDetails = Pick<DeliveryRoute, (typeof details)[number]>;
const points = ['origin', 'destination', 'waypoints'] as const satisfies (keyof DeliveryRoute)[];
export type RoutePoints = Pick<DeliveryRoute, (typeof points)[number]>;

/** A way that deliveries take, from its origin over its waypoints to its destination. An address may be a person's home. */
@Entity({ schema: 'logistics', name: 'routes' })
export class DeliveryRoute extends TenantRecord {
  @columns.text() name!: string;
  @columns.text({ nullable: true }) description: string | null = null;
  @columns.object({ nullable: true, personal: true }) origin: RoutePoint | null = null;
  @columns.object({ nullable: true, personal: true }) destination: RoutePoint | null = null;
  /** In their order; replaced whole. */
  @columns.object({ personal: true }) waypoints: Waypoint[] = [];
  /** By which the states and places of both ends are found. */
  @columns.list({ personal: true }) origin_keys: string[] = [];
  @columns.list({ personal: true }) destination_keys: string[] = [];
  /** As it was sent. */
  @columns.object({ nullable: true }) estimated_distance_km: number | null = null;
  @columns.object({ nullable: true }) estimated_duration_minutes: number | null = null;
  /** Along its points whose place is known, for reports where nothing was estimated. */
  @columns.object() measured_distance_km = 0;
  @columns.object() measured_duration_minutes = 0;
  /** Any text, like all texts below. */
  @columns.text({ nullable: true }) vehicle_type: string | null = null;
  @columns.list() driver_requirements: string[] = [];
  @columns.object({ nullable: true }) operating_hours: TimeWindow | null = null;
  /** A text or a number, as it was sent, as is the priority. */
  @columns.object({ nullable: true }) frequency: string | number | null = null;
  @columns.list() active_days: string[] = [];
  @columns.object({ nullable: true }) priority: string | number | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
  @columns.derived('lower(btrim(vehicle_type))', { nullable: true }) readonly vehicle_type_key?: string | null;
  @columns.derived("lower(btrim((frequency #>> '{}'::text[])))", { nullable: true }) readonly frequency_key?:
    string | null;
  @columns.derived("lower(btrim((priority #>> '{}'::text[])))", { nullable: true }) readonly priority_key?:
    string | null;

  /** Absent fields stay. */
  describe(changes: Partial<RouteDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Where it leads; what is absent stays. */
  lead(changes: Partial<RoutePoints>): void {
    assignDefined(this, changes, points);
    this.origin_keys = addressKeys(this.origin?.address);
    this.destination_keys = addressKeys(this.destination?.address);
  }

  measure({ distance_km, duration_minutes }: Measure): void {
    this.measured_distance_km = distance_km;
    this.measured_duration_minutes = duration_minutes;
  }
}
