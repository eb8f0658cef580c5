import { invalid, newId, unknownReference } from '@usaha/shared';
import { messages, nouns } from '../messages.js';
import type { SalonService } from '../service/salon-service.entity.js';
import type { StaffMember } from '../staff/staff-member.entity.js';
import { AppointmentLine } from './appointment-line.entity.js';
import { lineTimes, type GivenTimes } from './line-times.js';
import { markOpening } from './opening-lines.js';

/** A line as a body says it; only the service is needed. */
export interface GivenLine extends GivenTimes {
  service_id: string;
  staff_id?: string | null;
}

/** What lines are made of. */
export interface LineSources {
  /** Services and members of staff that are there, by id. */
  services: ReadonlyMap<string, SalonService>;
  members: ReadonlyMap<string, Pick<StaffMember, 'first_name' | 'last_name'>>;
  /** The lines that the appointment had, in their order. */
  had: readonly AppointmentLine[];
  /** The day in Malaysia on which the appointment was created. */
  created: string;
  now: Date;
}

/**
 * Lines as a body has them, in its order. One whose service was there before, taken in order, keeps what was written down of
 * it; a new one takes today's name, price, rate and duration.
 * @throws invalid naming the field of the line: an unknown or inactive service, an unknown member, times that are none
 */
export function linesOf(given: readonly GivenLine[], from: LineSources): AppointmentLine[] {
  const before = matched(given, from.had);
  const lines = given.map((said, i) => {
    const field = `services.${i}`;
    const had = before[i] ?? null;
    const line = had ? Object.assign(new AppointmentLine(), had) : newLine(said.service_id, field, from);
    assign(line, said.staff_id?.toLowerCase() ?? null, field, from);
    const timed = from.had.find((other) => isTimedAs(other, said)) ?? had;
    Object.assign(line, lineTimes(said, { minutes: line.minutes, created: from.created, before: timed, field }));
    line.position = i + 1;
    return line;
  });
  markOpening(lines);
  return lines;
}

/** Whether a line of the service had these times: what was read of one comes back as it was, wherever it now stands. */
const isTimedAs = (line: AppointmentLine, { service_id, start_time, end_time }: GivenLine): boolean =>
  typeof start_time === 'string' &&
  line.start_time === start_time &&
  line.end_time === end_time &&
  line.service_id === service_id.toLowerCase();

/** Ids of the services of lines that were not there before. */
export const newlyNamed = (given: readonly GivenLine[], had: readonly AppointmentLine[]): string[] => {
  const before = matched(given, had);
  return given.filter((_, i) => !before[i]).map(({ service_id }) => service_id);
};

/** Of each line, the one of the same service that was there before, taken in order; null for a new one. */
function matched(given: readonly GivenLine[], had: readonly AppointmentLine[]): (AppointmentLine | null)[] {
  const left = new Map<string, AppointmentLine[]>();
  for (const line of had) left.set(line.service_id, [...(left.get(line.service_id) ?? []), line]);
  return given.map(({ service_id }) => left.get(service_id.toLowerCase())?.shift() ?? null);
}

function newLine(service_id: string, field: string, { services, now }: LineSources): AppointmentLine {
  const service = services.get(service_id.toLowerCase());
  if (!service) throw unknownReference(`${field}.service_id`, nouns.beauty_service);
  refuseInactive(service, `${field}.service_id`);
  const { id, name: service_name, price, tax_rate, duration_minutes: minutes, contraindications } = service;
  const written = { id: newId(now), service_id: id, service_name, price, tax_rate, minutes, contraindications };
  return Object.assign(new AppointmentLine(), written);
}

/** @throws invalid for a service that is not offered any more: nothing new is booked of it */
export function refuseInactive({ is_active, name }: SalonService, field: string): void {
  if (!is_active) throw invalid(field, messages.serviceInactive({ field, name }));
}

/** A named member may have left since: the name stays as it was written down. */
function assign(line: AppointmentLine, staff_id: string | null, field: string, { members, had }: LineSources): void {
  if (staff_id === line.staff_id) return;
  line.staff_id = staff_id;
  line.staff_name = null;
  if (staff_id === null) return;
  const member = members.get(staff_id);
  const named = had.find((other) => other.staff_id === staff_id);
  if (member) line.staff_name = `${member.first_name} ${member.last_name}`;
  else if (named) line.staff_name = named.staff_name;
  else throw unknownReference(`${field}.staff_id`, nouns.staff_member);
}
