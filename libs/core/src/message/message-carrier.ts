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

/** The carriers of the installation. A way without one sends nothing. */
@Injectable()
export class MessageCarriers {
  private carriers: Partial<Record<Way, MessageCarrier | null>> = {};

  /** Called once, by the start of the service. */
  use(carriers: Partial<Record<Way, MessageCarrier | null>>): void {
    this.carriers = carriers;
  }

  /** null where nothing goes that way. */
  of(way: Way): MessageCarrier | null {
    return this.carriers[way] ?? null;
  }
}
