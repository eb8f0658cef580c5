import type { MessageDelivery } from '@usaha/core';
import type { CarrierAnswer } from './carrier-request.js';

const POSTPONED: ReadonlySet<number> = new Set([408, 425, 429]);
const UNREACHABLE: ReadonlySet<number> = new Set([401, 403]);

/**
 * What an answer of an SMS gateway means. A request that was written and not answered may have been taken: it is not repeated.
 * @param isAccepted of the text of an answer 2xx @param codeOf the gateway's code in the text of a refusal
 */
export function smsOutcome(
  answer: CarrierAnswer,
  isAccepted: (text: string) => boolean = () => true,
  codeOf: (text: string) => string | null = () => null,
): MessageDelivery {
  if (answer.kind === 'unsent') return { kind: 'unreachable', reason: answer.reason };
  if (answer.kind === 'silent') return { kind: 'unknown', reason: answer.reason };
  const { status, text } = answer;
  const reason = `the gateway answered ${status}`;
  if (status >= 200 && status < 300)
    return isAccepted(text) ? { kind: 'accepted' } : { kind: 'refused', reason, code: String(status) };
  if (status >= 500 || POSTPONED.has(status)) return { kind: 'postponed', reason };
  if (UNREACHABLE.has(status)) return { kind: 'unreachable', reason };
  return { kind: 'refused', reason, code: codeOf(text) ?? String(status) };
}
