import { Injectable } from '@nestjs/common';
import type { Context, Language } from '@usaha/shared';
import { isAddress } from '../notification/letter.js';
import { LetterStops, whatsAppAddress } from '../notification/letter-stops.js';
import { mobileNumber } from '../notification/mobile-number.js';
import type { CarriersOfTenant } from '../message-account/tenant-carriers.js';
import type { MessageAddress } from './message.entity.js';
import { messageTemplates } from './message-templates.js';
import type { MessageTemplate } from './message-template.entity.js';
import type { MessageFacts } from './message-subjects.js';
import type { Way } from './template.js';

/** Why a message cannot go by a way. */
export const notReachable = [
  'no_carrier',
  'no_template',
  'no_address',
  'not_opted_in',
  'refused_by_person',
  'no_consent',
  'stopped',
] as const;
export type NotReachable = (typeof notReachable)[number];

/** What the ways of one message are asked with. */
export interface Asked {
  template: MessageTemplate;
  language: Language;
  to: MessageAddress;
  /** Leave of the person: whether reminders may be sent, and ways that are allowed or refused. */
  leave: Pick<MessageFacts, 'may_be_told' | 'preferences' | 'refuses'>;
}

/** The address of a way, as its carrier takes it; null where there is none. */
export function addressOf(way: Way, { email, phone }: MessageAddress): string | null {
  if (way === 'email') return isAddress(email) ? email.trim() : null;
  return mobileNumber(phone);
}

/** Under which a stop of the address is kept: of reminders by any way, and of all that WhatsApp carries. */
const addressesOfStops = (way: Way, address: string, isReminder: boolean): { way: Way; address: string }[] => [
  ...(isReminder ? [{ way, address }] : []),
  ...(way === 'whatsapp' ? [{ way, address: whatsAppAddress(address) }] : []),
];

/** Tells by which ways a message can go: carrier, text, address and leave. */
@Injectable()
export class Reachability {
  constructor(private readonly stops: LetterStops) {}

  /** Why the message cannot go by each way; null where it can. */
  async of(
    ctx: Context,
    carriers: CarriersOfTenant,
    asked: Asked,
    wanted: readonly Way[],
  ): Promise<ReadonlyMap<Way, NotReachable | null>> {
    const [reasons] = await this.ofAll(ctx, carriers, [asked], wanted);
    return reasons as ReadonlyMap<Way, NotReachable | null>;
  }

  /** The same of several messages, in their order, with one look at the stops. */
  async ofAll(
    ctx: Context,
    carriers: CarriersOfTenant,
    all: readonly Asked[],
    wanted: readonly Way[],
  ): Promise<ReadonlyMap<Way, NotReachable | null>[]> {
    const found = all.map((asked) => new Map(wanted.map((way) => [way, this.reasonOf(way, carriers, asked)])));
    const due = all.flatMap((asked, i) => {
      const isReminder = messageTemplates[asked.template.name].category === 'reminder';
      const open = wanted.filter((way) => found[i]?.get(way) === null);
      return open.flatMap((way) =>
        addressesOfStops(way, addressOf(way, asked.to) as string, isReminder).map((one) => ({ ...one, i })),
      );
    });
    const unstopped = new Set(await this.stops.wanted(ctx, due));
    for (const one of due) if (!unstopped.has(one)) found[one.i]?.set(one.way, 'stopped');
    return found;
  }

  private reasonOf(
    way: Way,
    carriers: CarriersOfTenant,
    { template, language, to, leave }: Asked,
  ): NotReachable | null {
    const { category, ways } = messageTemplates[template.name];
    const carrier = carriers.of(way)?.carrier;
    if (!carrier) return 'no_carrier';
    if (!template.enabled || !ways.includes(way)) return 'no_template';
    if (way === 'whatsapp' && !carrier.approvesAll && !template.whatsapp?.languages[language]) return 'no_template';
    if (addressOf(way, to) === null) return 'no_address';
    if (category === 'reminder' && !leave.may_be_told) return 'no_consent';
    if (leave.preferences?.[way] === false || leave.refuses?.includes(way)) return 'refused_by_person';
    // Meta asks for an opt-in before a business writes first.
    if (way === 'whatsapp' && category !== 'staff' && leave.preferences?.whatsapp !== true) return 'not_opted_in';
    return null;
  }
}
