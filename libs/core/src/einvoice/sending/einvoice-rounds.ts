import { Injectable } from '@nestjs/common';
import { ShardNodes } from '../../tenant/shard-nodes.js';
import { TenantsWithWork } from '../../tenant/tenants-with-work.js';
import { EinvoiceDocumentRepository } from '../record/einvoice-document.repository.js';
import { EinvoiceAsking } from './einvoice-asking.js';
import { EinvoiceCancelling } from './einvoice-cancelling.js';
import { EinvoiceConnections } from './einvoice-connections.js';
import { EinvoiceSending } from './einvoice-sending.js';
import { RESTING_MS } from './sending-rests.js';
import { TenantTurns, type TurnWork } from './tenant-turns.js';

export interface EinvoiceRoundOptions {
  now: () => Date;
  failed: (error: unknown, tenant_id: string) => void;
}

/** Sends e-invoices, and asks about them, of all tenants. */
@Injectable()
export class EinvoiceRounds {
  constructor(
    readonly nodes: ShardNodes,
    readonly work: TenantsWithWork,
    readonly documents: EinvoiceDocumentRepository,
    readonly connections: EinvoiceConnections,
    readonly sending: EinvoiceSending,
    readonly asking: EinvoiceAsking,
    readonly cancelling: EinvoiceCancelling,
  ) {}

  /** Begins; nothing is done before a tenant is woken or a search finds it. */
  begin(options: EinvoiceRoundOptions): RunningEinvoiceRounds {
    return new RunningEinvoiceRounds(this, options);
  }
}

/** The rounds of one process, from their beginning until they are stopped. */
export class RunningEinvoiceRounds implements TurnWork {
  private readonly turns: TenantTurns;

  constructor(
    private readonly rounds: EinvoiceRounds,
    private readonly options: EinvoiceRoundOptions,
  ) {
    this.turns = new TenantTurns(this, rounds.nodes.areSeveral);
  }

  /** Documents of a tenant were queued. */
  wake(tenant_id: string): void {
    this.turns.wake(tenant_id);
  }

  /** Wakes all tenants that have something due. @param isMine whether this instance works for a tenant @returns whether all machines answered */
  async search(isMine: (tenant_id: string) => boolean): Promise<boolean> {
    const { work, documents } = this.rounds;
    let isWhole = true;
    const failed = (error: unknown): void => {
      isWhole = false;
      this.options.failed(error, '');
    };
    const lanes = await work.find(this.options.now(), documents.tenantsWithDue, failed);
    for (const tenant_id of lanes.flat()) if (isMine(tenant_id)) this.wake(tenant_id);
    return isWhole;
  }

  /** Waits for the turns that have begun. */
  stop(): Promise<void> {
    return this.turns.stop();
  }

  /** One submission of what is queued, and the questions that are due, at once: neither waits for the other's answer. */
  async turn(tenant_id: string): Promise<boolean> {
    const { connections, sending } = this.rounds;
    const { now } = this.options;
    const connection = await connections.of(tenant_id, now());
    if (connection === null) {
      await sending.postpone(tenant_id, now(), new Date(now().getTime() + RESTING_MS));
      return false;
    }
    const asked = this.rounds.asking.askDue(tenant_id, connection, now).then(async (again) => {
      for (const id of again) await sending.resend(tenant_id, connection, now, id);
      await this.rounds.cancelling.goOn(tenant_id, connection, now);
    });
    const [sent] = await Promise.all([sending.send(tenant_id, connection, now), asked]);
    return sent;
  }

  nodeOf(tenant_id: string): string {
    return String(this.rounds.nodes.nodeOf(tenant_id));
  }

  failed(error: unknown, tenant_id: string): void {
    this.options.failed(error, tenant_id);
  }
}
