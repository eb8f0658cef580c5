import { Inject, Injectable } from '@nestjs/common';
import {
  AccountLetterSender,
  AccountLetters,
  JobLeases,
  MessageQueue,
  MessageSender,
  type AccountSendingOptions,
  type MessageSendingOptions,
} from '@usaha/core';
import type { Logger } from 'pino';
import { LOGGER } from '../../http/observability/logger.js';
import { Metrics } from '../../http/observability/metrics.js';
import { JobLog } from '../job-log.js';
import type { JobSettings } from '../job-settings.js';
import { accountLetterOptions } from './account-letter-options.js';
import { SendingJob } from './sending-job.js';

const HOUR_MS = 3_600_000;

/** The jobs that send what a commit has put into a queue: letters about accounts, and messages. */
@Injectable()
export class MailJobs {
  constructor(
    private readonly leases: JobLeases,
    private readonly accountLetters: AccountLetters,
    private readonly accountSender: AccountLetterSender,
    private readonly messages: MessageQueue,
    private readonly messageSender: MessageSender,
    private readonly metrics: Metrics,
    private readonly log: JobLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Those that have a carrier. */
  of(settings: JobSettings): { start(): void; stop(): Promise<void> }[] {
    const { metrics, log, logger } = this;
    const jobs = [];
    if (settings.mailer) {
      const lease = this.leases.of('account_letters');
      const options = accountLetterOptions(settings.mailer, settings, { lease, metrics, log, logger });
      jobs.push(new SendingJob<AccountSendingOptions>(this.accountLetters, this.accountSender, options));
    }
    if (settings.carriesMessages) jobs.push(this.sendingMessages(settings));
    return jobs;
  }

  private sendingMessages({ lettersAfterHours, limitsNewTenants }: JobSettings): SendingJob<MessageSendingOptions> {
    const lease = this.leases.of('messages');
    return new SendingJob<MessageSendingOptions>(this.messages, this.messageSender, {
      leastAge: lettersAfterHours * HOUR_MS,
      limitsNew: limitsNewTenants,
      failed: this.log.complain('a message could not be sent; it will be tried again'),
      counted: (way, template, outcome, reason) => {
        this.metrics.messages.count(way, template, outcome);
        if (reason !== undefined) this.logger.warn({ way, template, outcome, reason }, 'a message was not accepted');
      },
      missed: this.log.late('messages', lease),
      succeeded: this.log.done('messages', lease),
      isLeader: () => lease.isHeld,
    });
  }
}
