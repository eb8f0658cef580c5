import type { MessageDelivery } from '@usaha/core';
import type { CarrierAnswer } from './carrier-request.js';

const POSTPONED: ReadonlySet<number> = new Set([408, 425, 429]);
const UNREACHABLE: ReadonlySet<number> = new Set([401, 403]);

interface SmsAnswers {
  /** Of the text of an answer 2xx. */
  isAccepted?: (text: string) => boolean;
  /** The gateway's code in the text of a refusal. */
  codeOf?: (text: string) => string | null;
  /** The gateway's id of the message in the text of an answer 2xx. */
  idOf?: (text: string) => string | null;
}

/** What an answer of an SMS gateway means. A request that was written and not answered may have been taken: it is not repeated. */
export function smsOutcome(
  answer: CarrierAnswer,
  { isAccepted = () => true, codeOf = () => null, idOf = () => null }: SmsAnswers = {},
): MessageDelivery {
  if (answer.kind === 'unsent') return { kind: 'unreachable', reason: answer.reason };
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.reason };
  const { status, text } = answer;
  const reason = `the gateway answered ${status}`;
  if (status >= 200 && status < 300)
    return isAccepted(text)
      ? { kind: 'accepted', carrier_id: idOf(text) }
      : { kind: 'refused', reason, code: String(status) };
  if (status >= 500 || POSTPONED.has(status)) return { kind: 'postponed', reason };
  if (UNREACHABLE.has(status)) return { kind: 'unreachable', reason };
  return { kind: 'refused', reason, code: codeOf(text) ?? String(status) };
}
