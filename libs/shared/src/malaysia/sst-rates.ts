/** From which day on (YYYY-MM-DD) which percentage is charged; until the next row's day, or until further notice. */
export type Rates = readonly (readonly [from: string, percent: number])[];

const unraised: Rates = [['2018-09-01', 6]];
const raised: Rates = [
  ['2018-09-01', 6],
  ['2024-03-01', 8],
];

export interface TaxedService {
  service: string;
  /** Group of the First Schedule of the Service Tax Regulations 2018 (M and N unconfirmed), or the Act where it is another tax. */
  group: string;
  rates: Rates;
}

/**
 * The rates of tax by kind of service. Before its first day a service was not taxed.
 *
 * Source: Service Tax Act 2018, section 10; Service Tax (Rate of Tax) Order 2018 as amended with effect from 2024-03-01
 * (8 %) and 2025-07-01 (new groups); statement of the Ministry of Finance of 2026-01-05 (rental and leasing at 6 % from
 * 2026-01-01, Service Tax Policy 2/2025, Amendment 3). Only registered persons may charge it (from a turnover that differs
 * by group); Labuan, Langkawi, Tioman and Pangkor have separate reliefs.
 */
export const serviceTaxRates: Readonly<Record<string, TaxedService>> = {
  food_beverage: { service: 'Restaurants, cafes, catering, food court', group: 'B', rates: unraised },
  telecommunication: { service: 'Telecommunications', group: 'I', rates: unraised },
  parking: { service: 'Vehicle parking space', group: 'I', rates: unraised },
  // Courier services and customs agents were taxed before 2024 already: see courier. B2B relief is the caller's.
  logistics: {
    service: 'Logistics management, warehousing, freight, delivery, courier',
    group: 'J',
    rates: [
      ['2018-09-01', 0],
      ['2024-03-01', 6],
    ],
  },
  courier: { service: 'Courier delivery (documents/parcels up to 30 kg)', group: 'I then J', rates: unraised },
  // The tourism tax of RM 10 a night is another tax.
  accommodation: { service: 'Hotels, serviced apartments, homestay', group: 'A', rates: raised },
  // Karaoke from 2024-03-01.
  entertainment: { service: 'Night clubs, karaoke (karaoke from 2024-03-01), pubs', group: 'C', rates: raised },
  wellness: { service: 'Wellness centre, spa, massage, reflexology, postnatal care', group: 'C', rates: raised },
  // Put in scope by the guide of 2025-06-09, taken out again on 2025-06-27.
  beauty: { service: 'Facial, hair, barber, manicure, pedicure', group: 'none', rates: [['2018-09-01', 0]] },
  club: { service: 'Private club, golf club', group: 'D/E', rates: raised },
  gaming: { service: 'Betting and gaming', group: 'F', rates: raised },
  professional: { service: 'Legal, accounting, engineering, architecture, surveying', group: 'G', rates: raised },
  consultancy: { service: 'Consultancy, management, training, coaching', group: 'G', rates: raised },
  employment: { service: 'Employment agency', group: 'G', rates: raised },
  security: { service: 'Guards and protection', group: 'G', rates: raised },
  // The platform's own subscriptions are such a service.
  digital: { service: 'IT and digital services (incl. SaaS subscriptions)', group: 'G', rates: raised },
  maintenance: {
    service: 'Repair and maintenance (other than vehicles and residential)',
    group: 'I',
    rates: [['2024-03-01', 8]],
  },
  motor_vehicle_service: { service: 'Vehicle workshop service, repair', group: 'I', rates: raised },
  advertising: { service: 'Advertising', group: 'I', rates: raised },
  insurance: { service: 'Insurance/takaful for business', group: 'I', rates: raised },
  electricity: { service: 'Domestic electricity above 600 kWh/28 days', group: 'I', rates: raised },
  // Not confirmed by a primary source.
  car_rental: { service: 'Hire of passenger vehicle with/without driver', group: 'I then K', rates: raised },
  // Not confirmed by a primary source.
  cleaning: {
    service: 'Cleaning services',
    group: 'I',
    rates: [
      ['2020-01-01', 6],
      ['2024-03-01', 8],
    ],
  },
  brokerage: { service: 'Brokerage and underwriting (non-financial)', group: 'I', rates: [['2024-03-01', 8]] },
  // Basic banking and Shariah profit are exempt.
  financial: { service: 'Fee- or commission-based financial services', group: 'H', rates: [['2025-07-01', 8]] },
  rental_leasing: {
    service: 'Rental or leasing of non-residential premises, equipment',
    group: 'K',
    rates: [
      ['2025-07-01', 8],
      ['2026-01-01', 6],
    ],
  },
  // Contracts signed before 2025-07-01 that cannot be reviewed are exempt until 2027-06-30.
  construction: { service: 'Construction works (non-residential)', group: 'L', rates: [['2025-07-01', 6]] },
  // Falls on patients who are not citizens only; which patient this is, the caller knows.
  healthcare: { service: 'Private healthcare, TCM, allied health', group: 'M', rates: [['2025-07-01', 6]] },
  // Falls on fees above RM 60,000 a year and on students who are not citizens only; the caller knows.
  education: { service: 'Private education', group: 'N', rates: [['2025-07-01', 6]] },
  // Charged by manufacturers and importers, never at the till.
  sales_tax_standard: {
    service: 'Sales tax 10% (manufacturer/importer only)',
    group: 'Sales Tax Act 2018',
    rates: [['2018-09-01', 10]],
  },
  sales_tax_reduced: {
    service: 'Sales tax 5% (manufacturer/importer only)',
    group: 'Sales Tax Act 2018',
    rates: [['2018-09-01', 5]],
  },
  low_value_goods: {
    service: 'Imported low-value goods <= RM500 sold online',
    group: 'Sales Tax (LVG)',
    rates: [['2024-01-01', 10]],
  },
  exempt: { service: 'Exempt / out of scope', group: 'none', rates: [['2018-09-01', 0]] },
};

/** Other words for the same; `null` is the rate without a kind of service (see sst.ts). */
export const serviceAliases: Readonly<Record<string, string | null>> = {
  standard: null,
  general: null,
  other: null,
  general_8: 'professional',
  'f&b': 'food_beverage',
  food: 'food_beverage',
  restaurant: 'food_beverage',
  telecom: 'telecommunication',
  telco: 'telecommunication',
  delivery: 'logistics',
  transport: 'logistics',
  medical: 'healthcare',
  clinic: 'healthcare',
  school: 'education',
  tuition: 'education',
  rental: 'rental_leasing',
  lease: 'rental_leasing',
  hotel: 'accommodation',
  spa: 'wellness',
  massage: 'wellness',
  salon: 'beauty',
  it: 'digital',
  software: 'digital',
  saas: 'digital',
  consulting: 'consultancy',
  legal: 'professional',
  accounting: 'professional',
};
