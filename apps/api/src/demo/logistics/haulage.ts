import { distanceBetween } from '@usaha/logistics';
import { malaysianInstant } from '@usaha/shared';
import { dayAfter, minutesAfter, weekdayOf } from '../core/demo-days.js';
import { atMinute } from './carrier-time.js';
import { timeOf } from './courier-tours.js';
import type { DemoOffice } from './demo-carrier.js';
import { DemoConsignment, type ConsignmentDesk, type DemoCrew } from './demo-consignment.js';
import type { DemoVehicle } from './demo-vehicle.js';
import { DemoWorkshop } from './demo-workshop.js';
import { loadOf } from './loads.js';
import { corridors, regions, sites, type DemoCorridor, type DemoRegion, type DemoSite } from './places/corridors.js';
import { nameOf, type DemoPlace } from './places/demo-place.js';

/** So long ahead loads are booked, and so long are places of lorries told, in days. */
const AHEAD_DAYS = 4;
const TOLD_DAYS = 7;
/** Of days of work, on how many a lorry stands idle, and on how many its driver is on leave. */
const IDLE = 0.12;
const LEAVE = 0.06;
const CANCELLED = 0.03;
/** Of trips, how many are held up, and for how many minutes: no lorry is late for its next one. */
const HELD_UP = 0.06;
const DELAY = [300, 540] as const;
const DAY_MINUTES = 24 * 60;
/** Minutes of the day. */
const MORNING = 5 * 60;
const LEAVING = [6 * 60, 8 * 60] as const;
const STEP = 15;
/** Minutes that it takes. */
const LOADING = 25;
const UNLOADING = 45;
const PALLETS = 'lori boks';

/** A load that a lorry takes. */
interface Trip {
  day: string;
  corridor: DemoCorridor;
  from: DemoSite;
  to: DemoSite;
  lorry: DemoVehicle;
  crew: DemoCrew;
  /** Minutes of the day. */
  leaves: number;
}

/** A haulier's half a year: each lorry takes a load where it stands, and the next one where that is delivered. */
class Haulage {
  readonly consignments: DemoConsignment[] = [];
  private readonly desk: ConsignmentDesk;
  private readonly workshop: DemoWorkshop;
  private readonly places: Map<DemoVehicle, { region: DemoRegion; site: DemoSite }>;

  constructor(private readonly office: DemoOffice) {
    const { time, accounts, random, vehicles } = office;
    this.desk = { now: time.now, accounts, random };
    this.workshop = new DemoWorkshop(office);
    this.places = new Map(
      vehicles.map((lorry, i) => {
        const region = regions[i % regions.length] ?? 'klang';
        return [lorry, { region, site: random.pick(sites[region]) }];
      }),
    );
    for (let day = time.from; day <= dayAfter(time.today, AHEAD_DAYS); day = dayAfter(day, 1)) this.run(day);
    this.consignments.sort((a, b) => a.shipment.created_at.getTime() - b.shipment.created_at.getTime());
  }

  private run(day: string): void {
    const { time, vehicles, drivers, random } = this.office;
    const isFirst = time.isWorking(day) && weekdayOf(time.lastWorking(day)) > weekdayOf(day);
    vehicles.forEach((lorry, i) => {
      this.tell(lorry, atMinute(day, MORNING + i), this.siteOf(lorry).site.place);
      if (isFirst) lorry.stateMileage(atMinute(day, MORNING + 30 + i));
    });
    if (!time.isWorking(day)) return;
    const standing = this.workshop.standing(day);
    this.workshop.work(day, standing);
    const relief = drivers.filter(({ is_relief }) => is_relief).map(({ driver }) => driver);
    vehicles.forEach((lorry, i) => {
      const isAway = random.chance(LEAVE);
      const driver = (isAway ? relief.pop() : undefined) ?? drivers[i]?.driver;
      if (standing.has(lorry) || random.chance(IDLE) || !driver) return;
      this.drive(this.tripOf(day, lorry, { driver, vehicle: lorry.vehicle }));
    });
  }

