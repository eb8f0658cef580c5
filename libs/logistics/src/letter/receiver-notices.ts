import { Injectable } from '@nestjs/common';
import {
  LetterStops,
  MOST_TO_ONE,
  RecipientLimits,
  isClaimed,
  lookBy,
  reachedBy,
  type DueNotification,
  type LetterContent,
  type NotificationSource,
  type NotifiedFacts,
  type Occasion,
  type Sender,
  type ToldByMessage,
  type Way,
} from '@usaha/core';
import { firstId, type Context, type Language } from '@usaha/shared';
import { nouns } from '../messages.js';
import { TrackingLinks } from '../public-tracking/tracking-links.js';
import type { ContactPreferences } from '../schedule/delivery-schedule.entity.js';
import { LogisticsConfigurations } from '../settings.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { receiverLetter, receiverValues, toldStatuses, type News, type ToldStatus } from './receiver-words.js';
import { preferencesOf } from './receiver-wishes.js';

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
const BY_EMAIL = `coalesce(btrim(s.destination ->> 'email') ~ '^${PART}@${PART}[.]${PART}$' and length(s.destination ->> 'email') <= 254
  and (w.said -> 'email') is distinct from 'false'::jsonb, false)`;

/** The number is that of a mobile, and the schedule allows one of the ways to it; $4 and $5: whether SMS, and WhatsApp, have a carrier. */
const BY_PHONE = `coalesce(s.destination ->> 'phone_number' ~ '^[-+().\\s\\d]+$'
  and regexp_replace(s.destination ->> 'phone_number', '\\D', '', 'g') ~ '^((00)?600?|0)1\\d{8,9}$'
  and ($4 and (w.said -> 'sms') is distinct from 'false'::jsonb
    or $5 and (w.said -> 'whatsapp') is not distinct from 'true'::jsonb), false)`;

/** Claims of the releases that told receivers by letter and by SMS apart hold, too. */
const TEXTS_OF_BEFORE = 'logistics.receiver_text';

/** News with the id of their entry of the history. */
type ReadNews = DueNotification & { id: string };

/**
 * Tells the receiver of a shipment that it is on its way, and that it was delivered: each status once, when the shipment has
 * come to it, and only while it has it. Nothing is written for it with the shipment: what is told is found in the history.
 */
@Injectable()
export class ReceiverNotices implements NotificationSource {
  readonly kind = 'logistics.receiver_letter';
  readonly module = 'logistics';
  readonly subject = nouns.shipment;
  readonly action = 'notify_receiver';
  readonly among = lookBy('logistics.tenants_with_news', (now) => [firstId(new Date(now.getTime() - NEWS_MS))]);
  readonly templateOf = ({ occasion }: Occasion) =>
    occasion === 'delivered' ? ('shipment_delivered' as const) : ('shipment_on_its_way' as const);
  readonly byMessage: ToldByMessage = {
    subject_type: 'logistics.shipment',
    templateOf: this.templateOf,
    facts: (ctx, occasion, language) => this.facts(ctx, occasion, language),
  };

  constructor(
    private readonly configurations: LogisticsConfigurations,
    private readonly shipments: ShipmentRepository,
    private readonly links: TrackingLinks,
    private readonly stops: LetterStops,
    private readonly limits: RecipientLimits,
  ) {}

  /**
   * The oldest first. Letters to receivers who have stopped them, or have had all of the day, are left out, and of each receiver
   * no more are taken than one is sent on a day: else a few receivers would take the places of all others until their news are too old.
   */
  async due(ctx: Context, toPhones: readonly Way[]): Promise<DueNotification[]> {
    if (!(await this.configurations.of(ctx)).tell_receivers) return [];
    const due: DueNotification[] = [];
    const ofReceiver = new Map<string, number>();
    let after = firstId(new Date(ctx.now.getTime() - NEWS_MS));
    for (let reads = 0; reads < MOST_READS && due.length < MOST; reads += 1) {
      const news = await this.newsAfter(ctx, after, toPhones);
      const letters = news.flatMap((one) => {
        const { address, person } = one;
        return address === null || person?.phone ? [] : [{ one, address }];
      });
      const wanted = await this.limits.sendable(ctx, this as NotificationSource, await this.stops.wanted(ctx, letters));
      const open = new Set(wanted.map(({ one }) => one));
      for (const one of news) {
        const { id: _id, ...told } = one;
        // Messages wait in their queue, and take no other's place.
        if (one.person?.phone) due.push(told);
        else if (open.has(one) && told.address !== null) {
          const receiver = reachedBy(told.address);
          const count = (ofReceiver.get(receiver) ?? 0) + 1;
          ofReceiver.set(receiver, count);
          if (count <= MOST_TO_ONE) due.push(told);
        }
      }
      if (news.length < MOST) break;
      after = news.at(-1)?.id as string;
    }
    return due.slice(0, MOST);
  }

