import type { AppointmentLine } from './appointment-line.entity.js';

/** Marks the first line of each service and of each member among all lines of an appointment, in their order. */
export function markOpening(
  lines: readonly Pick<AppointmentLine, 'service_id' | 'staff_id' | 'opens_service' | 'opens_staff'>[],
): void {
  const [services, members] = [new Set<string>(), new Set<string | null>()];
  for (const line of lines) {
    line.opens_service = !services.has(line.service_id);
    line.opens_staff = !members.has(line.staff_id);
    services.add(line.service_id);
    members.add(line.staff_id);
  }
}
