import type { BeautyConfiguration } from '@usaha/beauty';
import type { StateCode } from '@usaha/shared/malaysia';
import type { Weekday } from '../core/demo-days.js';
import type { DemoCommunity, DemoName } from '../core/demo-people.js';
import type { DemoMembershipKind, DemoPackage, MenuPage, WareShelf } from './catalogue/menu.js';

/** A place of work, and who could have it. */
export interface DemoPost {
  position: string;
  /** Pages of the menu; none of those who take no appointments. */
  specializations: readonly string[];
  /** Gives treatments that ask for it, too. */
  is_senior?: true;
  gender?: DemoName['gender'];
  /** MYR. */
  hourly_rate: number;
  /** Percent. */
  commission_rate: number | null;
  /** Which of the salon's shifts, and on which weekdays not. */
  shift: number;
  off: readonly Weekday[];
}

/** What makes one demo salon differ from another. */
export interface DemoSalon {
  tenant_id: string;
  /** What its history is drawn from. */
  seed: number;
  /** Whose public holidays it keeps. */
  state: StateCode;
  /** What it sets for itself, and whether its prices hold SST. */
  policies: Partial<BeautyConfiguration>;
  is_registered: boolean;
  menu: readonly MenuPage[];
  shelves: readonly WareShelf[];
  /** Five digits that the barcodes of its products have in common. */
  company: string;
  packages: readonly DemoPackage[];
  memberships: readonly DemoMembershipKind[];
  /** How many of the clients buy a package. */
  package_buyers: number;
  clients: {
    count: number;
    /** Where most of them live, three digits of their telephone numbers, and where they were born, by their IC numbers. */
    home: string;
    prefix: string;
    birthplaces: readonly string[];
    /** Each as often as it stands here. */
    communities: readonly DemoCommunity[];
    /** Of women, how many. */
    women: number;
    skin_types: readonly string[];
    hair_types: readonly string[];
    allergies: readonly string[];
    medical_conditions: readonly string[];
    /** Of how often they come: every week, every other week, every month, seldom. */
    frequencies: readonly [string, string, string, string];
    notes: readonly string[];
  };
  posts: readonly DemoPost[];
  languages: readonly string[];
  /** Hours of work of a day, in shifts. */
  shifts: readonly (readonly string[])[];
  /** Appointments of an average day, how busy each weekday is (Sunday first, 0 is closed), and each hour of a day. */
  daily: number;
  week: readonly number[];
  hours: Readonly<Record<number, number>>;
  /** How many appointments have one, two and three treatments. */
  lines: readonly number[];
  /** Of appointments that cost so much, how many pay how many percent ahead. */
  deposit: { from: number; percent: number; share: number };
  payment_methods: Readonly<Record<string, number>>;
  wishes: readonly string[];
  reasons: readonly string[];
  aftercare: readonly string[];
}
