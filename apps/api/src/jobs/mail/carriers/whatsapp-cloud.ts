import type { MessageCarrier, MessageDelivery, MetaSettings, OutgoingMessage } from '@usaha/core';
import { askCarrier, type CarrierAnswer, type CarrierRequestOptions } from './carrier-request.js';
import { jsonField } from './json-field.js';

/** Where Meta's Graph API is reached. */
export const GRAPH_URL = 'https://graph.facebook.com';

/** Codes of Meta's Cloud API (error codes): the message, our pace, or our account. */
const REFUSED: ReadonlySet<number> = new Set([131026, 131047, 131049, 131050, 133010]);
const POSTPONED: ReadonlySet<number> = new Set([4, 80007, 130429, 131000, 131016, 131048, 131056]);
const UNREACHABLE: ReadonlySet<number> = new Set([10, 190, 368, 131005, 131031, 131042]);
const isTemplateFault = (code: number): boolean => code >= 132_000 && code <= 132_999;

/** What an answer of the Cloud API means (A-477). A request that was written and not answered may have been taken: it is not repeated. */
export function whatsAppOutcome(answer: CarrierAnswer): MessageDelivery {
  if (answer.kind === 'unsent') return { kind: 'unreachable', reason: answer.reason };
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.reason };
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    const id = jsonField(text, 'messages.0.id');
    return { kind: 'accepted', carrier_id: typeof id === 'string' ? id : null };
  }
  const told = jsonField(text, 'error.code');
  const code = typeof told === 'number' ? told : null;
  const reason = `WhatsApp answered ${status}${code === null ? '' : `, code ${code}`}`;
  if (code !== null) {
    if (REFUSED.has(code) || isTemplateFault(code)) return { kind: 'refused', reason, code: String(code) };
    if (POSTPONED.has(code)) return { kind: 'postponed', reason };
    if (UNREACHABLE.has(code)) return { kind: 'unreachable', reason };
  }
  if (status >= 500 || status === 429) return { kind: 'postponed', reason };
  if (status === 401 || status === 403) return { kind: 'unreachable', reason };
  return { kind: 'refused', reason, code: String(code ?? status) };
}

export interface WhatsAppOptions extends CarrierRequestOptions {
  /** WHATSAPP_GRAPH_VERSION. */
  version: string;
  /** Whether templates are approved under the names that we give them: those of the operator's account. */
  hasUsualNames?: boolean;
}

/** Sends templates through Meta's Cloud API: POST /{version}/{phone_number_id}/messages. */
export class WhatsAppCloud implements MessageCarrier {
  constructor(
    private readonly settings: MetaSettings,
    private readonly options: WhatsAppOptions,
  ) {}

  get approvesAll(): boolean {
    return this.options.hasUsualNames ?? false;
  }

  async send(message: OutgoingMessage): Promise<MessageDelivery> {
    const { phone_number_id, access_token, api_url } = this.settings;
    const answer = await askCarrier(
      {
        method: 'POST',
        url: new URL(`${api_url ?? GRAPH_URL}/${this.options.version}/${phone_number_id}/messages`),
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(this.bodyOf(message)),
      },
      this.options,
    );
    return whatsAppOutcome(answer);
  }

  private bodyOf({ id, tenant_id, to, template, language, parameters, whatsapp }: OutgoingMessage) {
    const { name, language: code } = whatsapp ?? { name: template, language };
    return {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: to.replace(/\D/g, ''),
      type: 'template',
      template: {
        name,
        language: { code },
        components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
      },
      // Reports to the operator's account name the business too, since all have one address there.
      biz_opaque_callback_data: this.options.hasUsualNames ? `${tenant_id}.${id}` : id,
    };
  }
}
