import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import { einvoiceCalls, type EinvoiceCall } from '../client/call-outcome.js';
import {
  metFaults,
  type KeptRejection,
  type MetFaults,
  type SimulatorFault,
  type SimulatorRejection,
} from './simulator-faults.js';

/** How many calls of each kind have come. */
export type CallCounts = Record<EinvoiceCall, number>;

/** What a request says of the simulator: all of it, in place of what was there. */
export interface SimulatorBehaviour {
  faults: SimulatorFault[];
  polls: number;
  validated_hours_ago: number;
  rejections: SimulatorRejection[];
}

/** How the simulator plays MyInvois for a tenant. Its id is the tenant's: there is one. */
@Entity({ schema: 'einvoice', name: 'simulator_settings' })
export class SimulatorSettings extends TenantRecord {
  /** How often a submission is told as in progress. */
  @columns.count({ default: 1 }) polls = 1;
  /** Documents that become valid have been so for this many hours. */
  @columns.count({ default: 0 }) validated_hours_ago = 0;
  @columns.object({ default: () => "'[]'" }) faults: SimulatorFault[] = [];
  @columns.object({ default: () => "'[]'" }) rejections: KeptRejection[] = [];
  @columns.object({ default: () => "'{}'" }) calls: Partial<CallCounts> = {};

  /** The settings of a tenant whose simulator was not used yet. */
  static usual(tenant_id: string): SimulatorSettings {
    return Object.assign(new SimulatorSettings(), { id: tenant_id, tenant_id });
  }

  /** Takes the place of what was there; the counts stay. @param now when buyers ask for rejections */
  behave({ faults, polls, validated_hours_ago, rejections }: SimulatorBehaviour, now: Date): void {
    this.faults = faults;
    this.polls = polls;
    this.validated_hours_ago = validated_hours_ago;
    this.rejections = rejections.map((one) => ({ ...one, at: now.toISOString() }));
  }

  /** Counts a call with the faults that it meets; one that is refused is not counted. @param numbers of its documents */
  meet(call: EinvoiceCall, numbers: readonly string[]): MetFaults {
    const { met, left } = metFaults(this.faults, call, numbers);
    this.faults = left;
    if (met.whole?.fault !== 'refuse') this.calls = { ...this.calls, [call]: this.counts[call] + 1 };
    return met;
  }

  /** The counts of all calls. */
  get counts(): CallCounts {
    return Object.fromEntries(einvoiceCalls.map((call) => [call, this.calls[call] ?? 0])) as CallCounts;
  }
}
