import { EventEmitter } from 'node:events';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { GatewayCalls, RateWindows, RightsCache, SessionRegistry, ShardNodes } from '../../libs/core/dist/index.js';
import { CachedSettings } from '../../libs/core/dist/auth/cached-settings.js';
import { ApiKeyUses } from '../../libs/core/dist/api-key/api-key-uses.js';
import { SeenSessions } from '../../libs/core/dist/auth/seen-sessions.js';
import { TaxRegistration } from '../../libs/retail/dist/index.js';
import { FairLimit, Keyring, OutboxDispatcher, type Context } from '../../libs/shared/dist/index.js';
import {
  PreparedStatementNames,
  preparedStatementNames,
} from '../../libs/shared/dist/wire-protocol/prepared-statement-names.js';
import { BodyMemoryLimit } from '../../apps/api/dist/http/limits/body-memory-limit.js';
import { RequestDurations } from '../../apps/api/dist/http/observability/request-durations.js';
import { AcceptedKeys } from '../../apps/api/dist/http/pipeline/accepted-keys.js';
import { VerifiedTokens } from '../../apps/api/dist/http/pipeline/verified-tokens.js';
import { ResponseBackpressure } from '../../apps/api/dist/http/limits/response-backpressure.js';
import { MemoryOutbox } from '../../apps/api/dist/jobs/mail/message-outbox.js';
import { SendingJob } from '../../apps/api/dist/jobs/mail/sending-job.js';
import { ExhaustedTenants } from '../../apps/api/dist/jobs/mail/exhausted-tenants.js';
import { RecentLetters } from '../../apps/api/dist/jobs/mail/recent-letters.js';
import { UnsureNotifications } from '../../apps/api/dist/jobs/mail/unsure-notifications.js';
import { ChipSignatures } from '../../apps/api/dist/payment/chip/chip-signatures.js';
import { instantText } from '../../apps/api/dist/wire/instant-text.js';
import { param } from '../../apps/api/dist/wire/param.js';
import { DrawnLogo } from '../../apps/api/dist/render/pdf/logo.js';
import { LogoCache } from '../../apps/api/dist/render/pdf/logo-cache.js';
import { PayCodes } from '../../apps/api/dist/surfaces/pay/pay-codes.js';
import { QueryCache } from '../../apps/api/dist/wire/query-cache.js';
import { png } from './pictures.js';
import {
  fillAccounts,
  fillArrivals,
  fillConnectionQueue,
  fillConnections,
  fillExports,
  fillFailedSignIns,
  fillLargeBodies,
  fillNamedOptimizations,
  fillNewPasswords,
  fillOwners,
  fillPasswords,
  fillPlaces,
  fillRefusedConnections,
  fillRecoveries,
  fillReports,
  fillSignIns,
  fillSolver,
  fillStreams,
  fillThread,
  fillThreadPlaces,
  fillUploads,
  fillVisitors,
  leaveGroups,
  never,
  times,
} from './fill-queues.js';

import {
  fillClaims,
  fillLanes,
  fillOutcomes,
  fillSockets,
  fillTurns,
  fillUnderWay,
  fillUnfinished,
  fillWakeUps,
} from './fill-webhooks.js';
import { fillScans } from './fill-scans.js';

/** Everything the service keeps that clients or tenants, of which they may make many, can make more of. */
export interface KeptByClients {
  /** As docs/operations.md has it. */
  what: string;
  by: string;
  bound: string;
  /**
   * Puts more into it than it may keep, for which the largest Map or Set has at most these entries and characters. `put` returns a
   * number where the entries are counted there.
   */
  fill: { put: () => unknown; entries: number; characters?: number };
}

const UNDER_WAY = 'no longer than its request';
const refused = (work: () => unknown): void => {
  try {
    work();
  } catch {
    // That it is refused is its bound.
  }
};

