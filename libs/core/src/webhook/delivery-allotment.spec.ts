import { THROTTLE_MS, allot, type DueEndpoint, type Room } from './delivery-allotment.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

const now = new Date('2026-11-28T00:00:00Z');
const due = (id: string, more: Partial<WebhookEndpoint> = {}, hasManual = false): DueEndpoint => ({
  endpoint: Object.assign(new WebhookEndpoint(), { id, ...more }),
  hasManual,
  hasScheduled: true,
});
const free: Room = { sockets: 8, lanesOf: () => 0 };
const shown = (endpoints: DueEndpoint[], room = free) =>
  allot(endpoints, room, now).allotments.map(({ endpoint, lanes, most, kind }) => [endpoint.id, lanes, most, kind]);

describe('what a turn claims', () => {
  it('is sent two at a time, and claimed further ahead where the last attempt succeeded (A-449)', () => {
    expect(shown([due('a'), due('b', { failures_in_row: 1 })])).toEqual([
      ['a', 2, 20, 'any'],
      ['b', 2, 2, 'any'],
    ]);
  });

  it('gives each endpoint a socket before any has a second', () => {
    const endpoints = Array.from({ length: 6 }, (_, i) => due(`${i}`));
    expect(shown(endpoints).map(([, lanes]) => lanes)).toEqual([2, 2, 1, 1, 1, 1]);
    const many = Array.from({ length: 20 }, (_, i) => due(`${i}`));
    expect(shown(many)).toHaveLength(8);
    expect(allot(many, free, now).isShort).toBe(true);
    expect(allot(endpoints.slice(0, 4), free, now).isShort).toBe(false);
  });

  it('leaves alone what is under way', () => {
    const room = { sockets: 8, lanesOf: (id: string) => (id === 'a' ? 2 : 1) };
    expect(shown([due('a'), due('b')], room)).toEqual([['b', 1, 20, 'any']]);
    expect(allot([due('a')], room, now)).toEqual({ allotments: [], isShort: true });
  });

  it('is one delivery in strict order, and nothing while one is under way (A-445)', () => {
    expect(shown([due('a', { ordering: 'strict' })])).toEqual([['a', 1, 1, 'any']]);
    expect(shown([due('a', { ordering: 'strict' })], { sockets: 8, lanesOf: () => 1 })).toEqual([]);
  });

  it('is one delivery in 30 seconds after five failures in a row; retries by hand pass (A-443)', () => {
    const ago = (ms: number) => ({ failures_in_row: 5, last_attempt_at: new Date(now.getTime() - ms) });
    expect(shown([due('a', ago(THROTTLE_MS - 1))])).toEqual([]);
    expect(allot([due('a', ago(THROTTLE_MS - 1))], free, now).isShort).toBe(false);
    expect(shown([due('a', ago(THROTTLE_MS))])).toEqual([['a', 1, 1, 'any']]);
    expect(allot([due('a', ago(THROTTLE_MS))], free, now).allotments[0]?.isThrottled).toBe(true);
    expect(shown([due('a', ago(THROTTLE_MS))], { sockets: 8, lanesOf: () => 1 })).toEqual([]);
    expect(shown([due('a', ago(0), true)])).toEqual([['a', 2, 2, 'manual']]);
    expect(shown([due('a', { ...ago(0), failures_in_row: 4 })])).toEqual([['a', 2, 2, 'any']]);
  });

  it('is the lowest delivery in 30 seconds in strict order, though a retry by hand waits behind it (A-443, A-445)', () => {
    const strict = (ms: number) =>
      due('a', { ordering: 'strict', failures_in_row: 5, last_attempt_at: new Date(now.getTime() - ms) }, true);
    expect(shown([strict(THROTTLE_MS - 1)])).toEqual([['a', 1, 1, 'manual']]);
    expect(shown([strict(THROTTLE_MS)])).toEqual([['a', 1, 1, 'any']]);
    expect(allot([strict(THROTTLE_MS)], free, now).allotments[0]?.isThrottled).toBe(true);
    expect(shown([strict(THROTTLE_MS)], { sockets: 8, lanesOf: () => 1 })).toEqual([]);
  });
});
