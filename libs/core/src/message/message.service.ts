import { Injectable } from '@nestjs/common';
import {
  DomainError,
  Database,
  forbidden,
  invalid,
  type Context,
  type Language,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { TenantCarriers, type CarriersOfTenant } from '../message-account/tenant-carriers.js';
import { ModuleService } from '../module/module.service.js';
import { recipientPrint } from '../notification/recipient.js';
import { MessageQueue } from './message-queue.js';
import type { MessageSettings } from './message-settings.entity.js';
import { MessageSettingsService } from './message-settings.service.js';
import { MessageSubjects, type MessageFacts, type MessageSubject } from './message-subjects.js';
import type { MessageTemplate } from './message-template.entity.js';
import { MessageTemplateRepository } from './message-template.repository.js';
import { MessageTerms } from './message-terms.js';
import { isTemplateName, messageTemplates, type TemplateName } from './message-templates.js';
import { Message, type MessageAddress, type MessageStatus } from './message.entity.js';
import { messages } from './message.messages.js';
import { MessageRepository, type MessageFilters } from './message.repository.js';
import { Reachability } from './reachability.js';
import { ways, type Way } from './template.js';

/** A message that a user sends. */
export interface NewMessage {
  template: string;
  subject_type: string;
  subject_id: string;
  /** Where it goes, in place of the addresses of the record. */
  to?: Partial<MessageAddress> | null;
  /** Ways to try, in order. */
  ways?: readonly string[];
  language?: Language | null;
}

/** What a message is begun with. */
interface Begun {
  /** Locked, so that of two equal requests at once the second sees the message of the first. */
  template: MessageTemplate;
  subject: MessageSubject;
  subject_id: string;
  facts: MessageFacts;
  to: MessageAddress;
  language: Language;
  wanted: readonly Way[];
  settings: MessageSettings;
  carriers: CarriersOfTenant;
}

/** What a message is that may have reached its person. */
const WENT: ReadonlySet<MessageStatus> = new Set(['sent', 'delivered', 'read', 'unknown']);
/** The ways that reach the address of a way. */
const byAddress: Readonly<Record<Way, readonly Way[]>> = {
  whatsapp: ['whatsapp', 'sms'],
  sms: ['sms'],
  email: ['email'],
};

const HOUR_MS = 3_600_000;
/** Tests of carriers that a tenant may send in an hour. */
const MOST_TESTS = 10;

/** Sends messages by hand, and tells what became of all. */
@Injectable()
export class MessageService {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly messages: MessageRepository,
    private readonly templates: MessageTemplateRepository,
    private readonly subjects: MessageSubjects,
    private readonly modules: ModuleService,
    private readonly reachability: Reachability,
    private readonly settings: MessageSettingsService,
    private readonly terms: MessageTerms,
    private readonly carriers: TenantCarriers,
    private readonly queue: MessageQueue,
  ) {
    this.key = database.keyring.derivedKey('usaha message address');
  }

  /**
   * A message that is sent after the commit.
   * @throws invalid (template, subject), conflict (NOT_REACHABLE with the reason of each way, JUST_SENT), too_many
   */
  async create(ctx: Context, given: NewMessage): Promise<Message> {
    const name = requireByHand(given.template);
    const subject = this.subjects.of(given.subject_type, name);
    if (!subject) throw invalid('subject_type', messages.notAboutSubject({ template: name }));
    const { module } = subject;
    // The template is locked, so that of two equal requests at once the second sees the message of the first.
    const [disabled, settings, carriers, template] = await Promise.all([
      this.modules.disabledIn(ctx),
      this.settings.get(ctx),
      this.carriers.of(ctx),
      this.templates.lockOrMake(ctx, name),
    ]);
    if (module && disabled.includes(module))
      throw forbidden(messages.moduleDisabled({ module }), 'MODULE_DISABLED', { module });
    const facts = await subject.facts(ctx, given.subject_id, name).catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === 'not_found')
        throw invalid('subject_id', messages.noSubject({ field: 'subject_id' }));
      throw error;
    });
    if (!facts) throw new DomainError('conflict', messages.nothingToTell());
    return this.begin(ctx, {
      template,
      subject,
      subject_id: given.subject_id.toLowerCase(),
      facts,
      to: { email: given.to?.email ?? facts.email, phone: given.to?.phone ?? facts.phone },
      language: given.language ?? facts.preferences?.language ?? settings.language,
      wanted: waysOf(name, given.ways, settings.ways),
      settings,
      carriers,
    });
  }

  /**
   * A message that tries the carrier of a way. @param to an e-mail address or a telephone number
   * @throws conflict (NOT_REACHABLE, JUST_SENT), too_many for the eleventh within an hour, and where limit or budget are used up
   */
  async test(ctx: Context, way: Way, to: string): Promise<Message> {
    const subject = this.subjects.of('tenant', 'test');
    if (!subject) throw new Error('The tenant is no subject of messages');
    const [settings, carriers, template] = await Promise.all([
      this.settings.get(ctx),
      this.carriers.of(ctx),
      this.templates.lockOrMake(ctx, 'test'),
    ]);
    const hour_ago = new Date(ctx.now.getTime() - HOUR_MS);
    const [facts, sent] = await Promise.all([
      subject.facts(ctx, ctx.tenant_id, 'test'),
      this.messages.countSince(ctx, 'test', hour_ago),
    ]);
    if (sent >= MOST_TESTS)
      throw new DomainError('too_many', messages.tooManyTests({ most: MOST_TESTS }), { retry_after: HOUR_MS / 1_000 });
    if (!facts) throw new DomainError('conflict', messages.nothingToTell());
    return this.begin(ctx, {
      template,
      subject,
      subject_id: ctx.tenant_id,
      facts,
      to: { email: way === 'email' ? to : null, phone: way === 'email' ? null : to },
      language: settings.language,
      wanted: [way],
      settings,
      carriers,
    });
  }

  /**
   * A message that follows another by itself: to its address, in its language, by the ways that reach that address. None follows one
   * that did not go, or whose address is blank by now.
   */
  async follow(
    ctx: Context,
    id: string,
    { template, subject_id }: { template: TemplateName; subject_id: string },
  ): Promise<void> {
    const before = await this.messages.find(ctx, id);
    if (!before?.to || !WENT.has(before.status)) return;
    const { way: by, language, person_id, subject_type, to } = before;
    const open = byAddress[by].filter((way) => messageTemplates[template].ways.includes(way));
    const [way] = open;
    if (way === undefined) return;
    const address: MessageAddress =
      by === 'email' ? { email: to.email, phone: null } : { email: null, phone: to.phone };
    const message = Object.assign(new Message(), {
      template,
      category: messageTemplates[template].category,
      subject_type,
      subject_id,
      person_id,
      way,
      ways: open,
      language,
      sealed_to: JSON.stringify(address),
      to_print: this.printOf(ctx, address),
      due_at: ctx.now,
    });
    this.queue.wakeAfterCommit(ctx);
    this.messages.insert(ctx, message);
  }

  private printOf({ tenant_id }: Context, { email, phone }: MessageAddress): string {
    return recipientPrint(this.key, tenant_id, `${email ?? ''} ${phone ?? ''}`).toString('base64url');
  }

  /** Queues a message by the first way that is open. */
  private async begin(ctx: Context, begun: Begun): Promise<Message> {
    const { template, subject, facts, to, language, wanted, settings, carriers } = begun;
    const sent = { template: template.name, subject_id: begun.subject_id, to_print: this.printOf(ctx, to) };
    const reasons = await this.reachability.of(ctx, carriers, { template, language, to, leave: facts }, wanted);
    const open = wanted.filter((one) => reasons.get(one) === null);
    if (open.length === 0)
      throw new DomainError('conflict', messages.notReachable(), {
        code: 'NOT_REACHABLE',
        details: { ways: Object.fromEntries(reasons) },
      });
    const [wasJustSent, way] = await Promise.all([
      this.messages.wasJustSent(ctx, sent),
      this.terms.wayByHand(ctx, settings, open),
    ]);
    if (wasJustSent) throw new DomainError('conflict', messages.justSent(), { code: 'JUST_SENT' });
    const message = Object.assign(new Message(), {
      ...sent,
      category: messageTemplates[template.name].category,
      subject_type: subject.type,
      person_id: facts.person_id,
      way,
      ways: wanted.slice(wanted.indexOf(way)),
      language,
      sealed_to: JSON.stringify(to),
      due_at: ctx.now,
      created_by: ctx.actor?.user_id ?? null,
    });
    this.queue.wakeAfterCommit(ctx);
    const made = this.messages.insert(ctx, message);
    await subject.sent?.(ctx, begun.subject_id, template.name, made.id);
    return made;
  }

  /** One page of messages with their attempts, newest first. */
  async list(ctx: Context, query: MessageFilters, page: PageRequest): Promise<Page<Message>> {
    const found = await this.messages.list(ctx, query, page);
    await this.messages.withTries(ctx, found.rows);
    return found;
  }

  /** A message with its attempts. @throws not_found */
  async get(ctx: Context, id: string): Promise<Message> {
    const message = await this.messages.get(ctx, id);
    await this.messages.withTries(ctx, [message]);
    return message;
  }
}

/** Each way once, in the order given; those of the settings that the template has unless given. @throws invalid */
function waysOf(name: TemplateName, given: readonly string[] | undefined, usual: readonly Way[]): Way[] {
  if (given === undefined) return usual.filter((way) => messageTemplates[name].ways.includes(way));
  const known = ways.filter((way) => given.includes(way));
  if (known.length !== given.length) throw invalid('ways', messages.unknownWays({ field: 'ways' }));
  return given as Way[];
}

function requireByHand(name: string): TemplateName {
  if (isTemplateName(name) && messageTemplates[name].by_hand) return name;
  throw invalid('template', messages.notByHand({ field: 'template' }));
}
