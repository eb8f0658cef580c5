import {
  AddressGuard,
  type AccountSettings,
  type InstallationCarriers,
  type Mailer,
  type MessageCarrier,
  type MessageDelivery,
  type OutgoingMessage,
  type SmtpSettings,
} from '@usaha/core';
import type { Config } from '../../start/config.js';
import { HttpSms } from './carriers/http-sms.js';
import { TwilioSms } from './carriers/twilio-sms.js';
import { WhatsAppCloud } from './carriers/whatsapp-cloud.js';
import { stopHeaders } from './message.js';
import type { MessageOutbox } from './message-outbox.js';

/** Milliseconds that the name of a mail server has to be resolved. */
const RESOLVE_MS = 10_000;

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
    readonly mailer: Mailer,
    private readonly outbox: OutboxCarrier | null,
  ) {}

  async send(message: OutgoingMessage): Promise<MessageDelivery> {
    if (!message.letter) return { kind: 'refused', reason: 'the message is no letter' };
    const delivery = await this.mailer.send(message.letter);
    return this.outbox && delivery.kind === 'accepted' ? this.outbox.send(message) : delivery;
  }
}

/** What the carriers of the installation are made of. */
export interface CarrierParts {
  /** Carries letters; null where none is carried. */
  mailer: Mailer | null;
  /** null in production. */
  outbox: MessageOutbox | null;
  /** Gateways of the operator; null where there is none. */
  sms: MessageCarrier | null;
  whatsapp: MessageCarrier | null;
}

/**
 * The carriers of the installation: for letters its mailer, for the other ways the operator's gateways, else the outbox of
 * development. In production a way without a carrier sends nothing. Businesses may have accounts, which come before these.
 */
export function installationCarriers(
  { mailer, outbox, sms, whatsapp }: CarrierParts,
  { smtp, production, webhookNetworks, whatsAppVersion }: CarrierConfig,
): InstallationCarriers {
  const laid = outbox && new OutboxCarrier(outbox);
  const guard = new AddressGuard(webhookNetworks);
  const isOperators = { whatsapp: whatsapp !== null, sms: sms !== null, email: smtp !== null };
  return {
    carriers: {
      whatsapp: whatsapp ?? laid,
      sms: sms ?? laid,
      email: mailer && new LetterCarrier(mailer, smtp === null ? laid : null),
    },
    isOperators: (way) => isOperators[way],
    make: (account) => carrierOfAccount(account, { guard, production, version: whatsAppVersion }),
    isProduction: production,
  };
}
export type CarrierConfig = Pick<Config, 'smtp' | 'production' | 'webhookNetworks' | 'whatsAppVersion'>;

interface AccountOptions {
  guard: AddressGuard;
  production: boolean;
  version: string;
}

/** The carrier of a tenant's account. Nothing is opened before it sends. */
function carrierOfAccount(account: AccountSettings, { guard, production, version }: AccountOptions): MessageCarrier {
  switch (account.provider) {
    case 'meta':
      return new WhatsAppCloud(account.settings, { guard, version });
    case 'twilio':
      return new TwilioSms(account.settings, { guard });
    case 'http':
      return new HttpSms(account.settings, { guard });
    case 'smtp':
      return new LetterCarrier(accountMailer(account.settings, guard, production), null);
  }
}

/** The server's address is judged before each connection: a name may lead elsewhere by then. */
const accountMailer = ({ smtp_url, from }: SmtpSettings, guard: AddressGuard, demandsTls: boolean): Mailer => ({
  send: async (letter) => {
    // Loaded with the first letter: most of what is started sends none for a while.
    const { SmtpMailer } = await import('./smtp-mailer.js');
    const resolve = (host: string): Promise<string> => guard.hostAddress(host, AbortSignal.timeout(RESOLVE_MS));
    return new SmtpMailer(smtp_url, from, demandsTls, resolve).send(letter);
  },
});
