import fc from 'fast-check';
import { afterReport, type MessageReport } from './message-report.js';
import { messageStatuses, type Message } from './message.entity.js';

const NOW = new Date('2026-03-10T08:30:00Z');
type Facts = Pick<Message, 'status' | 'claimed_at' | 'ways' | 'sent_at' | 'delivered_at' | 'read_at'>;
const message = (given: Partial<Facts> = {}): Facts => ({
  status: 'sent',
  claimed_at: null,
  ways: ['whatsapp', 'sms'],
  sent_at: NOW,
  delivered_at: null,
  read_at: null,
  ...given,
});
const report = (status: MessageReport['status'], at: Date | null = null): MessageReport => ({
  id: 'x',
  status,
  at,
  code: null,
});

describe('a report of a carrier (A-478)', () => {
  it.each([
    ['sent', 'delivered', 'delivered'],
    ['sent', 'read', 'read'],
    ['delivered', 'read', 'read'],
    ['unknown', 'sent', 'sent'],
    ['unknown', 'delivered', 'delivered'],
  ] as const)('of a message that is %s and was %s makes it %s', (status, told, then) => {
    expect(afterReport(message({ status }), report(told), NOW)?.status).toBe(then);
  });

  it.each([
    ['delivered', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['delivered', 'failed'],
    ['read', 'failed'],
    ['failed', 'delivered'],
    ['dropped', 'delivered'],
    ['waiting', 'delivered'],
  ] as const)('changes nothing where a message is %s and was %s', (status, told) => {
    expect(afterReport(message({ status }), report(told), NOW)).toBeNull();
  });

  it('that comes before the answer of the carrier counts', () => {
    const under_way = message({ status: 'waiting', claimed_at: NOW, sent_at: null });
    expect(afterReport(under_way, report('delivered'), NOW)).toMatchObject({ status: 'delivered', sent_at: NOW });
  });

  it('of a failure has the next way tried, and ends the message with the last', () => {
    expect(afterReport(message(), report('failed'), NOW)).toMatchObject({ status: 'waiting', ways: ['sms'] });
    expect(afterReport(message({ ways: ['sms'] }), report('failed'), NOW)).toMatchObject({
      status: 'failed',
      reason: 'refused',
    });
  });

  it('in any order, doubled and late, leads to the furthest that was told', () => {
    const told = fc.array(fc.constantFrom('sent', 'delivered', 'read'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(told, (all) => {
        let now = message({ status: 'unknown', sent_at: null });
        for (const status of all) now = { ...now, ...afterReport(now, report(status), NOW) };
        const furthest = Math.max(...all.map((one) => messageStatuses.indexOf(one)));
        expect(messageStatuses.indexOf(now.status)).toBe(furthest);
      }),
    );
  });
});
