import type { StateCode } from '@usaha/shared/malaysia';

/** What makes one demo clinic differ from another. */
export interface DemoClinic {
  tenant_id: string;
  /** What its history is drawn from. */
  seed: number;
  /** Whose public holidays it keeps. */
  state: StateCode;
  patients: number;
  /** Where most patients live, three digits of their telephone numbers, and where they were born, by their IC numbers. */
  home: string;
  prefix: string;
  birthplaces: readonly string[];
}

/** Two clinics among the demo tenants of core, by their ids there. */
export const demoClinics: readonly DemoClinic[] = [
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d2',
    seed: 47_300,
    state: '10',
    patients: 60,
    home: 'Subang Jaya',
    prefix: '558',
    birthplaces: ['10', '14', '10', '08', '01'],
  },
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d8',
    seed: 93_100,
    state: '13',
    patients: 60,
    home: 'Kuching',
    prefix: '559',
    birthplaces: ['13', '13', '13', '12'],
  },
];
