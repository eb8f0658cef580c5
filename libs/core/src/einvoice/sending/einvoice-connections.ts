import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import { TenantRepository } from '../../tenant/tenant.repository.js';
import {
  MyInvoisClient,
  type CallOutcome,
  type EinvoiceCredentials,
  type EinvoiceFetch,
  type EinvoiceToken,
  type TellCall,
} from '../client/index.js';
import { EinvoiceInstallation } from '../einvoice-installation.js';
import { EinvoiceSettings, type Environment } from '../einvoice-settings.entity.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import { toldSeller } from '../seller.js';
import type { Signer } from '../signature/signature.js';
import { readSigningCertificate } from '../signature/signing-certificate.js';
import { EinvoiceSimulator, SIMULATOR_HOST } from '../simulator/index.js';
import { ClientRates } from './client-rates.js';
import { einvoiceHosts } from './einvoice-hosts.js';
import { credentialsOf } from './einvoice-credentials.js';
import { limitedFetch } from './limited-fetch.js';
import type { RestReason } from './sending-rest.entity.js';
import { SendingRests } from './sending-rests.js';

const SIMULATED_PORTAL = '/einvoice-simulator';
/** Of how many tenants tokens are known; beyond them all are forgotten, and asked for again. */
const MOST_KEPT = 10_000;

type Call = <T>(ask: (client: MyInvoisClient, token: string) => Promise<CallOutcome<T>>) => Promise<CallOutcome<T>>;

/** MyInvois as a tenant reaches it now. */
export interface EinvoiceConnection {
  readonly environment: Environment;
  /** Makes a call with a token; with a new one where the first is refused. `later` also where there is none to be had. */
  readonly call: Call;
  /** Where a document is verified. */
  verificationUrl(uuid: string, long_id: string): string;
  /** What documents are signed with; null without a certificate in force. */
  signer(now: Date): Signer | null;
  /** The service refuses these credentials: the tenant's sending rests. */
  rest(reason: RestReason, now: Date): Promise<void>;
}

/** How the installation reaches MyInvois. */
export class EinvoiceReach {
  /** Told of each call, those to the simulator too, and those that the limits held back. */
  told: TellCall = () => undefined;

  constructor(
    readonly timeoutMs: number,
    readonly fetch: EinvoiceFetch = (url, init) => fetch(url, init),
  ) {}
}

/** Connects tenants to MyInvois, or its simulator, by their settings. Tokens are kept in the process until a minute before their end. */
@Injectable()
export class EinvoiceConnections {
  private readonly tokens = new Map<string, EinvoiceToken>();

  constructor(
    private readonly database: Database,
    private readonly settings: EinvoiceSettingsRepository,
    private readonly tenants: TenantRepository,
    private readonly simulator: EinvoiceSimulator,
    private readonly reach: EinvoiceReach,
    private readonly rates: ClientRates,
    private readonly rests: SendingRests,
    private readonly installation: EinvoiceInstallation,
  ) {}

  /** null while the tenant's sending rests */
  async of(tenant_id: string, now: Date): Promise<EinvoiceConnection | null> {
    const { settings, seller, key, client, credentials, isResting } = await this.reached(tenant_id, now);
    if (isResting) return null;
    const { environment, certificate, private_key, issuer_name_order: order, version: settings_version } = settings;
    const rest = (reason: RestReason, at: Date): Promise<void> =>
      this.in(tenant_id, at, (ctx) => Promise.resolve(this.rests.begin(ctx, { settings_version, reason })));
    return {
      environment,
      rest,
      call: (ask) => this.call(client, key, credentials, now, rest, ask),
      verificationUrl: (uuid, long_id) => {
        const portal = environment === 'simulator' ? SIMULATED_PORTAL : einvoiceHosts[environment].portal;
        return `${portal}/${uuid}/share/${long_id}`;
      },
      signer: (at) => {
        if (certificate === null || private_key === null) return null;
        const read = readSigningCertificate({ certificate, private_key }, seller.tin, at);
        return typeof read === 'string' ? null : { ...read, order };
      },
    };
  }

