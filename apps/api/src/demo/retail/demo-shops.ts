import { boutique } from './catalogue/boutique.js';
import { miniMarket } from './catalogue/mini-market.js';
import { phoneShop } from './catalogue/phone-shop.js';
import type { Shelf } from './shelf.js';

/** What makes one demo shop's trade differ from another's. */
export interface DemoShop {
  tenant_id: string;
  /** What its history is drawn from. */
  seed: number;
  shelves: readonly Shelf[];
  /** Five digits that its barcodes have in common. */
  company: string;
  /** Customers, where most live, and three digits of their telephone numbers. */
  customers: { count: number; home: string; prefix: string };
  /** Sales on an average day. */
  daily: number;
  /** How often one line is sold, two, three …, as weights. */
  basket: readonly number[];
  /** The most pieces of one product that are sold together. */
  pieces: number;
  /** How often a customer gives a name. */
  known: number;
  /** How often a cashier grants 10 % on a line in ordinary times, and ahead of a festival. */
  promotion: { ordinary: number; festive: number };
  payments: Readonly<Record<DemoPayment, number>>;
}

export type DemoPayment = 'cash' | 'card' | 'duitnow' | 'tng';

/** Three shops among the demo tenants of core, by their ids there. */
export const demoShops: readonly DemoShop[] = [
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d1',
    seed: 59_100,
    shelves: miniMarket,
    company: '60101',
    customers: { count: 80, home: 'Kuala Lumpur', prefix: '555' },
    daily: 24,
    basket: [6, 6, 4, 2, 1],
    pieces: 3,
    known: 0.35,
    promotion: { ordinary: 0.02, festive: 0.06 },
    payments: { cash: 5, card: 2, duitnow: 3, tng: 3 },
  },
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d6',
    seed: 40_000,
    shelves: boutique,
    company: '60102',
    customers: { count: 60, home: 'Shah Alam', prefix: '556' },
    daily: 15,
    basket: [7, 5, 2, 1],
    pieces: 2,
    known: 0.55,
    promotion: { ordinary: 0.05, festive: 0.25 },
    payments: { cash: 2, card: 4, duitnow: 4, tng: 2 },
  },
  {
    tenant_id: '00000000-0000-7000-8000-0000000000d7',
    seed: 30_000,
    shelves: phoneShop,
    company: '60103',
    customers: { count: 60, home: 'Ipoh', prefix: '557' },
    daily: 15,
    basket: [8, 4, 1],
    pieces: 1,
    known: 0.45,
    promotion: { ordinary: 0.04, festive: 0.1 },
    payments: { cash: 2, card: 4, duitnow: 4, tng: 2 },
  },
];
