import { Injectable } from '@nestjs/common';
import type { Language } from '@usaha/shared';
import type { Letter } from '../notification/letter.js';
import type { Delivery, Mailer } from '../notification/mailer.js';
import type { AccountSettings } from '../message-account/account-settings.js';
import type { TemplateName } from './message-templates.js';
import type { Way } from './template.js';

/** A message that is ready to be sent. */
export interface OutgoingMessage {
  id: string;
  tenant_id: string;
  template: TemplateName;
  way: Way;
  language: Language;
  /** An e-mail address, or a number in E.164. */
  to: string;
  text: string;
  /** Values of the template's parameters, in order. */
  parameters: string[];
  /** The letter, where the way is e-mail. */
  letter: Letter | null;
  /** The template as WhatsApp approved it for the business; null: the name and language that we gave it. */
  whatsapp: { name: string; language: string } | null;
  /** Where the carrier tells what became of it; null where it cannot reach the service. */
  callback_url: string | null;
}

/** What became of a message: as of a letter, and, once it was taken, whether it has arrived already, and the carrier's id of it. */
export type MessageDelivery = Delivery & { isDelivered?: boolean; carrier_id?: string | null };

/** What carries messages by one way. */
export interface MessageCarrier {
  /** Whether every template counts as approved. */
  readonly approvesAll: boolean;
  /** What carries letters; none unless the way is e-mail. */
  readonly mailer?: Mailer;
  /** Says what became of the message, and never throws for it. */
  send(message: OutgoingMessage): Promise<MessageDelivery>;
}

/** What the operator says of messages of every business. */
export interface OperatorTerms {
  /** How many messages of each way are sent for a business on a day (UTC+8) at most. */
  limits: Readonly<Record<Way, number>>;
  /** Ringgit that a message costs, of SMS each part. */
  prices: Readonly<Record<Way, number>>;
}

/** The terms of an operator who says nothing. */
const usualTerms: OperatorTerms = {
  limits: { whatsapp: 1_000, sms: 1_000, email: 500 },
  prices: { whatsapp: 0, sms: 0, email: 0 },
};

/** What the composition of the service says of carriers. */
export interface InstallationCarriers {
  /** Those of all tenants; a way without one sends nothing. */
  carriers: Readonly<Record<Way, MessageCarrier | null>>;
  /** Ways whose carrier is the operator's, not the outbox of development. */
  isOperators: (way: Way) => boolean;
  /** Makes the carrier of a tenant's account: nothing is opened before it sends. */
  make: (account: AccountSettings) => MessageCarrier;
  /** Whether messages reach people: addresses of fakes are refused then. */
  isProduction: boolean;
}

/** The carriers of the installation. */
@Injectable()
export class MessageCarriers {
  private told: InstallationCarriers | null = null;
  private terms = usualTerms;

  /** Called once, by the start of the service. */
  use(told: InstallationCarriers, terms: OperatorTerms = usualTerms): void {
    this.told = told;
    this.terms = terms;
  }

  get limits(): OperatorTerms['limits'] {
    return this.terms.limits;
  }

  /** Ringgit that a message by the operator's carrier costs, of SMS a part. */
  priceOf(way: Way): number {
    return this.terms.prices[way];
  }

  /** Addresses of fakes are refused there. */
  get isProduction(): boolean {
    return this.told?.isProduction ?? false;
  }

  /** null where nothing goes that way. */
  of(way: Way): MessageCarrier | null {
    return this.told?.carriers[way] ?? null;
  }

  /** Whose carrier carries what a tenant without an account sends. */
  sourceOf(way: Way): 'operator' | 'outbox' | 'none' {
    if (this.of(way) === null) return 'none';
    return this.told?.isOperators(way) ? 'operator' : 'outbox';
  }

  /** The carrier of a tenant's account. @throws Error in a process that sends none */
  made(account: AccountSettings): MessageCarrier {
    if (this.told === null) throw new Error('This process has no carriers of messages');
    return this.told.make(account);
  }
}

/** What became of a message, as far as it is known by then. */
export async function within(milliseconds: number, sending: Promise<MessageDelivery>): Promise<MessageDelivery> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<MessageDelivery>((done) => {
    timer = setTimeout(() => done({ kind: 'unknown', reason: 'the carrier took too long' }), milliseconds);
  });
  return Promise.race([sending, late]).finally(() => clearTimeout(timer));
}
