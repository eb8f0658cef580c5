import {
  SANDBOX_ACCOUNT,
  SandboxGateway,
  type Attempt,
  type ChargeRequest,
  type Outcome,
  type RefundOutcome,
  type RefundRequest,
} from '@usaha/core';
import type { Database } from '@usaha/shared';

/** The sandbox, save for what a test puts in its place. */
export class SteeredGateway extends SandboxGateway {
  readonly sandbox: SandboxGateway;
  charging: (request: ChargeRequest) => Promise<Outcome>;
  refunding: (request: RefundRequest) => Promise<RefundOutcome>;
  finding: (attempt: Attempt) => Promise<Outcome | 'unknown'>;

  constructor(database: Database) {
    super(database);
    this.sandbox = new SandboxGateway(database);
    this.charging = (request) => this.sandbox.charge(request);
    this.refunding = (request) => this.sandbox.refund(request);
    this.finding = (attempt) => this.sandbox.find(attempt);
  }

  override tokenise = () => Promise.resolve('sandbox_ok');
  override charge = (request: ChargeRequest) => this.charging(request);
  override refund = (request: RefundRequest) => this.refunding(request);
  override find = (attempt: Attempt) => this.finding(attempt);
}

/** What a gateway answers that has taken what it was asked for. */
export const takenAs = ({ attempt_id, amount, currency, method, at }: ChargeRequest): Outcome => ({
  status: 'succeeded',
  paid_at: at,
  means: method.text,
  reference: attempt_id,
  amount,
  currency,
  is_test: true,
  fee: null,
  kept_card: null,
});

export const refusedFor = (reason: string): { status: 'refused'; reason: string } => ({ status: 'refused', reason });

/** An attempt of the platform's sandbox. */
export const sandboxAttempt = (tenant_id: string, attempt_id: string): Attempt => ({
  tenant_id,
  attempt_id,
  account: SANDBOX_ACCOUNT,
  gateway_id: null,
});
