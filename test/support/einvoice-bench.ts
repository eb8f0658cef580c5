import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  CoreModule,
  EinvoiceDocumentRepository,
  EinvoiceRounds,
  EinvoiceSettingsService,
  SimulatorService,
  TenantService,
  type EinvoiceDocument,
  type EinvoiceSettingsChanges,
  type EinvoiceStatus,
  type RunningEinvoiceRounds,
} from '@usaha/core';
import { DatabaseModule, NO_TENANT, type Context, type Database } from '@usaha/shared';
import type { SimulatorFault } from '../../libs/core/dist/einvoice/simulator/index.js';
import { openDatabase } from './opened-database.js';
import { queueEinvoices } from './queued-einvoices.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from './system-database.js';

/** A fault of the simulator, by what differs from the usual. */
export type FaultOf = Partial<SimulatorFault> & Pick<SimulatorFault, 'fault'>;
type FaultOfCall = FaultOf & Pick<SimulatorFault, 'call'>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
/** After it a submission of unknown outcome goes once more. */
export const RESEND_MS = 600 * SECOND;
const usual = { times: 1, number: null, status: null, retry_after: null, code: null, delay_ms: null };

/** Rounds of one tenant against the simulator, in this process and by a clock that the test moves. */
export class EinvoiceBench {
  tenant_id = '';
  now = new Date();
  rounds!: RunningEinvoiceRounds;
  readonly troubles: unknown[] = [];

  private constructor(
    readonly own: OwnDatabase,
    private readonly database: Database,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(): Promise<EinvoiceBench> {
    const own = await clonedDatabase();
    const database = await openDatabase(own.appUrl);
    const tokens = { keys: [['test', Buffer.alloc(32, 1)]] as [string, Buffer][] };
    const einvoiceSending = { resendMs: RESEND_MS, timeoutMs: 2 * SECOND };
    const einvoiceIntermediary = { client_id: 'operator', client_secret: 'rahsia' };
    const app = await NestFactory.createApplicationContext(
      {
        ...CoreModule.forRoot({ tokens, einvoiceSending, einvoiceIntermediary }),
        imports: [DatabaseModule.forRoot(database)],
      },
      { logger: ['error', 'warn'], abortOnError: false },
    );
    return new EinvoiceBench(own, database, app);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.end();
    await dropDatabases();
  }

  /** Another tenant, whose e-invoices are enabled. The clock begins with the simulator's, by which tokens and searches go. */
  async begin(): Promise<void> {
    this.now = new Date();
    const work = (ctx: Context) => this.app.get(TenantService).create(ctx, { name: 'Kedai', business_type: 'retail' });
    const tenant = await this.database.work({ tenant_id: NO_TENANT, actor: null, now: this.now }, work);
    this.tenant_id = tenant.id;
    await this.changeSettings({ enabled: true, tin: 'C2584563200' });
    this.rounds = this.instance();
  }

  /** A service of the application. */
  service<T>(type: Type<T>): T {
    return this.app.get(type);
  }

  /** Rounds as another instance has them. */
  instance(): RunningEinvoiceRounds {
    return this.app.get(EinvoiceRounds).begin({ now: () => this.now, failed: (error) => this.troubles.push(error) });
  }

  changeSettings(changes: EinvoiceSettingsChanges): Promise<unknown> {
    return this.as((ctx) => this.app.get(EinvoiceSettingsService).update(ctx, changes));
  }

  faults(...some: FaultOfCall[]): Promise<unknown> {
    return this.behave(some.map((of) => ({ ...usual, ...of })));
  }

  rejected(number: string, reason: string): Promise<unknown> {
    return this.behave([], [{ number, reason }]);
  }

  /** Calls that the simulator has counted. */
  async calls(): Promise<Record<string, number>> {
    const { calls } = await this.as((ctx) => this.app.get(SimulatorService).get(ctx));
    return { submit: 0, search: 0, ...calls };
  }

  /** How many documents the simulator has. */
  async received(): Promise<number> {
    const page = { page: 1, size: 1 };
    return (await this.as((ctx) => this.app.get(SimulatorService).received(ctx, {}, page))).total;
  }

  queue(count = 1, first = 1): Promise<string[]> {
    const documents = this.app.get(EinvoiceDocumentRepository);
    return this.as((ctx) => Promise.resolve(queueEinvoices(ctx, documents, { count, first })));
  }

  get(id: string): Promise<EinvoiceDocument> {
    return this.as((ctx) => this.app.get(EinvoiceDocumentRepository).get(ctx, id));
  }

  async statusOf(id: string): Promise<EinvoiceStatus> {
    return (await this.get(id)).status;
  }

  /** One turn of the tenant, after some milliseconds. */
  async turn(ms = 0): Promise<void> {
    this.now = new Date(this.now.getTime() + ms);
    await this.rounds.turn(this.tenant_id);
  }

  private behave(faults: SimulatorFault[], rejections: { number: string; reason: string }[] = []): Promise<unknown> {
    const behaviour = { faults, polls: 0, validated_hours_ago: 0, rejections };
    return this.as((ctx) => this.app.get(SimulatorService).replace(ctx, behaviour));
  }

  /** Does a piece of work as a job over all tenants. */
  across<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now: this.now }, work);
  }

  /** Does a piece of work as the tenant. */
  as<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.work({ tenant_id: this.tenant_id, actor: null, now: this.now }, work);
  }
}
