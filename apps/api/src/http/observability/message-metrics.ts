import { Counter, Gauge, type Registry } from 'prom-client';
import {
  messageTemplates,
  templateNames,
  tryOutcomes,
  type TemplateName,
  type TryOutcome,
  type Way,
} from '@usaha/core';
import type { SampledBacklogs } from './sampled-backlogs.js';

/** Attempts to send messages that this process made, and how many messages wait on all instances. */
export class MessageMetrics {
  private readonly counter: Counter;

  constructor(registry: Registry, backlogs: Pick<SampledBacklogs, 'latest'>) {
    this.counter = new Counter({
      name: 'messages_total',
      help: 'Attempts to send messages to people, by way, template and outcome',
      labelNames: ['way', 'template', 'outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'messages_waiting',
      help: 'Messages that are due and not sent yet, at most 10000',
      registers: [registry],
      collect() {
        this.set(backlogs.latest?.messages ?? NaN);
      },
    });
    // Outcomes that have not happened are 0, not missing.
    for (const template of templateNames)
      for (const way of messageTemplates[template].ways)
        for (const outcome of tryOutcomes) this.counter.inc({ way, template, outcome }, 0);
  }

  count(way: Way, template: TemplateName, outcome: TryOutcome): void {
    this.counter.inc({ way, template, outcome });
  }
}