  private siteOf(lorry: DemoVehicle): { region: DemoRegion; site: DemoSite } {
    const known = this.places.get(lorry);
    if (!known) throw new Error('Every lorry stands somewhere');
    return known;
  }

  private tripOf(day: string, lorry: DemoVehicle, crew: DemoCrew): Trip {
    const { random } = this.office;
    const { region, site: from } = this.siteOf(lorry);
    const corridor = random.pick(corridors.filter((one) => one.from === region));
    const leaves = LEAVING[0] + STEP * random.whole(0, (LEAVING[1] - LEAVING[0]) / STEP);
    return { day, corridor, from, to: random.pick(sites[corridor.to]), lorry, crew, leaves };
  }

  private drive(trip: Trip): void {
    const { time, random } = this.office;
    const { day, corridor, from, to, lorry, crew, leaves } = trip;
    const booked = atMinute(dayAfter(day, -random.whole(1, 3)), 9 * 60 + random.whole(0, 480) + random.next());
    if (random.chance(CANCELLED)) {
      this.book(trip, booked)?.say(minutesAfter(booked, random.whole(30, 400)), 'cancelled', 'Kapal lewat');
      return;
    }
    const consignment = this.book(trip, booked);
    const scan = (
      at: Date,
      place: DemoPlace,
      notes: string,
      status: 'in_transit' | 'delivered' = 'in_transit',
    ): void => {
      consignment?.scan({ at, place, address: nameOf(place), status, notes, crew });
      this.tell(lorry, minutesAfter(at, 1), place);
    };
    scan(atMinute(day, leaves - LOADING), from.place, 'Dimuatkan dan dimeterai');
    const delay = random.chance(HELD_UP) ? random.whole(...DELAY) : random.whole(-15, 40);
    const stretches = [from.place, ...corridor.halts, to.place];
    stretches.slice(1).forEach((place, i) => {
      lorry.odometer += distanceBetween(stretches[i] as DemoPlace, place);
      const isLast = i === corridor.halts.length;
      const driven = (corridor.minutes * (i + 1)) / (stretches.length - 1) + (isLast ? delay : 0);
      const at = atMinute(day, leaves + driven + (isLast ? UNLOADING : 0));
      if (isLast) scan(at, place, 'Diterima, meterai utuh', 'delivered');
      else scan(at, place, `Rehat di ${place.name}`);
    });
    this.places.set(lorry, { region: corridor.to, site: to });
    if (leaves + corridor.minutes + delay > DAY_MINUTES + LEAVING[0])
      throw new Error(`Late for ${time.nextWorking(day)}`);
  }

  /** @returns null for what is not booked yet */
  private book({ day, corridor, from, to, lorry, crew, leaves }: Trip, booked: Date): DemoConsignment | null {
    const { time, random, routes } = this.office;
    if (!time.isPast(booked)) return null;
    const carriage = lorry.vehicle.vehicle_type === PALLETS ? 'pallets' : 'container';
    const number = this.consignments.length + 1;
    const load = { from, to, day, kilometres: corridor.distance_km, number };
    const consignment = new DemoConsignment(booked, loadOf(carriage, load, random), this.desk);
    this.consignments.push(consignment);
    const route_id = routes[corridors.indexOf(corridor)]?.id;
    if (route_id === undefined) throw new Error(`${corridor.name} has no route`);
    consignment.plan(minutesAfter(booked, random.whole(5, 25)), {
      crew,
      route_id,
      day,
      time: timeOf(leaves),
      minutes: corridor.minutes,
      priority: 'normal',
      special_instructions: carriage === 'container' ? 'Semak meterai sebelum bertolak' : null,
      contact_preferences: { phone: true, sms: null, email: true },
    });
    return consignment;
  }

  private tell(lorry: DemoVehicle, at: Date, place: DemoPlace): void {
    const first = malaysianInstant(dayAfter(this.office.time.today, -TOLD_DAYS), '00:00:00');
    if (at >= first) lorry.report(at, place, nameOf(place));
  }
}

/** What a haulier carried, and has booked. */
export const haulierTrade = (office: DemoOffice): DemoConsignment[] => new Haulage(office).consignments;
