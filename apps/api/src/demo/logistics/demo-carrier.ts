import type { DeliveryRoute, LogisticsConfiguration, VehicleDetails } from '@usaha/logistics';
import type { StateCode } from '@usaha/shared/malaysia';
import type { DemoCommunity } from '../core/demo-people.js';
import type { DemoRandom } from '../core/demo-random.js';
import type { CarrierTime } from './carrier-time.js';
import type { DemoConsignment } from './demo-consignment.js';
import type { DemoDriver } from './demo-drivers.js';
import type { DemoService, DemoVehicle } from './demo-vehicle.js';

/** Vehicles of one kind. */
export interface DemoModel {
  /** Of each vehicle. */
  plates: readonly string[];
  details: Pick<
    VehicleDetails,
    'vehicle_type' | 'make' | 'model' | 'color' | 'capacity_kg' | 'dimensions_cm' | 'features'
  >;
  /** Of manufacture: the first one and the last one. */
  years: readonly [number, number];
  /** Letters and digits that chassis and engine numbers begin with. */
  numbers: readonly [chassis: string, engine: string];
  /** Kilometres a year, and between services. */
  yearly: number;
  interval: number;
  /** Whether it is a goods vehicle that the inspection agency sees every half a year. */
  is_inspected: boolean;
}

/** Something that is not in order today: days from today to the last day, or kilometres to the service. */
export interface DemoWorries {
  /** Places in the lists of drivers and vehicles. */
  license: { driver: number; days: number } | null;
  road_tax: { vehicle: number; days: number } | null;
  service: { vehicle: number; kilometres: number; service_type: string } | null;
  /** In the workshop since the last day of work. */
  broken_down: { vehicle: number; notes: string } | null;
}

/** What a carrier has, of which its shipments are made. */
export interface DemoOffice {
  carrier: DemoCarrier;
  time: CarrierTime;
  /** Ids of users who scan and plan. */
  accounts: readonly string[];
  drivers: readonly DemoDriver[];
  vehicles: readonly DemoVehicle[];
  routes: readonly DeliveryRoute[];
  random: DemoRandom;
}

/** What makes one demo carrier differ from another. */
export interface DemoCarrier {
  tenant_id: string;
  /** What its history is drawn from. */
  seed: number;
  /** Whose public holidays it keeps. */
  state: StateCode;
  /** What it sets for itself. */
  policies: Partial<LogisticsConfiguration>;
  drivers: {
    count: number;
    communities: readonly DemoCommunity[];
    birthplaces: readonly string[];
    /** Where most of them live, and three digits of their telephone numbers. */
    home: string;
    prefix: string;
    /** Classes of their licences, each as often as it stands here. */
    license_classes: readonly string[];
    /** Letters of the licence to carry goods for hire, or passengers too, which some carriers' drivers have. */
    hire: readonly string[];
    /** MYR a month, at least and at most. */
    salaries: readonly [number, number];
  };
  models: readonly DemoModel[];
  services: readonly DemoService[];
  worries: DemoWorries;
  routes: (time: CarrierTime) => DeliveryRoute[];
  trade: (office: DemoOffice) => DemoConsignment[];
}
