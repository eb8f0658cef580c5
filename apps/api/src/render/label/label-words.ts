import type { ServiceType } from '@usaha/logistics';
import type { Language, Words } from '@usaha/shared';

/** Words of a label. */
const words = {
  title: { en: 'Parcel labels', ms: 'Label bungkusan' },
  from: { en: 'From', ms: 'Daripada' },
  to: { en: 'To', ms: 'Kepada' },
  telephone: { en: 'Tel.', ms: 'Tel.' },
  weight: { en: 'Weight', ms: 'Berat' },
  reference: { en: 'Ref.', ms: 'Ruj.' },
  deliver: { en: 'Deliver', ms: 'Hantar' },
  fragile: { en: 'FRAGILE', ms: 'MUDAH PECAH' },
  cancelled: { en: 'CANCELLED', ms: 'DIBATALKAN' },
  cod: { en: 'COLLECT ON DELIVERY', ms: 'KUTIP SEMASA HANTAR' },
  scan: { en: 'Scan to follow the parcel', ms: 'Imbas untuk jejak bungkusan' },
} satisfies Record<string, Words>;

const services: Readonly<Record<ServiceType, Words>> = {
  express: { en: 'EXPRESS', ms: 'EKSPRES' },
  standard: { en: 'STANDARD', ms: 'STANDARD' },
  economy: { en: 'ECONOMY', ms: 'EKONOMI' },
};

export const say = (name: keyof typeof words, language: Language): string => words[name][language];
export const sayService = (service: ServiceType, language: Language): string => services[service][language];
