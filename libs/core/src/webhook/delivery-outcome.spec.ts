import {
  FAILING_MS,
  afterAttempt,
  healthAfter,
  reasonToDisable,
  type Attempted,
  type DeliveryState,
  type EndpointHealth,
} from './delivery-outcome.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookOutcome } from './webhook-sender.js';

const SECOND = 1_000;
const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 28) + ms);
const claimed = Object.assign(new WebhookDelivery(), {
  id: 'd',
  status: 'pending',
  next_attempt_at: at(0),
  claimed_until: at(60 * SECOND),
} satisfies Partial<WebhookDelivery>);
const outcome = (more: Partial<WebhookOutcome> = {}): WebhookOutcome => ({
  status_code: 204,
  error: null,
  duration_ms: 5,
  response_excerpt: null,
  retry_after_ms: null,
  ...more,
});
const failed = (more: Partial<WebhookOutcome> = {}) => outcome({ status_code: 500, error: 'http', ...more });
const attempted = (of: WebhookOutcome, ended = SECOND): Attempted => ({
  delivery: claimed,
  began_at: at(0),
  ended_at: at(ended),
  outcome: of,
});
const state = (more: Partial<DeliveryState> = {}): DeliveryState => ({ ...claimed, ...more });
const after = (of: WebhookOutcome, more: Partial<DeliveryState> = {}) =>
  afterAttempt(state(more), attempted(of), () => 0.5);

describe('a delivery after an attempt', () => {
  it('has ended where it was delivered', () => {
    expect(after(outcome())).toMatchObject({
      status: 'delivered',
      attempts_made: 1,
      next_attempt_at: null,
      claimed_until: null,
      last_status_code: 204,
      last_error: null,
      delivered_at: at(SECOND),
      ended_at: at(SECOND),
    });
  });

  it('is tried again by the schedule, counted from the end of the attempt (A-443)', () => {
    expect(after(failed())).toMatchObject({
      status: 'pending',
      step: 1,
      next_attempt_at: at(6 * SECOND),
      last_error: 'http',
    });
    expect(after(failed(), { step: 1, attempts_made: 1 })).toMatchObject({
      step: 2,
      next_attempt_at: at(301 * SECOND),
    });
    expect(after(failed({ retry_after_ms: 900 * SECOND }))).toMatchObject({ next_attempt_at: at(901 * SECOND) });
  });

  it('has failed after the tenth', () => {
    expect(after(failed(), { step: 9, attempts_made: 9 })).toMatchObject({
      status: 'failed',
      attempts_made: 10,
      next_attempt_at: null,
      ended_at: at(SECOND),
      delivered_at: null,
    });
  });

  it('begins its schedule again where it was asked for by hand', () => {
    expect(after(failed(), { step: 0, attempts_made: 7, is_manual: true })).toMatchObject({
      step: 1,
      attempts_made: 8,
      is_manual: false,
    });
  });

  it('is sent again where it was queued again meanwhile (A-448)', () => {
    const again = { is_manual: true, next_attempt_at: at(500), step: 0 };
    for (const one of [outcome(), failed()])
      expect(after(one, again)).toMatchObject({ ...again, status: 'pending', attempts_made: 1, claimed_until: null });
  });

  it('stays skipped where its endpoint was disabled meanwhile, unless it was delivered', () => {
    const skipped = { status: 'skipped', next_attempt_at: null, ended_at: at(700) } as const;
    expect(after(failed(), skipped)).toMatchObject({ status: 'skipped', attempts_made: 1, ended_at: at(700) });
    expect(after(outcome(), skipped)).toMatchObject({ status: 'delivered', ended_at: at(SECOND) });
  });

  it('is not written once the claim is that of another instance (A-444)', () => {
    expect(after(outcome(), { claimed_until: at(61 * SECOND) })).toBeNull();
    expect(after(outcome(), { claimed_until: null })).toBeNull();
  });
});

describe('an endpoint after attempts', () => {
  const healthy: EndpointHealth = {
    failing_since: null,
    failures_in_row: 0,
    last_attempt_at: null,
    last_success_at: null,
  };

  it('counts failures in a row, since the first of them', () => {
    const health = healthAfter(healthy, [attempted(failed(), 3 * SECOND), attempted(failed(), 2 * SECOND)]);
    expect(health).toEqual({
      failing_since: at(2 * SECOND),
      failures_in_row: 2,
      last_attempt_at: at(0),
      last_success_at: null,
    });
    expect(healthAfter(health, [attempted(failed(), 9 * SECOND)])).toMatchObject({
      failing_since: at(2 * SECOND),
      failures_in_row: 3,
    });
  });

  it('fails no more after a success', () => {
    const failing = { ...healthy, failing_since: at(0), failures_in_row: 7 };
    expect(healthAfter(failing, [attempted(outcome(), 2 * SECOND)])).toMatchObject({
      failing_since: null,
      failures_in_row: 0,
      last_success_at: at(2 * SECOND),
    });
    expect(healthAfter(failing, [attempted(failed(), 5 * SECOND), attempted(outcome(), 2 * SECOND)])).toMatchObject({
      failing_since: at(5 * SECOND),
      failures_in_row: 1,
    });
  });

  it('is disabled by a 410 at once, and by failures alone for five days (A-446)', () => {
    const since = (ms: number) => ({ ...healthy, failing_since: at(-ms) });
    const reason = (health: EndpointHealth, of: WebhookOutcome) => reasonToDisable(health, [attempted(of)], at(0));
    expect(reason(healthy, failed({ status_code: 410 }))).toBe('gone');
    expect(reason(since(FAILING_MS), failed())).toBe('failing');
    expect(reason(since(FAILING_MS - 1), failed())).toBeNull();
    expect(reason(healthy, outcome())).toBeNull();
  });
});