  /** Signs in, whether or not a token is kept; a right sign-in ends the rest after a wrong one. */
  async signIn(tenant_id: string, now: Date): Promise<CallOutcome<EinvoiceToken>> {
    const { key, client, credentials, isResting } = await this.reached(tenant_id, now);
    const signedIn = await client.signIn(credentials, now);
    if (signedIn.outcome === 'done') {
      keep(this.tokens, key, signedIn.value);
      if (isResting) await this.in(tenant_id, now, (ctx) => Promise.resolve(this.rests.end(ctx)));
    }
    return signedIn;
  }

  private async reached(tenant_id: string, now: Date) {
    const [found, tenant, rest] = await this.in(tenant_id, now, (ctx) =>
      Promise.all([this.settings.find(ctx, tenant_id), this.tenants.get(ctx, tenant_id), this.rests.find(ctx)]),
    );
    const settings = found ?? EinvoiceSettings.usual(tenant_id);
    const { environment, version } = settings;
    const { seller } = toldSeller(settings, tenant);
    const host = environment === 'simulator' ? SIMULATOR_HOST : einvoiceHosts[environment].api;
    const credentials = credentialsOf(settings, seller.tin, this.installation.intermediary);
    // The simulator is part of the service: nothing of it has to be spared.
    const fetch = environment === 'simulator' ? this.simulator.fetchFor(tenant_id) : this.limited(credentials, now);
    const client = new MyInvoisClient(host, fetch, this.reach.timeoutMs, (...ended) => this.reach.told(...ended));
    const isResting = rest?.settings_version === version;
    return { settings, seller, key: `${tenant_id} ${environment} ${version}`, client, credentials, isResting };
  }

  /** The limits of an intermediary count for all businesses for which it acts. */
  private limited({ client_id }: EinvoiceCredentials, now: Date): EinvoiceFetch {
    return limitedFetch(this.reach.fetch, (call) => this.rates.take(client_id, call, now));
  }

  private async call<T>(
    client: MyInvoisClient,
    key: string,
    credentials: EinvoiceCredentials,
    now: Date,
    rest: EinvoiceConnection['rest'],
    ask: (client: MyInvoisClient, token: string) => Promise<CallOutcome<T>>,
  ): Promise<CallOutcome<T>> {
    for (let isFirst = true; ; isFirst = false) {
      const signedIn = await this.token(client, key, credentials, now);
      if (signedIn.outcome !== 'done') {
        if (signedIn.outcome === 'refused') await rest('refused', now);
        return notDone(signedIn);
      }
      const answer = await ask(client, signedIn.value.token);
      if (answer.outcome !== 'later' || answer.status !== 401) return answer;
      this.tokens.delete(key);
      if (!isFirst) return answer;
    }
  }

  private async token(
    client: MyInvoisClient,
    key: string,
    credentials: EinvoiceCredentials,
    now: Date,
  ): Promise<CallOutcome<EinvoiceToken>> {
    const kept = this.tokens.get(key);
    if (kept && kept.expires_at > now) return { outcome: 'done', value: kept, correlation_id: null };
    const signedIn = await client.signIn(credentials, now);
    if (signedIn.outcome === 'done') keep(this.tokens, key, signedIn.value);
    return signedIn;
  }

  private in<T>(tenant_id: string, now: Date, work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, work);
  }
}

/** Without a token the call was not made, however signing in ended. */
const notDone = <T>({ correlation_id, ...of }: Exclude<CallOutcome<T>, { outcome: 'done' }>): CallOutcome<never> => ({
  outcome: 'later',
  status: of.status,
  retry_after_ms: of.outcome === 'later' ? of.retry_after_ms : null,
  correlation_id,
});

function keep<T>(known: Map<string, T>, key: string, value: T): void {
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, value);
}
