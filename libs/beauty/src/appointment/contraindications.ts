import { namesFoundIn, type Language } from '@usaha/shared';
import { messages } from '../messages.js';
import type { AppointmentLine } from './appointment-line.entity.js';

/** What a client has stated that a service may not be for. */
export interface Sensitivities {
  readonly allergies: readonly string[];
  readonly medical_conditions: readonly string[];
}

/** Of a walk-in. */
export const NOTHING_STATED: Sensitivities = { allergies: [], medical_conditions: [] };

/** Something that a client has stated, and a service is not for. */
export interface Contraindication {
  /** Its name, as it was booked. */
  service: string;
  /** Those of the service that name it. */
  contraindications: string[];
  /** An allergy or medical condition of the client, as it was stated. */
  sensitivity: string;
}

/** The fields of a line that are compared. */
type Treatment = Pick<AppointmentLine, 'service_id' | 'service_name' | 'contraindications'>;

/** More than anybody reads: lists that match each other whole make millions, and every answer about the appointment has them. */
const MOST_WARNINGS = 100;
const MOST_NAMED = 10;

/**
 * What the salon should know before the services are given: one warning for each service and each allergy or condition that
 * its contraindications name, of the first services at most MOST_WARNINGS, each with at most MOST_NAMED contraindications.
 * @param lines what a service is not for stands with one line of it at least
 * @param stated asked for only where a service has contraindications: health is sealed
 */
export function contraindicationsOf(lines: readonly Treatment[], stated: () => Sensitivities): Contraindication[] {
  const warned = lines.filter(({ contraindications }) => contraindications.length > 0);
  const services = [...new Map(warned.map((line) => [line.service_id, line])).values()];
  if (services.length === 0) return [];
  const { allergies, medical_conditions } = stated();
  const sensitivities = [...new Set([...allergies, ...medical_conditions].map((text) => text.trim()))];
  const sensitivitiesIn = namesFoundIn(sensitivities);
  const found: Contraindication[] = [];
  for (const { service_name: service, contraindications } of services) {
    if (found.length >= MOST_WARNINGS) break;
    const naming = namingOf(contraindications, sensitivitiesIn);
    for (const sensitivity of sensitivities) {
      const named = naming.get(sensitivity);
      if (named) found.push({ service, contraindications: named, sensitivity });
    }
  }
  return found.slice(0, MOST_WARNINGS);
}

/** By sensitivity, which contraindications name it; no further ones are read once as many are told as may be. */
function namingOf(
  contraindications: readonly string[],
  sensitivitiesIn: (text: string) => string[],
): Map<string, string[]> {
  const naming = new Map<string, string[]>();
  let full = 0;
  for (const text of contraindications) {
    if (full >= MOST_WARNINGS) break;
    for (const sensitivity of sensitivitiesIn(text)) {
      const named = naming.get(sensitivity) ?? [];
      if (named.length === MOST_NAMED) continue;
      naming.set(sensitivity, [...named, text.trim()]);
      if (named.length + 1 === MOST_NAMED) full++;
    }
  }
  return naming;
}

export const contraindicationText = (warning: Contraindication, language: Language): string =>
  messages.contraindicated(warning).in(language);