const WEBHOOK_TENANTS = { what: 'tenants that have webhooks to send', by: 'tenant', bound: '10,000' };
const CLAIMED_WEBHOOKS = { what: 'tenants whose webhooks are being claimed', by: 'tenant', bound: '4' };
const SENT_WEBHOOKS = {
  what: 'webhooks that are being sent',
  by: 'tenant',
  bound: '32; 8 of one tenant, 2 to one endpoint',
};
const WEBHOOK_OUTCOMES = {
  what: 'webhooks whose outcome is being written',
  by: 'tenant and endpoint',
  bound: 'no longer than their claim of a minute',
};

const GATEWAY_CALLS = {
  what: 'calls to payment gateways that wait for a socket',
  by: 'account',
  bound: '100 of one account, for 10 s',
};
const fillGateway = async (): Promise<void> => {
  const calls = new GatewayCalls(1);
  await Promise.allSettled(Array.from({ length: 300 }, () => calls.run('one', never)));
  // Its last call had no answer: it waits among the silent ones now.
  await Promise.allSettled(Array.from({ length: 300 }, () => calls.run('one', never)));
};

class Query {
  search?: string;
}
param.text('A part of the name', 'kopi')(Query.prototype, 'search');

const rights = { tenant_id: 't', actor: {}, disabled_modules: [], policy: {} } as never;

