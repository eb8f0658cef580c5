import type { Mailer, MessageCarrier, MessageDelivery, OutgoingMessage, Way } from '@usaha/core';
import { stopHeaders } from './message.js';
import type { MessageOutbox } from './message-outbox.js';

/** Lays messages into the outbox of development: each arrives, and every template counts as approved. */
class OutboxCarrier implements MessageCarrier {
  readonly approvesAll = true;

  constructor(private readonly outbox: MessageOutbox) {}

  async send(message: OutgoingMessage): Promise<MessageDelivery> {
    const { id, tenant_id, way, to, template, language, text, parameters, letter } = message;
    try {
      await this.outbox.keep({
        id,
        tenant_id,
        way,
        to,
        template,
        language,
        subject: letter?.subject ?? null,
        text,
        parameters,
        attachments: (letter?.attachments ?? []).map(({ filename }) => filename),
        headers: letter ? stopHeaders(letter.stop_url) : {},
        at: new Date().toISOString(),
      });
      return { kind: 'accepted', isDelivered: true };
    } catch (error) {
      return { kind: 'unreachable', reason: (error as Error).message };
    }
  }
}

/** Sends messages as letters. */
class LetterCarrier implements MessageCarrier {
  readonly approvesAll = true;

  /** @param outbox where letters are shown that no mail server has carried; null where one has */
  constructor(
    private readonly mailer: Mailer,
    private readonly outbox: OutboxCarrier | null,
  ) {}

  async send(message: OutgoingMessage): Promise<MessageDelivery> {
    if (!message.letter) return { kind: 'refused', reason: 'the message is no letter' };
    const delivery = await this.mailer.send(message.letter);
    return this.outbox && delivery.kind === 'accepted' ? this.outbox.send(message) : delivery;
  }
}

/**
 * The carriers of the installation: for letters its mailer, for the other ways the outbox of development. In production a way without
 * a carrier sends nothing.
 * @param outbox null in production
 * @param hasMailServer whether the mailer reaches one
 * @param sms the gateway of short messages; null where there is none
 */
export function messageCarriers(
  mailer: Mailer | null,
  outbox: MessageOutbox | null,
  hasMailServer: boolean,
  sms: MessageCarrier | null,
): Record<Way, MessageCarrier | null> {
  const laid = outbox && new OutboxCarrier(outbox);
  return {
    whatsapp: laid,
    sms: sms ?? laid,
    email: mailer && new LetterCarrier(mailer, hasMailServer ? null : laid),
  };
}
