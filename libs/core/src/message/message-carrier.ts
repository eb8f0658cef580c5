import { Injectable } from '@nestjs/common';
import type { Language } from '@usaha/shared';
import type { Letter } from '../notification/letter.js';
import type { Delivery } from '../notification/mailer.js';
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
}

/** What became of a message: as of a letter, and whether it has arrived already. */
export type MessageDelivery = Delivery & { isDelivered?: boolean };

/** What carries messages by one way. */
export interface MessageCarrier {
  /** Whether every template counts as approved. */
  readonly approvesAll: boolean;
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

/** The carriers of the installation. A way without one sends nothing. */
@Injectable()
export class MessageCarriers {
  private carriers: Partial<Record<Way, MessageCarrier | null>> = {};
  private terms = usualTerms;

  /** Called once, by the start of the service. */
  use(carriers: Partial<Record<Way, MessageCarrier | null>>, terms: OperatorTerms = usualTerms): void {
    this.carriers = carriers;
    this.terms = terms;
  }

  get limits(): OperatorTerms['limits'] {
    return this.terms.limits;
  }

  /** Ringgit that a message of some parts costs, to the sen. */
  costOf(way: Way, parts: number): number {
    return Math.round(this.terms.prices[way] * (way === 'sms' ? parts : 1) * 100) / 100;
  }

  /** null where nothing goes that way. */
  of(way: Way): MessageCarrier | null {
    return this.carriers[way] ?? null;
  }
}
