import { Reader } from './config-reader.js';
import { messageTerms } from './message-terms.js';

const termsOf = (environment: Record<string, string>) => {
  const read = new Reader(environment);
  return { ...messageTerms(read, 500), problems: read.problems };
};

describe('A-476: what the operator says of messages', () => {
  it('allows a thousand by SMS and WhatsApp, and letters as MAIL_PER_TENANT_AND_DAY; they cost nothing', () => {
    expect(termsOf({})).toEqual({
      limits: { whatsapp: 1_000, sms: 1_000, email: 500 },
      prices: { whatsapp: 0, sms: 0, email: 0 },
      problems: [],
    });
  });

  it('is told by way', () => {
    expect(termsOf({ MESSAGES_PER_TENANT_AND_DAY: 'sms=20, whatsapp=0', MESSAGE_PRICES: 'sms=0.085' })).toEqual({
      limits: { whatsapp: 0, sms: 20, email: 500 },
      prices: { whatsapp: 0, sms: 0.085, email: 0 },
      problems: [],
    });
  });

  it.each([
    ['MESSAGES_PER_TENANT_AND_DAY', 'sms'],
    ['MESSAGES_PER_TENANT_AND_DAY', 'email=5'],
    ['MESSAGES_PER_TENANT_AND_DAY', 'sms=-1'],
    ['MESSAGE_PRICES', 'sms=cheap'],
    ['MESSAGE_PRICES', 'fax=1'],
  ])('is refused where %s is %s', (name, text) => {
    expect(termsOf({ [name]: text }).problems).toEqual([expect.stringContaining(name)]);
  });
});
