import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import { TenantCarriers, type CarrierOfTenant, type CarriersOfTenant } from '../message-account/tenant-carriers.js';
import type { DueNotification, NotificationSource, ToldByMessage } from '../notification/notification-source.js';
import { NotificationRepository, type Claim } from '../notification/notification.repository.js';
import { recipientPrint } from '../notification/recipient.js';
import { MessageQueue } from './message-queue.js';
import type { MessageSettings } from './message-settings.entity.js';
import { MessageSettingsService } from './message-settings.service.js';
import type { MessageTemplate } from './message-template.entity.js';
import { MessageTemplateService } from './message-template.service.js';
import { messageTemplates, type TemplateName } from './message-templates.js';
import { midnightBefore } from './message-terms.js';
import { Message, type MessageAddress } from './message.entity.js';
import { MessageRepository } from './message.repository.js';
import { Reachability, type Asked } from './reachability.js';
import type { Way } from './template.js';

/** A source of which notifications may go by WhatsApp and SMS. */
export type MessageableSource = NotificationSource & { byMessage: ToldByMessage };

/** Whether notifications of a source may go by WhatsApp and SMS. */
export const isMessageable = (source: NotificationSource): source is MessageableSource =>
  source.byMessage !== undefined;

/** By which ways the reminders of a tenant go, as it was read. */
export class WaysOfTenant {
  /** The mail server of the tenant; null where it has none. */
  readonly ownMail: CarrierOfTenant | null;

  constructor(
    readonly settings: MessageSettings,
    readonly carriers: CarriersOfTenant,
    readonly templates: ReadonlyMap<TemplateName, MessageTemplate>,
  ) {
    const carrier = carriers.hasOwn('email') ? carriers.of('email') : null;
    this.ownMail = carrier?.carrier.mailer ? carrier : null;
  }

  /** Ways to a telephone that the tenant has set, and that have a carrier. */
  get toPhones(): readonly Way[] {
    return this.settings.ways.filter((way) => way !== 'email' && this.carriers.has(way));
  }

  /** Whether reminders go by e-mail where no other way is open. */
  get hasLetters(): boolean {
    return this.settings.ways.includes('email');
  }
}

/** A notification, and what its message is asked with. */
interface Askable<D> {
  due: D;
  asked: Asked;
}

/**
 * Has reminders sent as messages, where their person is reached by WhatsApp or SMS. The claim of the occasion and its message
 * are committed together: one claim holds over all ways.
 */
@Injectable()
export class ReminderMessages {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly settings: MessageSettingsService,
    private readonly carriers: TenantCarriers,
    private readonly templates: MessageTemplateService,
    private readonly reachability: Reachability,
    private readonly claims: NotificationRepository,
    private readonly messages: MessageRepository,
    private readonly queue: MessageQueue,
  ) {
    this.key = database.keyring.derivedKey('usaha message address');
  }

  /** By which ways reminders of the context's tenant go. */
  async waysOf(ctx: Context): Promise<WaysOfTenant> {
    const [settings, carriers, templates] = await Promise.all([
      this.settings.get(ctx),
      this.carriers.of(ctx),
      this.templates.list(ctx),
    ]);
    return new WaysOfTenant(settings, carriers, new Map(templates.map((template) => [template.name, template])));
  }

  /** How many letters the tenant allows today (UTC+8), beyond its messages by e-mail; any number where it has set nothing. */
  async lettersAllowed(ctx: Context, { settings }: WaysOfTenant): Promise<number> {
    if (!settings.is_set) return Infinity;
    const begun = await this.queue.begunSince(ctx, 'email', midnightBefore(ctx.now));
    return Math.max(0, this.settings.limitsOf(settings).email - begun);
  }

  /**
   * Queues messages of those that reach their person by WhatsApp or SMS.
   * @returns the others, in their order: a letter is left to them
   */
  async queueFor<D extends DueNotification>(
    ctx: Context,
    source: MessageableSource,
    ways: WaysOfTenant,
    due: readonly D[],
  ): Promise<D[]> {
    if (ways.toPhones.length === 0) return [...due];
    const askable = due.map((one): Askable<D> => ({ due: one, asked: askedOf(source.byMessage, ways, one) }));
    const wanted = ways.settings.ways;
    const asked = askable.map((one) => one.asked);
    const reasons = await this.reachability.ofAll(ctx, ways.carriers, asked, wanted);
    const isOpen = (way: Way, i: number): boolean => reasons[i]?.get(way) === null;
    const [toQueue, left] = [new Map<D, Askable<D> & { ways: Way[] }>(), [] as D[]];
    for (const [i, one] of askable.entries()) {
      const open = wanted.filter((way) => isOpen(way, i));
      if (open.some((way) => way !== 'email')) toQueue.set(one.due, { ...one, ways: open });
      else left.push(one.due);
    }
    if (toQueue.size === 0) return left;
    const claimed = await this.claims.claimForMessages(ctx, source.kind, [...toQueue.keys()]);
    for (const [claim, one] of claimed)
      this.messages.insert(
        ctx,
        this.messageOf(ctx, source.byMessage, claim, toQueue.get(one) as Askable<D> & { ways: Way[] }),
      );
    this.queue.wakeAfterCommit(ctx);
    return left;
  }

  private messageOf<D extends DueNotification>(
    ctx: Context,
    { subject_type }: ToldByMessage,
    { id, subject_id }: Claim,
    { due, asked, ways }: Askable<D> & { ways: Way[] },
  ): Message {
    const { template, language, to } = asked;
    const { email, phone } = to;
    return Object.assign(new Message(), {
      id,
      template: template.name,
      category: messageTemplates[template.name].category,
      subject_type,
      subject_id,
      person_id: due.person?.id ?? null,
      way: ways[0] as Way,
      ways,
      language,
      sealed_to: JSON.stringify(to),
      to_print: recipientPrint(this.key, ctx.tenant_id, `${email ?? ''} ${phone ?? ''}`).toString('base64url'),
      due_at: ctx.now,
    });
  }
}

/** The source has left those out that may not be told. */
function askedOf(by: ToldByMessage, ways: WaysOfTenant, due: DueNotification): Asked {
  const { phone = null, preferences = null, refuses } = due.person ?? {};
  const to: MessageAddress = { email: due.address, phone };
  const template = ways.templates.get(by.templateOf(due)) as MessageTemplate;
  const language = preferences?.language ?? ways.settings.language;
  return { template, language, to, leave: { may_be_told: true, preferences, refuses } };
}