  private async newsAfter(ctx: Context, after: string, toPhones: readonly Way[]): Promise<ReadNews[]> {
    const claimed = (kind: string) => isClaimed({ kind, subject_id: 'e.shipment_id', occasion: 'e.status' });
    // One by one by its key, however many shipments there are: the planner knows neither that ids are times nor what is claimed.
    const rows = await ctx.db.read(
      `with news as materialized (
         select e.id, e.shipment_id, e.status, e.created_at from logistics.shipment_events e
          where e.tenant_id = $1 and e.id > $2 and e.status in (${TOLD}) and not ${claimed('$3')} and not ${claimed('$6')}
            and e.status is distinct from (select b.status from logistics.shipment_events b
              where b.tenant_id = $1 and b.shipment_id = e.shipment_id and b.position = e.position - 1))
       select n.id, n.shipment_id, n.status, n.created_at, w.said,
              case when ${BY_EMAIL} then s.destination ->> 'email' end,
              case when ${BY_PHONE} then s.destination ->> 'phone_number' end
         from news n
         cross join lateral (
           select r.id, r.destination from logistics.shipments r where r.tenant_id = $1 and r.id = n.shipment_id
              and r.status = n.status and r.deleted_at is null limit 1) s
         ${WISHES}
        where ${BY_EMAIL} or ${BY_PHONE}
        order by n.id limit ${MOST}`,
      [ctx.tenant_id, after, this.kind, toPhones.includes('sms'), toPhones.includes('whatsapp'), TEXTS_OF_BEFORE],
    );
    return (rows as NewsRow[]).map(([id, subject_id, occasion, reached, said, address, phone]) => ({
      id,
      subject_id,
      occasion,
      address,
      person: { id: null, phone, preferences: preferencesOf(said) },
      expires_at: new Date(reached.getTime() + NEWS_MS),
    }));
  }

  async compose(ctx: Context, { subject_id, occasion }: Occasion, business: Sender): Promise<LetterContent | null> {
    if (!(await this.configurations.of(ctx)).tell_receivers) return null;
    const told = await this.newsOf(ctx, subject_id, occasion);
    if (!told?.isByLetter) return null;
    const { contact_person, company_name, email } = told.shipment.destination;
    const to = { name: contact_person ?? company_name ?? '', address: email ?? '' };
    return receiverLetter(to, told.news, business, ctx.now);
  }

  /** null where the shipment is somewhere else. A way whose text has a link is refused where there is none. */
  private async facts(
    ctx: Context,
    { subject_id, occasion }: Occasion,
    language: Language,
  ): Promise<NotifiedFacts | null> {
    if (!(await this.configurations.of(ctx)).tell_receivers) return null;
    const told = await this.newsOf(ctx, subject_id, occasion);
    if (!told) return null;
    const { contact_person, company_name, email, phone_number } = told.shipment.destination;
    return {
      person_id: null,
      name: contact_person ?? company_name ?? '',
      email,
      phone: phone_number,
      may_be_told: true,
      preferences: preferencesOf(told.said),
      refuses: told.news.link === null ? ['whatsapp'] : [],
      values: receiverValues(told.news, ctx.now, language),
    };
  }

  /** null where the shipment has not the status that is told. */
  private async newsOf(ctx: Context, subject_id: string, occasion: string): Promise<ToldNews | null> {
    const [shipment, [row]] = await Promise.all([
      this.shipments.find(ctx, subject_id),
      ctx.db.read(
        `select ${BY_EMAIL}, s.is_cod, w.said from logistics.shipments s ${WISHES}
          where s.tenant_id = $1 and s.id = $2 and s.status = $3 and s.deleted_at is null`,
        [ctx.tenant_id, subject_id, occasion],
      ),
    ]);
    if (!shipment || !row || shipment.status !== occasion) return null;
    const [isByLetter, is_cod, said] = row as [boolean, boolean, ContactPreferences | null];
    const news = { status: occasion as ToldStatus, shipment, is_cod, link: this.links.urlOf(ctx, shipment) };
    return { shipment, news, isByLetter, said };
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

interface ToldNews {
  shipment: Shipment;
  news: News;
  isByLetter: boolean;
  said: ContactPreferences | null;
}
type NewsRow = [string, string, string, Date, ContactPreferences | null, string | null, string | null];
