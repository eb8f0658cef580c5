import { messagesOf, printedDay, type Words } from '@usaha/shared';
import type { AlertKind } from './alert-kinds.js';

const kindWords: Readonly<Record<AlertKind, Words>> = {
  license: { en: 'driving licence', ms: 'lesen memandu' },
  psv: { en: 'PSV licence', ms: 'lesen PSV' },
  medical: { en: 'medical check-up', ms: 'pemeriksaan perubatan' },
  road_tax: { en: 'road tax', ms: 'cukai jalan' },
  insurance: { en: 'insurance', ms: 'insurans' },
  inspection: { en: 'inspection', ms: 'pemeriksaan kenderaan' },
  inspection_agency: { en: 'inspection by the agency', ms: 'pemeriksaan kenderaan oleh agensi' },
  service_date: { en: 'service', ms: 'servis' },
  service_mileage: { en: 'service', ms: 'servis' },
};

interface What {
  kind: AlertKind;
  name: string;
  service_type: string | null;
}

const whatIn = (language: 'en' | 'ms', { kind, name, service_type }: What): string =>
  `${name}: ${kindWords[kind][language]}${service_type === null ? '' : ` (${service_type})`}`;

/** A due document or service, on a day or at a mileage. `left` is below 0 for what is past. */
export const sentences = messagesOf({
  dated: {
    en: ({ day, left, ...what }: What & { day: string; left: number }) => {
      const when = left < 0 ? `ended on ${printedDay(day)}` : `ends on ${printedDay(day)}`;
      const due = left < 0 ? `was due on ${printedDay(day)}` : `is due on ${printedDay(day)}`;
      return `${whatIn('en', what)} ${what.kind === 'service_date' ? due : when}`;
    },
    ms: ({ day, left, ...what }) => {
      const when = left < 0 ? `telah tamat pada ${printedDay(day)}` : `akan tamat pada ${printedDay(day)}`;
      const due = left < 0 ? `sepatutnya dibuat pada ${printedDay(day)}` : `perlu dibuat pada ${printedDay(day)}`;
      return `${whatIn('ms', what)} ${what.kind === 'service_date' ? due : when}`;
    },
  },
  driven: {
    en: ({ mileage, left, ...what }: What & { mileage: number; left: number }) =>
      `${whatIn('en', what)} ${left < 0 ? 'was' : 'is'} due at ${mileage} km, ${
        left < 0 ? `${-left} km ago` : `in ${left} km`
      }`,
    ms: ({ mileage, left, ...what }) =>
      `${whatIn('ms', what)} ${left < 0 ? 'sepatutnya dibuat' : 'perlu dibuat'} pada ${mileage} km, ${
        left < 0 ? `${-left} km yang lalu` : `${left} km lagi`
      }`,
  },
});
