import {
  PackageSession,
  SoldPackage,
  type SalonService,
  type ServicePackage,
  type SessionMovement,
} from '@usaha/beauty';
import { malaysianDay, malaysianInstant, newId } from '@usaha/shared';
import { minutesAfter } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { born } from '../core/demo-records.js';
import type { DocumentNumbers } from '../core/document-numbers.js';
import type { DemoService } from './demo-catalogue.js';
import type { DemoClient } from './demo-clients.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

/** A package of a client, and what of it is not spoken for yet. */
interface Purse {
  sold: SoldPackage;
  left: Map<string, number>;
}

/** Something that happens to a package's sessions. */
interface Use {
  at: Date;
  sold: SoldPackage;
  move: () => SessionMovement[];
}

/** The packages that clients bought, and what they redeem of them. */
export class DemoPurses {
  private readonly purses = new Map<DemoClient, Purse>();
  private readonly services: ReadonlyMap<string, DemoService>;
  private readonly uses: Use[] = [];

  constructor(
    salon: DemoSalon,
    people: readonly DemoClient[],
    {
      packages,
      services,
      time,
      random,
    }: { packages: readonly ServicePackage[]; services: readonly DemoService[]; time: SalonTime; random: DemoRandom },
  ) {
    this.services = new Map(services.map((one) => [one.service.id, one]));
    const offered = new Lottery(
      packages,
      salon.packages.map(({ popularity }) => popularity),
    );
    const methods = new Lottery(Object.keys(salon.payment_methods), Object.values(salon.payment_methods));
    // Those who come often buy what they then come for.
    const buyers = new Lottery(
      people,
      people.map(({ loyalty, gender }) => (gender === 'female' ? loyalty * loyalty : 0)),
    );
    const past = time.days.filter((day) => day < time.today);
    for (let i = 0; i < salon.package_buyers; i += 1) {
      const client = buyers.draw(random);
      const of = offered.draw(random);
      const day = random.pick(past);
      const at = minutesAfter(malaysianInstant(day, '10:00:00'), random.next() * 420);
      if (this.purses.has(client) || client.client.created_at >= at) continue;
      const serviceOf = (id: string) => this.services.get(id)?.service as SalonService;
      const told = { payment_method: methods.draw(random), purchase_date: day, is_taxed: salon.is_registered };
      this.buy(client, SoldPackage.of(client.client.id, of, serviceOf, told), at);
    }
  }

  /** The treatment that a client has most sessions of on a day, none of them promised; null where there is none. */
  sessionOf(client: DemoClient, day: string): DemoService | null {
    const purse = this.purses.get(client);
    if (!purse || !isOpen(purse.sold, day)) return null;
    const [most] = [...purse.left].filter(([, left]) => left > 0).sort(([, a], [, b]) => b - a);
    return most ? (this.services.get(most[0]) ?? null) : null;
  }

  /** Keeps a session for an appointment that is booked then; false where it could not be had. */
  take(client: DemoClient, day: string, at: Date): boolean {
    const purse = this.purses.get(client);
    const service = this.sessionOf(client, day);
    if (!purse || !service || at <= purse.sold.created_at || !isOpen(purse.sold, malaysianDay(at))) return false;
    const { id } = service.service;
    purse.left.set(id, (purse.left.get(id) ?? 0) - 1);
    return true;
  }

  /** The package of a client. */
  of(client: DemoClient): SoldPackage {
    return (this.purses.get(client) as Purse).sold;
  }

  /** A session was redeemed for an appointment, or came back from one. */
  use(at: Date, sold: SoldPackage, move: () => SessionMovement[]): void {
    this.uses.push({ at, sold, move });
  }

  /** All packages, and everything that happened to their sessions, in the order of time. */
  settle(receipts: DocumentNumbers): { sold: SoldPackage[]; sessions: PackageSession[] } {
    const uses = [...this.uses].sort((a, b) => a.at.getTime() - b.at.getTime());
    const sessions = uses.flatMap(({ at, move }) =>
      move().map((movement) => Object.assign(new PackageSession(), movement, { id: newId(at), created_at: at })),
    );
    const sold = [...this.purses.values()].map((purse) => purse.sold);
    sold.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
    for (const one of sold) one.receipt_number = receipts.next(one.created_at);
    return { sold, sessions };
  }

  private buy(client: DemoClient, sold: SoldPackage, at: Date): void {
    born(sold, at);
    this.purses.set(client, { sold, left: new Map(sold.sessions.map(({ service_id, total }) => [service_id, total])) });
    this.use(at, sold, () => sold.opened());
  }
}

/** Whether it can be redeemed on a day. @param day YYYY-MM-DD */
const isOpen = ({ purchase_date, expires_on }: SoldPackage, day: string): boolean =>
  purchase_date <= day && (expires_on === null || day <= expires_on);
