import { namedIn, type Language } from '@usaha/shared';
import { messages } from '../messages.js';
import type { AppointmentLine } from './appointment-line.entity.js';

/** What a client has stated that a service may not be for. */
export interface Sensitivities {
  readonly allergies: readonly string[];
  readonly medical_conditions: readonly string[];
}

/** Something that a client has stated, and a service is not for. */
export interface Contraindication {
  /** Its name, as it was booked. */
  service: string;
  /** Those of the service that name it. */
  contraindications: string[];
  /** An allergy or medical condition of the client, as it was stated. */
  sensitivity: string;
}

/** What is looked at of a line. */
type Treatment = Pick<AppointmentLine, 'service_id' | 'service_name' | 'contraindications'>;

/**
 * What the salon should know before the services are given: one warning for each service and each allergy or condition that
 * its contraindications name.
 * @param stated asked for only where a service has contraindications: health is sealed
 */
export function contraindicationsOf(lines: readonly Treatment[], stated: () => Sensitivities): Contraindication[] {
  const services = [...new Map(lines.map((line) => [line.service_id, line])).values()].filter(
    ({ contraindications }) => contraindications.length > 0,
  );
  if (services.length === 0) return [];
  const { allergies, medical_conditions } = stated();
  const sensitivities = [...new Set([...allergies, ...medical_conditions].map((text) => text.trim()))];
  return services.flatMap(({ service_name, contraindications }) => {
    const known = contraindications.map((text) => [text.trim(), namedIn(text)] as const);
    return sensitivities.flatMap((sensitivity) => {
      const naming = known.filter(([, names]) => names(sensitivity)).map(([text]) => text);
      return naming.length > 0 ? [{ service: service_name, contraindications: naming, sensitivity }] : [];
    });
  });
}

export const contraindicationText = (warning: Contraindication, language: Language): string =>
  messages.contraindicated(warning).in(language);
