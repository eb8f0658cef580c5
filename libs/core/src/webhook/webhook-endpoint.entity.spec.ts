import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import './webhook-events.js';

const now = new Date('2026-03-10T08:30:00.000Z');
const hours = (count: number): Date => new Date(now.getTime() + count * 3_600_000);

describe('A-437: a webhook endpoint', () => {
  it('awaits all events in no order unless it is told otherwise', () => {
    const endpoint = WebhookEndpoint.of({ url: 'https://a.example/' });
    expect(endpoint).toMatchObject({ event_types: ['*'], ordering: 'none', header_names: [], status: 'active' });
    expect(endpoint.headers).toEqual({});
  });

  it('keeps what is absent, and empties what is null (A-18)', () => {
    const endpoint = WebhookEndpoint.of({ url: 'https://a.example/', description: 'ERP', headers: { 'X-A': '1' } });
    endpoint.describe({});
    expect(endpoint).toMatchObject({ description: 'ERP', header_names: ['X-A'] });
    endpoint.describe({ description: null, headers: {} });
    expect(endpoint).toMatchObject({ description: null, header_names: [] });
    expect(endpoint.sealed_headers).toBeNull();
  });
});

describe('A-439: the secrets of an endpoint', () => {
  const rotated = (expire_in_hours: number) => {
    const endpoint = WebhookEndpoint.of({ url: 'https://a.example/' });
    const first = endpoint.drawSecret();
    const second = endpoint.rotateSecret(expire_in_hours, now);
    return { endpoint, first, second };
  };

  it('sign together until the former one expires', () => {
    const { endpoint, first, second } = rotated(24);
    expect(endpoint.secretsAt(hours(23.9))).toEqual([second, first]);
    expect(endpoint.secretsAt(hours(24))).toEqual([second]);
    expect(endpoint.overlapEnd(hours(23.9))).toEqual(hours(24));
    expect(endpoint.overlapEnd(hours(24))).toBeNull();
  });

  it('are one where the overlap is none', () => {
    const { endpoint, second } = rotated(0);
    expect(endpoint.secretsAt(now)).toEqual([second]);
    expect(endpoint.sealed_previous_secret).toBeNull();
  });

  it('are two at most: a further rotation drops the oldest', () => {
    const { endpoint, first, second } = rotated(168);
    const third = endpoint.rotateSecret(1, now);
    expect(endpoint.secretsAt(now)).toEqual([third, second]);
    expect(endpoint.secretsAt(now)).not.toContain(first);
  });

  it('are forgotten with the address and the headers', () => {
    const { endpoint } = rotated(24);
    endpoint.forgetSecrets();
    expect(endpoint.secretsAt(now)).toEqual([]);
    expect([endpoint.sealed_url, endpoint.sealed_headers, endpoint.sealed_previous_secret]).toEqual([null, null, null]);
  });
});

describe('A-446: an endpoint', () => {
  it('keeps the first reason why it was disabled, and counts from 0 when it is enabled', () => {
    const endpoint = WebhookEndpoint.of({ url: 'https://a.example/' });
    Object.assign(endpoint, { failing_since: now, failures_in_row: 7 });
    endpoint.disable('gone', now);
    endpoint.disable('manual', hours(1));
    expect(endpoint).toMatchObject({ status: 'disabled', disabled_reason: 'gone', disabled_at: now });
    endpoint.enable();
    expect(endpoint).toMatchObject({ status: 'active', disabled_reason: null, disabled_at: null });
    expect(endpoint).toMatchObject({ failing_since: null, failures_in_row: 0 });
  });

  it('that is active keeps the count of its failures when it is enabled', () => {
    const endpoint = WebhookEndpoint.of({ url: 'https://a.example/' });
    Object.assign(endpoint, { failing_since: now, failures_in_row: 7 });
    endpoint.enable();
    expect(endpoint).toMatchObject({ failing_since: now, failures_in_row: 7 });
  });
});
