import type { BusinessType, PlanType } from '../tenant/tenant.entity.js';

export const moduleKeys = ['retail', 'healthcare', 'education', 'logistics', 'beauty'] as const;
export type ModuleKey = (typeof moduleKeys)[number];

export const moduleStatuses = ['active', 'inactive', 'beta'] as const;
export type ModuleStatus = (typeof moduleStatuses)[number];

/** One industry module, as the catalogue describes it: the same for every tenant. */
export interface CatalogueModule {
  /** Never changes, because clients store it. */
  id: string;
  key: ModuleKey;
  name: string;
  description: string;
  industry: BusinessType;
  version: string;
  status: ModuleStatus;
  /** Key → what it is called. */
  features: Readonly<Record<string, string>>;
  requirements: { minimum_plan: PlanType; modules: ModuleKey[] };
  /** In ringgit (MYR): for information, never added to a subscription's amount. */
  pricing: { monthly: number; yearly: number };
  created_at: Date;
  updated_at: Date;
}

const PUBLISHED = new Date('2026-01-01T00:00:00Z');

type Facts = Pick<CatalogueModule, 'id' | 'name' | 'description' | 'features' | 'pricing'>;

const facts: Readonly<Record<ModuleKey, Facts>> = {
  retail: {
    id: '00000000-0000-7000-8000-0000000000a1',
    name: 'Retail',
    description: 'Products, stock, sales with SST, customers and loyalty points for shops',
    features: {
      products: 'Product catalogue',
      sales: 'Sales and refunds',
      inventory: 'Stock and alerts',
      customers: 'Customers',
      loyalty: 'Loyalty programme',
      reports: 'Sales reports',
    },
    pricing: { monthly: 29, yearly: 290 },
  },
  healthcare: {
    id: '00000000-0000-7000-8000-0000000000a2',
    name: 'Healthcare',
    description: 'Patients, appointments, medical records, prescriptions and billing for clinics',
    features: {
      patients: 'Patient records',
      appointments: 'Appointments',
      prescriptions: 'Prescriptions',
      vaccinations: 'Vaccinations',
      billing: 'Billing',
      reports: 'Clinic reports',
    },
    pricing: { monthly: 59, yearly: 590 },
  },
  education: {
    id: '00000000-0000-7000-8000-0000000000a3',
    name: 'Education',
    description: 'Students, classes, enrolment, attendance, grades and fees for tuition centres and schools',
    features: {
      students: 'Student records',
      classes: 'Classes and enrolment',
      attendance: 'Attendance',
      grades: 'Grades',
      fees: 'Fees and payments',
      reports: 'School reports',
    },
    pricing: { monthly: 39, yearly: 390 },
  },
  logistics: {
    id: '00000000-0000-7000-8000-0000000000a4',
    name: 'Logistics',
    description: 'Shipments, vehicles, drivers, routes and delivery schedules for carriers',
    features: {
      shipments: 'Shipments and tracking',
      vehicles: 'Vehicles',
      drivers: 'Drivers',
      routes: 'Routes and optimisation',
      schedules: 'Delivery schedules',
      reports: 'Fleet reports',
    },
    pricing: { monthly: 49, yearly: 490 },
  },
  beauty: {
    id: '00000000-0000-7000-8000-0000000000a5',
    name: 'Beauty',
    description: 'Clients, services, appointments, packages and memberships for salons and spas',
    features: {
      clients: 'Client records',
      services: 'Services and products',
      appointments: 'Appointments',
      packages: 'Packages',
      memberships: 'Memberships',
      reports: 'Salon reports',
    },
    pricing: { monthly: 29, yearly: 290 },
  },
};

/** All modules there are: exactly five. What a tenant disables stays active here. */
export const catalogue: readonly CatalogueModule[] = moduleKeys.map((key) => ({
  ...facts[key],
  key,
  industry: key,
  version: '1.0.0',
  status: 'active',
  requirements: { minimum_plan: 'starter', modules: [] },
  created_at: PUBLISHED,
  updated_at: PUBLISHED,
}));

/** The module that a key or a uuid stands for, in any case. */
export function findModule(name: string): CatalogueModule | undefined {
  const sought = name.toLowerCase();
  return catalogue.find(({ id, key }) => key === sought || id === sought);
}