/** By `path name` of the collection. */
export const keptByClients: Record<string, KeptByClients> = {
  'apps/api/src/wire/validation.pipe.ts queries': {
    what: 'queries as they were read',
    by: 'class and declared parameters',
    bound: '2,000 and 500,000 characters of all classes together; none of more than 500 characters',
    fill: {
      put: () => {
        const cache = new QueryCache();
        times(6_000, (i) => {
          const key = cache.keyOf(Query, { search: `${i}${'x'.repeat(i % 480)}`, q: 'y'.repeat(14_800) });
          if (key !== null) cache.set(key, {});
        });
      },
      entries: 2_000,
      characters: 500_000,
    },
  },
  'libs/core/src/payment/gateway-calls.ts sockets': { ...GATEWAY_CALLS, fill: { put: fillGateway, entries: 100 } },
  'libs/core/src/payment/gateway-calls.ts silentSockets': {
    ...GATEWAY_CALLS,
    fill: { put: fillGateway, entries: 100 },
  },
  'libs/core/src/payment/gateway-calls.ts silentSince': {
    what: 'accounts whose payment gateway gave no answer',
    by: 'account',
    bound: '1,000',
    fill: {
      put: async () => {
        const calls = new GatewayCalls(1);
        for (let i = 0; i < 1_100; i += 1) await calls.run(`${i}`, never).catch(() => undefined);
      },
      entries: 1_000,
    },
  },
  'apps/api/src/render/pdf/logo-cache.ts kept': {
    what: 'logos of businesses',
    by: 'file',
    bound: '500 and 16 MiB',
    fill: {
      put: async () => {
        const logos = new LogoCache({ read: () => Promise.resolve(Buffer.alloc(10)) } as never);
        for (let i = 0; i < 700; i += 1) await logos.of({ tenant_id: 't' } as Context, String(i));
      },
      entries: 500,
    },
  },
  'apps/api/src/render/pdf/logo.ts bitmaps': {
    what: 'pixels of logos, in each of two threads that draw',
    by: 'file',
    bound: '100 and 16 MiB',
    fill: {
      put: () => times(200, (i) => new DrawnLogo({} as never, { key: String(i), file: png() })),
      entries: 100,
    },
  },
  'apps/api/src/http/pipeline/verified-tokens.ts verified': {
    what: 'tokens that were verified',
    by: 'Authorization header, once it was verified',
    bound: '10,000 and 8,000,000 characters',
    fill: {
      put: () => {
        const tokens = new VerifiedTokens({ read: () => ({ sid: 's', exp: 0 }) } as never);
        times(12_000, (i) => tokens.remember(`Bearer ${' '.repeat(i % 3_000)}${i}`));
        times(12_000, (i) => tokens.remember(`Bearer ${i}`));
      },
      entries: 10_000,
      characters: 8_000_000,
    },
  },
  'apps/api/src/http/pipeline/accepted-keys.ts accepted': {
    what: 'API keys that were accepted',
    by: 'SHA-256 of the key, once it was accepted',
    bound: '10,000 and 2,000,000 characters',
    fill: {
      put: () => {
        const keys = new AcceptedKeys();
        times(12_000, (i) => keys.remember(`${i}`, { tenant_id: 't', id: `${i}` }));
      },
      entries: 10_000,
    },
  },
  'apps/api/src/surfaces/pay/pay-codes.ts drawn': {
    what: 'codes of pages that wait for a payer',
    by: 'payload, which the gateway or the bank of the business has made',
    bound: '500 and 8,000,000 characters',
    fill: {
      put: () => {
        const codes = new PayCodes();
        times(600, (i) => codes.svgOf(`0002${i}`));
      },
      entries: 500,
      characters: 8_000_000,
    },
  },
  'apps/api/src/payment/chip/chip-signatures.ts known': {
    what: 'public keys of accounts at CHIP',
    by: 'account',
    bound: '1,000',
    fill: {
      put: async () => {
        const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
        const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
        const signatures = new ChipSignatures({ publicKey: () => Promise.resolve(pem) });
        const callback = { body: Buffer.alloc(0), signature: 'AAAA' };
        const { signal } = new AbortController();
        for (let i = 0; i < 1_200; i += 1) await signatures.areOf(String(i), {} as never, callback, signal);
      },
      entries: 1_000,
    },
  },
  'libs/core/src/api-key/api-key-uses.ts waiting': {
    what: 'last uses of API keys that are not written yet',
    by: 'API key',
    bound: '10,000; further ones are noted with a later request',
    fill: {
      put: () => {
        const uses = new ApiKeyUses({} as never);
        const of = (user_id: string) => ({ tenant_id: 't', actor: { user_id } }) as never;
        times(12_000, (i) => uses.note(of(`${i}`), i, () => ''));
      },
      entries: 10_000,
    },
  },
  'libs/core/src/auth/rights-cache.ts entries': {
    what: 'rights of sessions',
    by: 'session or API key',
    bound: '10,000, for a second',
    fill: {
      put: () => {
        const cache = new RightsCache();
        cache.setListening(true);
        times(12_000, (i) => {
          cache.keep(`${i}`, rights, cache.mark(), 0);
          // As the job does: uses of sessions have a bound elsewhere.
          cache.seen.take();
        });
      },
      entries: 10_000,
    },
  },
  'libs/core/src/auth/cached-settings.ts tenants': {
    what: "settings of tenants' modules",
    by: 'tenant',
    bound: '10,000 and 1,048,576 characters, for a second',
    fill: {
      put: () => {
        const settings = new CachedSettings();
        times(12_000, (i) => settings.keep(`${i}`, '{}', 0));
        times(12_000, (i) => settings.keep(`${i}`, JSON.stringify({ retail: { at: 'x'.repeat(2_000) } }), 0));
      },
      // One more before the oldest goes.
      entries: 10_001,
    },
  },
  'libs/core/src/auth/shared-readings.ts reading': {
    what: 'rights that are being read',
    by: 'session or API key',
    bound: UNDER_WAY,
    fill: {
      put: async () => {
        const database = { read: () => Promise.resolve({ rights: null, settings: null }) };
        const registry = new SessionRegistry(database as never, new RightsCache());
        const ask = (i: number) => registry.rights({ tid: 't', sub: 'u', sid: `${i}` }, new Date());
        for (let i = 0; i < 1_000; i += 1) await ask(i);
      },
      entries: 100,
    },
  },
  'libs/core/src/auth/seen-sessions.ts seen': {
    what: 'last uses of sessions that are not written yet',
    by: 'session',
    bound: '50,000; further ones are noted with their next request',
    fill: {
      put: () => {
        const seen = new SeenSessions();
        times(60_000, (i) => seen.note(`${i}`, 't', i));
      },
      entries: 50_000,
    },
  },
  'libs/core/src/api-key/rate-windows.ts windows': {
    what: 'minutes of API keys that are counted',
    by: 'API key',
    bound: '10,000',
    fill: {
      put: async () => {
        const windows = new RateWindows({ take: async () => ({ taken: 1, remaining_ms: 60_000 }) });
        for (let i = 0; i < 12_000; i += 1) await windows.spend({ tenant_id: 't', id: `${i}`, now: new Date() }, 5);
      },
      entries: 10_000,
    },
  },
  'libs/core/src/api-key/rate-windows.ts filling': {
    what: 'minutes of API keys that are asked for',
    by: 'API key',
    bound: UNDER_WAY,
    fill: {
      put: async () => {
        const windows = new RateWindows({ take: async () => ({ taken: 1, remaining_ms: 0 }) });
        for (let i = 0; i < 200; i += 1) await windows.spend({ tenant_id: 't', id: `${i}`, now: new Date() }, 5);
      },
      entries: 200,
    },
  },
  'libs/shared/src/sealing/sealed.ts tenantKeys': {
    what: 'search keys of tenants',
    by: 'tenant',
    bound: '10,000',
    fill: {
      put: () => {
        const keyring = new Keyring([['k', Buffer.alloc(32)]], Buffer.alloc(32));
        times(11_000, () => keyring.token(randomUUID(), 'text'));
      },
      entries: 10_000,
    },
  },
  'libs/retail/src/sale/tax-registration.ts charged': {
    what: 'shops, and whether they have charged SST',
    by: 'tenant',
    bound: '10,000',
    fill: {
      put: async () => {
        const registration = new TaxRegistration({} as never);
        const db = { read: () => Promise.resolve([[6]]) };
        for (let i = 0; i < 11_000; i += 1)
          await registration.hasChargedLately({ tenant_id: randomUUID(), db } as unknown as Context);
      },
      entries: 10_000,
    },
  },
  'libs/shared/src/wire-protocol/prepared-statement-names.ts names': {
    what: 'names of prepared statements',
    by: 'text of the SQL, which filters make up; no value is in it',
    bound: '2,000 and 4,000,000 characters; each connection keeps those that it has had',
    fill: {
      put: () => {
        times(6_000, (i) => preparedStatementNames.of(`select ${i} -- ${'x'.repeat(i)}`));
        const own = new PreparedStatementNames(2_000);
        times(6_000, (i) => own.of(`select ${i}`));
      },
      entries: 2_000,
      characters: 4_000_000,
    },
  },
  'apps/api/src/wire/instant-text.ts days': {
    what: 'days as JSON has them',
    by: 'day of an instant',
    bound: '2,000',
    fill: { put: () => times(6_000, (i) => instantText(new Date(i * 86_400_000))), entries: 2_000 },
  },
  'apps/api/src/http/observability/request-durations.ts routes': {
    what: 'durations of requests for `/metrics`',
    by: 'route template, method, status',
    bound: '4,000; further ones together',
    fill: {
      put: () => {
        const durations = new RequestDurations();
        times(60_000, (i) => durations.add(`M${i % 50}`, `/v1/${i % 400}`, i % 700, 1));
        return [...durations.all()].length;
      },
      entries: 4_001,
    },
  },
  'apps/api/src/http/limits/body-memory-limit.ts senders': {
    what: 'bodies that are not whole yet',
    by: 'tenant or address',
    bound: '64 MB of all; who sends most is refused',
    fill: {
      put: () => {
        const bodies = new BodyMemoryLimit();
        const chunk = Buffer.alloc(65_536);
        times(3_000, (i) => {
          const socket = { pause: () => undefined };
          const request = Object.assign(new EventEmitter(), { headers: {}, socket });
          const response = { setHeader: () => undefined };
          bodies.read(`${i}`, request as never, response as never, never).catch(() => undefined);
          request.emit('data', chunk);
        });
      },
      entries: 1_025,
    },
  },
  'apps/api/src/http/limits/response-backpressure.ts held': {
    what: 'answers that are not taken yet',
    by: 'tenant',
    bound: '96 MB of all; beyond, 503',
    fill: {
      put: () => {
        const answers = new ResponseBackpressure();
        const response = Object.assign(new EventEmitter(), { writableLength: 1_000_000 });
        response.setMaxListeners(0);
        times(1_000, (i) =>
          refused(() => {
            answers.requireRoom(`${i}`);
            answers.watch(`${i}`, response as never);
          }),
        );
      },
      entries: 101,
    },
  },
  'libs/shared/src/fairness/fair-limit.ts waiting': {
    what: 'work that waits for its turn',
    by: 'tenant, address or account',
    bound: '20 to 1,000 of one owner; no longer than its request',
    fill: {
      put: () => {
        const limit = new FairLimit(1);
        const bound = { most: 500, refusal: () => new Error('too many') };
        times(2_000, () => void limit.run('one', never, bound).catch(() => undefined));
      },
      entries: 500,
    },
  },
  'libs/shared/src/fairness/fair-limit.ts held': {
    what: 'work that has its turn',
    by: 'tenant, address or account',
    bound: 'places of the limit',
    fill: {
      put: () => {
        const limit = new FairLimit(10);
        const bound = { most: 1, refusal: () => new Error('too many') };
        times(50, (i) => void limit.run(`${i}`, never, bound).catch(() => undefined));
      },
      entries: 40,
    },
  },
  'libs/shared/src/fairness/round-robin-queue.ts waiting': {
    what: 'work that waits for its turn',
    by: 'tenant, address or account',
    bound: '20 to 1,000 of one owner; no longer than its request',
    fill: { put: fillOwners, entries: 20 },
  },
  'libs/shared/src/fairness/round-robin-queue.ts groups': {
    what: 'work that waits for its turn',
    by: 'tenant, address or account',
    bound: '20 to 1,000 of one owner; no longer than its request',
    fill: { put: leaveGroups, entries: 1 },
  },
  'libs/shared/src/fairness/holdings.ts amounts': {
    what: 'work that has its turn',
    by: 'tenant, address or account',
    bound: 'places of the limit',
    fill: { put: fillPlaces, entries: 10 },
  },
  'libs/core/src/auth/session.registry.ts owners': {
    what: 'accounts that tenants belong to',
    by: 'tenant',
    bound: '10,000',
    fill: { put: fillAccounts, entries: 10_000 },
  },
  'libs/core/src/auth/sign-in-trail.ts waiting': {
    what: 'sign-ins that failed and are not written yet',
    by: 'attempt',
    bound: '1,000; further ones are logged alone',
    fill: { put: fillFailedSignIns, entries: 1_000 },
  },
  'libs/core/src/auth/auth.service.ts attempts': {
    what: 'sign-ins of one account',
    by: 'address and account',
    bound: '500 of one; no longer than its request',
    fill: { put: fillSignIns, entries: 500 },
  },
  'libs/core/src/account/password-recovery.ts asking': {
    what: 'requests for forgotten passwords',
    by: 'address',
    bound: '500 of one; no longer than its request',
    fill: { put: fillRecoveries, entries: 500 },
  },
  'libs/core/src/user/password.ts limit': {
    what: 'passwords that are verified',
    by: 'address or account',
    bound: '500 of one owner',
    fill: { put: fillPasswords, entries: 500 },
  },
  'libs/core/src/user/password.ts limitOfNew': {
    what: 'new passwords that wait to be hashed',
    by: 'tenant or address',
    bound: '500 of one owner',
    fill: { put: fillNewPasswords, entries: 500 },
  },
  'libs/shared/src/report/report-reading.ts turns': {
    what: 'reports that wait',
    by: 'tenant',
    bound: '50 of one tenant',
    fill: { put: fillReports, entries: 50 },
  },
  'apps/api/src/http/limits/arrivals.ts waiting': {
    what: 'requests that wait to begin',
    by: 'tenant or address',
    bound: '16 of a connection',
    fill: { put: fillArrivals, entries: 16 },
  },
  'libs/shared/src/database/fair-connection-queue.ts limit': {
    what: 'work that waits for a connection',
    by: 'tenant',
    bound: '1,000 of one tenant, for 5 s',
    fill: { put: fillConnectionQueue, entries: 1_000 },
  },
  'libs/shared/src/database/connections.ts waiting': {
    what: 'work that waits for a connection that the server does not give',
    by: 'tenant',
    bound: 'connections of the pool, for 5 s',
    fill: { put: fillRefusedConnections, entries: 10 },
  },
  'libs/shared/src/fairness/fair-thread.ts limit': {
    what: 'documents and optimisations that wait',
    by: 'tenant',
    bound: '20 of one tenant',
    fill: { put: fillThread, entries: 20 },
  },
  'libs/shared/src/fairness/fair-thread.ts current': {
    what: 'documents and optimisations that are worked on',
    by: 'tenant',
    bound: 'places of the thread',
    fill: { put: fillThreadPlaces, entries: 3 },
  },
  'libs/logistics/src/optimization/solver-thread.ts thread': {
    what: 'documents and optimisations that wait',
    by: 'tenant',
    bound: '20 of one tenant',
    fill: { put: fillSolver, entries: 20 },
  },
  'libs/logistics/src/optimization/solver-thread.ts named': {
    what: 'optimisations that are worked on',
    by: 'tenant and Idempotency-Key',
    bound: UNDER_WAY,
    fill: { put: fillNamedOptimizations, entries: 21 },
  },
  'apps/api/src/http/limits/large-body-queue.ts places': {
    what: 'large bodies that wait',
    by: 'tenant or address',
    bound: '20 of one owner, for 20 s',
    fill: { put: fillLargeBodies, entries: 20 },
  },
  'apps/api/src/http/uploads/upload-receiver.ts places': {
    what: 'uploads that wait',
    by: 'tenant',
    bound: '50 of one tenant, for the time of a request',
    fill: { put: fillUploads, entries: 50 },
  },
  'apps/api/src/http/pipeline/surface.interceptor.ts streams': {
    what: 'files that wait for a connection',
    by: 'tenant',
    bound: '20 of one tenant',
    fill: { put: fillStreams, entries: 20 },
  },
  'apps/api/src/exports/list-exports.ts places': {
    what: 'exports that wait',
    by: 'tenant',
    bound: '20 of one tenant',
    fill: { put: fillExports, entries: 20 },
  },
  'apps/api/src/surfaces/track/serve-tracking.ts visitors': {
    what: 'pages of public tracking that wait',
    by: 'tenant',
    bound: '500 of one tenant, for 20 s',
    fill: { put: fillVisitors, entries: 500 },
  },
  'apps/api/src/http/server/client-connections.ts connections': {
    what: 'connections of clients',
    by: 'connection',
    bound: 'open files less 60 and `DATABASE_POOL_SIZE`; the idlest is ended',
    fill: { put: fillConnections, entries: 101 },
  },
  'libs/shared/src/events/dispatcher.ts hinted': {
    what: 'tenants who may have events (Citus)',
    by: 'tenant',
    bound: '10,000',
    fill: {
      put: () => {
        const database = { isSharded: true, job: () => Promise.reject(new Error('none')) };
        const options = { now: () => new Date(), failed: () => undefined, nodes: () => Promise.resolve([]) };
        const dispatcher = new OutboxDispatcher(database as never, options);
        times(12_000, (i) => dispatcher.wake(`${i}`));
      },
      entries: 10_000,
    },
  },
  'libs/core/src/webhook/delivery-turns.ts waiting': { ...WEBHOOK_TENANTS, fill: { put: fillTurns, entries: 10_000 } },
  'libs/core/src/webhook/delivery-turns.ts unfinished': {
    ...WEBHOOK_TENANTS,
    fill: { put: fillUnfinished, entries: 10_000 },
  },
  'libs/core/src/webhook/wake-ups.ts times': { ...WEBHOOK_TENANTS, fill: { put: fillWakeUps, entries: 10_000 } },
  'apps/api/src/jobs/file-scan-job.ts turns': {
    what: 'tenants whose files are being scanned',
    by: 'tenant',
    bound: '4',
    fill: { put: fillScans, entries: 4 },
  },
  'libs/core/src/webhook/delivery-turns.ts claims': { ...CLAIMED_WEBHOOKS, fill: { put: fillClaims, entries: 4 } },
  'libs/core/src/webhook/delivery-turns.ts turning': { ...CLAIMED_WEBHOOKS, fill: { put: fillClaims, entries: 4 } },
  'libs/core/src/webhook/sending-places.ts sockets': { ...SENT_WEBHOOKS, fill: { put: fillSockets, entries: 32 } },
  'libs/core/src/webhook/delivery-turns.ts underWay': { ...SENT_WEBHOOKS, fill: { put: fillUnderWay, entries: 32 } },
  'libs/core/src/webhook/sending-places.ts lanes': { ...WEBHOOK_OUTCOMES, fill: { put: fillLanes, entries: 1 } },
  'libs/core/src/webhook/outcome-writer.ts waiting': { ...WEBHOOK_OUTCOMES, fill: { put: fillOutcomes, entries: 2 } },
  'libs/core/src/tenant/shard-nodes.ts placed': {
    what: 'machines of tenants that had work in the last minute, where there are several',
    by: 'tenant',
    bound: '20,000',
    fill: {
      put: async () => {
        const read = (text: string, [ids]: [string[]] = [[]]) =>
          Promise.resolve(text.includes('pg_dist_partition') ? [[1]] : ids.map((id) => [1, id]));
        const job = (_: unknown, work: (ctx: unknown) => unknown) => work({ db: { read } });
        const nodes = new ShardNodes({ isSharded: true, job } as never, {} as never);
        for (let i = 0; i < 25; i += 1)
          await nodes.perNode(
            new Date(),
            Array.from({ length: 1_000 }, (_, n) => `${i * 1_000 + n}`),
          );
      },
      entries: 20_000,
    },
  },
  'apps/api/src/jobs/mail/sending-job.ts hinted': {
    what: 'tenants in which letters about accounts, or messages, were committed',
    by: 'tenant',
    bound: '10,000',
    fill: {
      put: () => {
        const sender = { sendFor: () => new Promise<boolean>(() => undefined), sendDue: () => Promise.resolve() };
        const job = new SendingJob({ onCommitted: () => undefined }, sender, {
          missed: () => undefined,
        } as never);
        times(12_000, (i) => job.wake(`${i}`));
      },
      entries: 10_000,
    },
  },
  'apps/api/src/jobs/mail/message-outbox.ts messages': {
    what: 'messages for developers, outside production alone',
    by: 'message',
    bound: '500',
    fill: {
      put: async () => {
        const outbox = new MemoryOutbox();
        for (let i = 0; i < 700; i += 1) await outbox.keep({ id: `${i}` } as never);
        return (await outbox.list({})).length;
      },
      entries: 500,
    },
  },
  'apps/api/src/jobs/mail/recent-letters.ts letters': {
    what: 'letters for developers, outside production alone',
    by: 'letter',
    bound: '200',
    fill: {
      put: async () => {
        const letters = new RecentLetters({ send: () => Promise.resolve({ kind: 'accepted' }) });
        const letter = { id: '', to: { name: '', address: '' }, from_name: '', subject: '', text: '', stop_url: null };
        for (let i = 0; i < 300; i += 1) await letters.send(letter);
        return letters.list().length;
      },
      entries: 200,
    },
  },
  'apps/api/src/jobs/mail/exhausted-tenants.ts reported': {
    what: 'tenants whose letters of the day are used up',
    by: 'tenant',
    bound: '10,000',
    fill: {
      put: () => {
        const tenants = new ExhaustedTenants();
        times(12_000, (i) => tenants.isNew(`${i}`, '2026-11-23'));
      },
      entries: 10_000,
    },
  },
  'apps/api/src/jobs/mail/unsure-notifications.ts reported': {
    what: 'letters of unknown delivery that were told',
    by: 'tenant and kind',
    bound: '10,000 and 4,000,000 characters; 1,000 of one',
    fill: {
      put: () => {
        const unsure = new UnsureNotifications();
        const found = Array.from({ length: 3_000 }, (_, i) => ({ id: `${i}` }));
        times(12_000, (i) => unsure.unreported(`${i}`, 'reminder', found.slice(0, i < 100 ? 3_000 : 1)));
      },
      entries: 10_000,
    },
  },
};
