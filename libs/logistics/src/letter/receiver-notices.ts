import {
  MOST_TO_ONE,
  isClaimed,
  lookBy,
  reachedBy,
  type Addressee,
  type DueNotification,
  type LetterContent,
  type LetterStops,
  type NotificationSource,
  type Occasion,
  type RecipientLimits,
  type Sender,
} from '@usaha/core';
import { firstId, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import type { TrackingLinks } from '../public-tracking/tracking-links.js';
import type { LogisticsConfigurations } from '../settings.js';
import type { ShipmentRepository } from '../shipment/shipment.repository.js';
import { toldStatuses, type News, type ToldStatus } from './receiver-words.js';

/** Older changes are no news: by then the shipment is somewhere else. It covers a night and a day at the limit of letters. */
const NEWS_MS = 2 * 86_400_000;
/** How many are looked up at once; those after them the next time. */
const MOST = 1_000;
/** How often the next ones are read in place of those that cannot be sent, so that a look-up comes to an end. */
const MOST_READS = 20;

const TOLD = toldStatuses.map((status) => `'${status}'`).join(', ');

/** What the newest schedule of the shipment `s` that tells it says of ways, `w`. */
const WISHES = `left join lateral (
    select c.contact_preferences as said from logistics.schedules c
     where c.tenant_id = $1 and c.shipment_id = s.id and c.deleted_at is null and c.contact_preferences is not null
     order by c.id desc limit 1) w on true`;

/**
 * What may stand before and after the @ and the dot of an address, as `isAddress` has it. Other texts are left out
 * here already: where hundreds of receivers have "none@none", it would take the places of those who can be.
 */
const PART = String.raw`[^]\s@<>(),;:"[\\]+`;

/** The delivery schedule allows to write to the receiver, and there is an address. */
export const BY_EMAIL = `(btrim(s.destination ->> 'email') ~ '^${PART}@${PART}[.]${PART}$' and length(s.destination ->> 'email') <= 254
  and (w.said -> 'email') is distinct from 'false'::jsonb)`;

/** The receiver has asked for short messages, or has nothing against them and cannot be written to; it is a mobile number. */
export const BY_SMS = `(s.destination ->> 'phone_number' ~ '^[-+().\\s\\d]+$'
  and regexp_replace(s.destination ->> 'phone_number', '\\D', '', 'g') ~ '^((00)?600?|0)1\\d{8,9}$' and (w.said -> 'sms') is distinct from 'false'::jsonb
  and ((w.said -> 'sms') is not distinct from 'true'::jsonb or not coalesce(${BY_EMAIL}, false)))`;

/** News with the id of their entry of the history. */
type ReadNews = DueNotification & { id: string; address: string };

/** How receivers are told by one way. */
export interface Way {
  /** SQL over `s` and `w`: whether this one is told so. */
  isTold: string;
  /** SQL: to what address or number. */
  address: string;
}

/**
 * Tells the receiver of a shipment that it is on its way, and that it was delivered: each status once, when the shipment has
 * come to it, and only while it has it. Nothing is written for it with the shipment: what is told is found in the history.
 */
export abstract class ReceiverNotices implements NotificationSource {
  abstract readonly kind: string;
  readonly module = 'logistics';
  readonly subject = nouns.shipment;
  readonly action = 'notify_receiver';
  readonly among = lookBy('logistics.tenants_with_news', (now) => [firstId(new Date(now.getTime() - NEWS_MS))]);
  readonly templateOf = ({ occasion }: Occasion) =>
    occasion === 'delivered' ? ('shipment_delivered' as const) : ('shipment_on_its_way' as const);
  protected abstract readonly way: Way;
  protected abstract readonly configurations: LogisticsConfigurations;
  protected abstract readonly shipments: ShipmentRepository;
  protected abstract readonly links: TrackingLinks;
  protected abstract readonly stops: LetterStops;
  protected abstract readonly limits: RecipientLimits;

  protected abstract word(to: Addressee, news: News, business: Sender, now: Date): LetterContent;

  /**
   * The oldest first. Those of receivers who have stopped the letters, or have had all of the day, are left out, and of each receiver
   * no more are taken than one is sent on a day: else a few receivers would take the places of all others until their news are too old.
   */
  async due(ctx: Context): Promise<DueNotification[]> {
    if (!(await this.configurations.of(ctx)).tell_receivers) return [];
    const due: DueNotification[] = [];
    const ofReceiver = new Map<string, number>();
    let after = firstId(new Date(ctx.now.getTime() - NEWS_MS));
    for (let reads = 0; reads < MOST_READS && due.length < MOST; reads += 1) {
      const news = await this.newsAfter(ctx, after);
      const wanted = await this.stops.wanted(ctx, news);
      for (const { id: _id, ...one } of await this.limits.sendable(ctx, this as NotificationSource, wanted)) {
        const receiver = reachedBy(one.address);
        const count = (ofReceiver.get(receiver) ?? 0) + 1;
        ofReceiver.set(receiver, count);
        if (count <= MOST_TO_ONE) due.push(one);
      }
      if (news.length < MOST) break;
      after = news.at(-1)?.id as string;
    }
    return due.slice(0, MOST);
  }

  private async newsAfter(ctx: Context, after: string): Promise<ReadNews[]> {
    const { isTold, address } = this.way;
    const claimed = isClaimed({ kind: '$3', subject_id: 'e.shipment_id', occasion: 'e.status' });
    // One by one by its key, however many shipments there are: the planner knows neither that ids are times nor what is claimed.
    const rows = await ctx.db.read(
      `with news as materialized (
         select e.id, e.shipment_id, e.status, e.created_at from logistics.shipment_events e
          where e.tenant_id = $1 and e.id > $2 and e.status in (${TOLD}) and not ${claimed}
            and e.status is distinct from (select b.status from logistics.shipment_events b
              where b.tenant_id = $1 and b.shipment_id = e.shipment_id and b.position = e.position - 1))
       select n.id, n.shipment_id, n.status, n.created_at, ${address}
         from news n
         cross join lateral (
           select r.id, r.destination from logistics.shipments r where r.tenant_id = $1 and r.id = n.shipment_id
              and r.status = n.status and r.deleted_at is null limit 1) s
         ${WISHES}
        where ${isTold}
        order by n.id limit ${MOST}`,
      [ctx.tenant_id, after, this.kind],
    );
    return (rows as [string, string, string, Date, string][]).map(([id, subject_id, occasion, reached, to]) => ({
      id,
      subject_id,
      occasion,
      address: to,
      expires_at: new Date(reached.getTime() + NEWS_MS),
    }));
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    if (!(await this.configurations.of(ctx)).tell_receivers) return null;
    const [shipment, [row]] = await Promise.all([
      this.shipments.find(ctx, subject_id),
      ctx.db.read(
        `select ${this.way.address}, s.is_cod from logistics.shipments s ${WISHES}
          where s.tenant_id = $1 and s.id = $2 and s.status = $3 and s.deleted_at is null and ${this.way.isTold}`,
        [ctx.tenant_id, subject_id, occasion],
      ),
    ]);
    if (!shipment || !row || shipment.status !== occasion) return null;
    const [address, is_cod] = row as [string, boolean];
    const { contact_person, company_name } = shipment.destination;
    const to = { name: contact_person ?? company_name ?? '', address };
    const news = { status: occasion as ToldStatus, shipment, is_cod, link: this.links.urlOf(ctx, shipment) };
    return this.word(to, news, business, ctx.now);
  }

  /** Those of shipments that still are where they were. */
  async standing(ctx: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    const rows = await ctx.db.read(
      `select r.id, r.status from logistics.shipments r
        where r.tenant_id = $1 and r.id = any($2) and r.deleted_at is null`,
      [ctx.tenant_id, occasions.map(({ subject_id }) => subject_id)],
    );
    const statuses = new Map(rows as [string, string][]);
    return occasions.filter(({ subject_id, occasion }) => statuses.get(subject_id) === occasion);
  }
}
