import type { OperatorTerms, Way } from '@usaha/core';
import type { Reader } from './config-reader.js';

const KEYS: readonly string[] = ['sms', 'whatsapp'];

/** `sms=1000,whatsapp=1000`; ways that are not named keep their value. */
function byWay(
  read: Reader,
  name: string,
  usual: Readonly<Record<Way, number>>,
  isValue: (text: string) => boolean,
): Record<Way, number> {
  const found = { ...usual };
  for (const pair of (read.text(name) ?? '').split(',').filter((text) => text.trim() !== '')) {
    const [way = '', value = ''] = pair.split('=').map((text) => text.trim());
    if (KEYS.includes(way) && isValue(value)) found[way as Way] = Number(value);
    else read.problems.push(`${name} must be sms=… and whatsapp=…, numbers with a comma between, not "${pair.trim()}"`);
  }
  return found;
}

/** What the operator says of messages of every business. @param lettersPerDay that of e-mail */
export function messageTerms(read: Reader, lettersPerDay: number): OperatorTerms {
  const isLimit = (text: string) => /^\d{1,7}$/.test(text);
  const isPrice = (text: string) => /^\d{1,4}(\.\d{1,4})?$/.test(text);
  const limits = { whatsapp: 1_000, sms: 1_000, email: lettersPerDay };
  return {
    limits: byWay(read, 'MESSAGES_PER_TENANT_AND_DAY', limits, isLimit),
    prices: byWay(read, 'MESSAGE_PRICES', { whatsapp: 0, sms: 0, email: 0 }, isPrice),
  };
}
