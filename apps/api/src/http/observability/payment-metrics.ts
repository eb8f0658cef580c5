import { Counter, Gauge, type Registry } from 'prom-client';
import {
  gatewayCalls,
  gatewayNames,
  payMethods,
  type AttemptStatus,
  type GatewayCall,
  type GatewayName,
  type PaymentAttempt,
} from '@usaha/core';
import { Durations } from '@usaha/shared/operation';
import { DurationsHistogram, type Labelled } from './durations-histogram.js';
import type { SampledBacklogs } from './sampled-backlogs.js';

/**
 * What became of callbacks of payment gateways. followed: the gateway was asked about the attempt; unknown: there is no such attempt;
 * unrelated: about something else than an attempt; refused: forged, too old, or at an address that is none; silent: it was not followed.
 */
export const callbackOutcomes = ['followed', 'unknown', 'unrelated', 'refused', 'silent'] as const;
export type CallbackOutcome = (typeof callbackOutcomes)[number];

/** How an attempt to pay a request ends. */
const endedStatuses: readonly AttemptStatus[] = ['succeeded', 'refused', 'expired', 'abandoned'];

/** Seconds: a call has ten at most. */
const BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Attempts, callbacks of payment gateways, how long they took to answer, and differences. */
export class PaymentMetrics {
  private readonly callbacks: Counter;
  private readonly attempts: Counter;
  private readonly calls: readonly (readonly [GatewayName, GatewayCall, Durations])[];

  constructor(registry: Registry, backlogs: Pick<SampledBacklogs, 'latest'>) {
    this.callbacks = new Counter({
      name: 'payment_callbacks_total',
      help: 'Callbacks of payment gateways, by outcome; silent: the gateway, or the database, could not be asked',
      labelNames: ['gateway', 'outcome'],
      registers: [registry],
    });
    // Outcomes that have not happened are 0, not missing.
    for (const gateway of gatewayNames)
      for (const outcome of callbackOutcomes) this.callbacks.inc({ gateway, outcome }, 0);
    this.attempts = new Counter({
      name: 'payment_attempts_total',
      help: 'Attempts to pay requests that have ended, by outcome; one that was paid after its end counts again',
      labelNames: ['gateway', 'method', 'outcome'],
      registers: [registry],
    });
    for (const gateway of gatewayNames)
      for (const method of payMethods)
        for (const outcome of endedStatuses) this.attempts.inc({ gateway, method, outcome }, 0);
    new Gauge({
      name: 'payment_differences_open',
      help: 'Payments by request that differ from the books and that no user has resolved, at most 10000',
      registers: [registry],
      collect() {
        this.set(backlogs.latest?.differences ?? NaN);
      },
    });
    // The sandbox is part of the service.
    this.calls = gatewayNames
      .filter((gateway) => gateway !== 'sandbox')
      .flatMap((gateway) => gatewayCalls.map((call) => [gateway, call, new Durations(BOUNDS)] as const));
    const kinds = (): Labelled[] => this.calls.map(([gateway, call, durations]) => [{ gateway, call }, durations]);
    const help = 'Time that payment gateways took for a call, answered or not';
    new DurationsHistogram({ name: 'gateway_seconds', help, labelNames: ['gateway', 'call'], kinds }, registry);
  }

  /** @param gateway as the address names it: one that is none is not counted */
  calledBack(gateway: string, outcome: CallbackOutcome): void {
    if ((gatewayNames as readonly string[]).includes(gateway)) this.callbacks.inc({ gateway, outcome });
  }

  /** @param outcome its status */
  attempted({ gateway, method, status: outcome }: PaymentAttempt): void {
    this.attempts.inc({ gateway, method, outcome });
  }

  asked(gateway: GatewayName, call: GatewayCall, seconds: number): void {
    this.calls.find(([named, called]) => named === gateway && called === call)?.[2].add(seconds);
  }
}
