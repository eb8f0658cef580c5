import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  AttemptAsking,
  AttemptReconciliation,
  PaymentBooking,
  PaymentRequestRepository,
  PaymentRequestReturns,
  RefundCarrying,
  Renewals,
  RequestedAttempts,
  Settlement,
  type PendingOptions,
} from '@usaha/core';
import { NO_TENANT, type EachTenantOptions } from '@usaha/shared';
import type { Job } from '../http/observability/job-names.js';
import { JobLog } from './job-log.js';
import type { RepeatingJob } from './repeating-job.js';
import type { Round } from './round.js';

const MINUTE_MS = 60_000;
/** The first time that an attempt is asked about is ten seconds after it began. */
const ASKING_MS = 5_000;
/** The nights begin in one of these rounds; what could not be asked is asked in a later one. */
const RECONCILING_MS = 5 * MINUTE_MS;
/** How long a round may take before it is an error: many times what one takes with thousands of tenants. */
const DEADLINE_MS = 10 * MINUTE_MS;

const now = (): Date => new Date();

type Repeated = (job: Job, round: Round, work: (options: EachTenantOptions) => Promise<unknown>) => RepeatingJob;

/** The jobs that ask payment gateways: about what a crash left open, about payments that wait, about those of the last days, and for renewals. */
@Injectable()
export class PaymentJobs implements OnModuleDestroy {
  constructor(
    private readonly settlement: Settlement,
    private readonly asking: AttemptAsking,
    private readonly renewals: Renewals,
    private readonly reconciliation: AttemptReconciliation,
    private readonly log: JobLog,
    booking: PaymentBooking,
    attempts: RequestedAttempts,
    private readonly requests: PaymentRequestRepository,
    private readonly refunds: RefundCarrying,
    private readonly returns: PaymentRequestReturns,
  ) {
    const notAbandoned = log.complain(
      'an attempt to pay a request that has ended was not abandoned; it will be tried again',
    );
    requests.onLeftAttempt((tenant_id, request_id) => {
      attempts.askOf(tenant_id, request_id, now()).catch((error: unknown) => notAbandoned(error, tenant_id));
    });
    const notCarriedOut = log.complain('a refund was not carried out; it will be tried again');
    returns.reserved = (tenant_id, refund_id) => {
      refunds.carry(tenant_id, refund_id, now()).catch((error: unknown) => notCarriedOut(error, tenant_id));
    };
    booking.failed = log.complain('a payment gateway took something else than what was asked for; it is not booked');
  }

  onModuleDestroy(): void {
    this.requests.onLeftAttempt(undefined);
    this.returns.reserved = () => undefined;
  }

  /** @param repeated makes a job of a round */
  all(repeated: Repeated): RepeatingJob[] {
    const one = (
      job: Job,
      round: Omit<Round, 'failed'> & { complaint: string },
      work: (options: PendingOptions) => Promise<unknown>,
    ): RepeatingJob => {
      const { complaint, ...times } = round;
      const failed = this.log.complain(`${complaint}; it will be tried again`);
      return repeated(job, { ...times, failed, isSpread: true }, ({ failed, ...options }) =>
        work({ ...options, now, failed: (error) => failed(error, NO_TENANT) }),
      );
    };
    return [
      one(
        'settling',
        { everyMs: MINUTE_MS, deadlineMs: DEADLINE_MS, complaint: 'a payment could not be settled' },
        (options) => this.settlement.settlePending(options),
      ),
      one(
        'payment_asking',
        { everyMs: ASKING_MS, deadlineMs: DEADLINE_MS, complaint: 'a payment gateway could not be asked' },
        (options) => Promise.all([this.asking.askDue(options), this.refunds.carryDue(options)]),
      ),
      one(
        'payment_reconciliation',
        {
          everyMs: RECONCILING_MS,
          deadlineMs: 60 * MINUTE_MS,
          complaint: 'a payment could not be compared with its gateway',
        },
        (options) => this.reconciliation.run(options),
      ),
      one(
        'renewals',
        { everyMs: 5 * MINUTE_MS, deadlineMs: 60 * MINUTE_MS, complaint: 'a subscription could not be renewed' },
        (options) => this.renewals.run(options),
      ),
    ];
  }
}
