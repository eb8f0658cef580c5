import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import type { ServiceStatus } from '../client/answers.js';
import type { StepError } from './step-error.js';

export const simulatorStatuses = ['submitted', 'valid', 'invalid', 'cancelled'] as const satisfies ServiceStatus[];

/** A document as the simulator has received it. It is the outside world's, not ours. */
@Entity({ schema: 'einvoice', name: 'simulator_documents' })
export class SimulatorDocument extends TenantRecord {
  @columns.code() uuid!: string;
  @columns.code() long_id!: string;
  @columns.code() submission_uid!: string;
  @columns.code() number!: string;
  @columns.code() type_code!: string;
  @columns.code() document_version!: string;
  @columns.choice(simulatorStatuses) status: ServiceStatus = 'submitted';
  /** What it becomes once it was asked for often enough. */
  @columns.choice(['valid', 'invalid']) outcome: 'valid' | 'invalid' = 'valid';
  /** Payable, in its currency. */
  @columns.money() total!: number;
  @columns.money() total_myr!: number;
  @columns.code() supplier_tin!: string;
  @columns.sealed({ code: true }) buyer_tin: string | null = null;
  @columns.instant({ nullable: true }) issued_at: Date | null = null;
  @columns.instant({ nullable: true }) validated_at: Date | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  @columns.text({ nullable: true }) cancel_reason: string | null = null;
  /** Of its text, in hexadecimal digits. */
  @columns.code() sha256!: string;
  /** The uuids of the documents that a note names. */
  @columns.list({ default: () => "'{}'::text[]" }) refers_to: string[] = [];
  @columns.object({ default: () => "'[]'" }) errors: StepError[] = [];
}
