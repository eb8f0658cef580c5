import { malaysianDay, type Context, type Language } from '@usaha/shared';
import { isPast } from '../warning/papers.js';
import type { AlertKind } from './alert-kinds.js';
import { sentences } from './alert.messages.js';

const DAY_MS = 86_400_000;
/** Days ahead in which a document or a service is an alert. */
const DAYS_AHEAD = 30;
/** Kilometres ahead in which a service is one: about what a van drives in the same time. */
export const KM_AHEAD = 1_000;

/** A document or a service of a driver or a vehicle that is about to be due, or is past. */
export interface Due {
  kind: AlertKind;
  /** Whose it is: one of the two. */
  driver_id: string | null;
  vehicle_id: string | null;
  /** The driver's name or the vehicle's plate. */
  name: string;
  /** What a service is for, as it was planned. */
  service_type: string | null;
  /** YYYY-MM-DD, the last day on which all is well; null for a service by mileage. */
  due_date: string | null;
  /** Kilometres; null for what has a date. */
  due_mileage: number | null;
  current_mileage: number | null;
}

/** The same, as of a day. */
export interface FleetAlert extends Due {
  /** Days until due_date; below 0 when it is past. */
  days_left: number | null;
  /** Kilometres until due_mileage; below 0 when they were driven. */
  km_left: number | null;
  /** Whether it is past: a document is valid through its last day. */
  overdue: boolean;
}

/** The last day that is watched, YYYY-MM-DD. */
export const lastDayWatched = (now: Date): string => malaysianDay(new Date(now.getTime() + DAYS_AHEAD * DAY_MS));

/** @param today YYYY-MM-DD */
export function asOf(due: Due, today: string): FleetAlert {
  const { due_date, due_mileage, current_mileage } = due;
  const days_left = due_date === null ? null : Math.round((Date.parse(due_date) - Date.parse(today)) / DAY_MS);
  const km_left = due_mileage === null || current_mileage === null ? null : due_mileage - current_mileage;
  return { ...due, days_left, km_left, overdue: isPast(due_date, today) || (km_left !== null && km_left < 0) };
}

/** Says an alert in words. */
export function inWords(alert: FleetAlert, language: Language): string {
  const { kind, name, service_type, due_date: day, days_left, due_mileage, km_left } = alert;
  const what = { kind, name, service_type };
  const sentence =
    day !== null
      ? sentences.dated({ ...what, day, left: days_left ?? 0 })
      : sentences.driven({ ...what, mileage: due_mileage ?? 0, left: km_left ?? 0 });
  return sentence.in(language);
}

/** Names an alert until it is renewed: another last day is another alert. It tells nothing of whose it is. */
export const fingerprintOf = (ctx: Context, { kind, driver_id, vehicle_id, due_date, due_mileage }: Due): string =>
  ctx.db.keyring.token(ctx.tenant_id, `alert ${kind} ${driver_id ?? vehicle_id} ${due_date ?? due_mileage}`);
