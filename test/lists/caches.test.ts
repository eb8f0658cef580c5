import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptByClients } from '../support/kept-by-clients.js';
import { keptCollections, sources } from '../support/kept-collections.js';
import { largestWhile } from '../support/largest-collection.js';

/**
 * Memory that clients could fill: what outlives a call is listed here, either with its bound (`keptByClients`) or with the reason why
 * no client makes it grow.
 */

const CODE = 'as many as the code declares';
const CALL = 'lives as long as a request, a transaction or a record';
const PROCESS = 'per process of INSTANCES';
const START = 'what the configuration, the schema or a file has';

const ofTheCode: Record<string, string> = {
  'libs/beauty/src/appointment/beauty-appointment.repository.ts before': CALL,
  'libs/beauty/src/appointment/beauty-appointment.repository.ts requests': CALL,
  'libs/core/src/job/job-leases.ts leases': CODE,
  'libs/core/src/job/spread-jobs.ts jobs': CODE,
  'libs/core/src/job/spread-jobs.ts leases': CODE,
  'libs/core/src/module/configuration.ts declarations': CODE,
  'libs/core/src/module/configuration.ts known': CALL,
  'libs/core/src/module/module.service.ts listeners': CODE,
  'libs/core/src/notification/notification-sources.ts sources': CODE,
  'libs/core/src/einvoice/buyer-subjects.ts checks': CODE,
  'libs/core/src/einvoice/consolidation/pooled-notes.ts found': CALL,
  'libs/core/src/einvoice/consolidation/pooled-sources.ts kinds': CALL,
  'libs/core/src/einvoice/consolidation/pooled-sources.ts last': CALL,
  'libs/core/src/einvoice/consolidation/pooled-sources.ts later': CALL,
  'libs/core/src/einvoice/document/field-checks.ts errors': CALL,
  'libs/core/src/einvoice/sending/einvoice-connections.ts tokens': '10,000 tenants',
  'libs/core/src/einvoice/sending/einvoice-connections.ts known': '10,000 tenants',
  'libs/core/src/einvoice/sending/einvoice-search.ts found': CALL,
  'libs/core/src/einvoice/sending/einvoice-asking.ts errors': CALL,
  'libs/core/src/einvoice/sending/tenant-turns.ts known': '10,000 tenants',
  'libs/core/src/einvoice/sending/tenant-turns.ts underWay': '10,000 tenants',
  'libs/core/src/einvoice/sending/tenant-turns.ts places': '10,000 tenants',
  'libs/core/src/einvoice/source/einvoice-source.ts sources': CODE,
  'libs/core/src/message/message-subjects.ts subjects': CODE,
  'libs/core/src/api-key/api-key.registry.ts secrets': 'kept with rights, which have their bound',
  'libs/core/src/payment/attempt-asking.ts sources': CODE,
  'libs/core/src/payment/payment-gateways.ts bounded': CODE,
  'libs/core/src/privacy/person-registry.ts persons': CODE,
  'libs/core/src/bin/bin.ts records': CODE,
  'libs/core/src/user/user-numbers.ts drawn': '16 numbers',
  'libs/logistics/src/place/postcodes.ts sums': START,
  'libs/shared/src/wire-protocol/batch.ts keptOn': 'per connection, by names of statements',
  'libs/shared/src/wire-protocol/batch.ts gathered': CALL,
  'libs/shared/src/values/bounded-cache.ts kept': 'has its bounds from its creator, each of which is listed',
  'libs/shared/src/records/bulk.ts made': CODE,
  'libs/shared/src/schema/column-facts.ts facts': CODE,
  'libs/shared/src/database/connection-watch.ts watched': 'per connection',
  'libs/shared/src/transaction/database-errors.ts uniqueFields': CODE,
  'libs/shared/src/transaction/database-errors.ts referenceFields': CODE,
  'libs/shared/src/database/database.ts watched': 'per connection',
  'libs/shared/src/nodes/node-connections.ts held': 'per connection',
  'libs/shared/src/nodes/node-watch.ts nodes': 'per node of the cluster',
  'libs/core/src/webhook/webhook-queue.ts listeners': CODE,
  'libs/shared/src/events/event-type.ts known': CODE,
  'libs/shared/src/events/outbox.ts everywhere': CODE,
  'libs/shared/src/events/outbox.ts switched': CODE,
  'libs/shared/src/events/outbox.ts handlers': CODE,
  'libs/shared/src/wire-protocol/exactly.ts texts': CODE,
  'libs/shared/src/records/held-records.ts held': CALL,
  'libs/shared/src/records/insert.ts shapes': CODE,
  'libs/shared/src/records/keyed-records.ts records': CALL,
  'libs/shared/src/transaction/rows-as-values.ts texts': CODE,
  'libs/shared/src/sealing/sealed-parts.ts read': CALL,
  'libs/shared/src/sealing/sealed.ts purposeKeys': CODE,
  'libs/shared/src/transaction/session.ts waiting': CALL,
  'libs/shared/src/transaction/sharded-transaction.ts expected': CALL,
  'libs/shared/src/transaction/sharded-transaction.ts held': CALL,
  'libs/shared/src/transaction/transaction-sessions.ts leaving': CALL,
  'libs/shared/src/transaction/transaction-sessions.ts recorded': CALL,
  'libs/shared/src/transaction/late-notices.ts underWay': '1,000 notices',
  'libs/shared/src/transaction/transaction.ts audit': CALL,
  'libs/shared/src/transaction/transaction.ts hooks': CALL,
  'libs/shared/src/records/update.ts written': CODE,
  'libs/shared/src/records/update.ts own': CODE,
  'apps/api/src/start/config-reader.ts problems': START,
  'apps/api/src/database/embedded/sealed-stream.ts kept': 'of a backup, piece by piece',
  'apps/api/src/data-tables/columns/column.ts known': CODE,
  'apps/api/src/data-tables/columns/header.ts known': CODE,
  'apps/api/src/exports/list-exports.ts books': 'the six exports that have places',
  'apps/api/src/data-tables/imports/import-runner.ts turns': 'two imports',
  'apps/api/src/data-tables/sheets/csv-sheet.ts rows': 'those of 8 KiB of a file',
  'apps/api/src/jobs/import-job.ts running': 'two imports',
  'apps/api/src/data-tables/seen-keys.ts keys': 'a key of each row of one request or file, which have their bounds',
  'apps/api/src/http/pipeline/created.ts readers': CODE,
  'apps/api/src/http/observability/database-troubles.ts told': CODE,
  'apps/api/src/http/observability/file-metrics.ts uploads': CODE,
  'apps/api/src/http/observability/key-requests.ts counts': CODE,
  'apps/api/src/http/observability/metrics.ts succeeded': CODE,
  'apps/api/src/http/observability/logging.ts flushes': CODE,
  'apps/api/src/http/observability/own-connection.ts clients': 'per connection',
  'apps/api/src/internals/class-validator.ts remembering': CODE,
  'apps/api/src/internals/nest.ts withPromises': CODE,
  'apps/api/src/http/uploads/arriving-content.ts held':
    'per upload: the bytes of a picture, counted among those of incomplete bodies',
  'apps/api/src/http/uploads/tail.ts pieces': 'per upload: 256 KiB',
  'libs/core/src/file/file-collections.ts byResource': CODE,
  'libs/core/src/payment-request/payable-source.ts byType': CODE,
  'libs/core/src/file/file-arrival.ts pieces': 'per upload: a chunk',
  'apps/api/src/render/pdf/fonts.ts files': CODE,
  'apps/api/src/render/pdf/sheet.ts chunks': CALL,
  'apps/api/src/render/pdf/typesetter.ts glyphs': CALL,
  'apps/api/src/render/pdf/typesetter.ts registered': CALL,
  'apps/api/src/render/pdf/typesetter.ts widths': CALL,
  'apps/api/src/internals/cluster.ts sent': 'one connection on its way to each process, which Node waits for',
  'apps/api/src/start/processes/group-metrics.ts latest': PROCESS,
  'apps/api/src/start/processes/group-metrics.ts waiting': PROCESS,
  'apps/api/src/start/processes/member.ts asked': 'one question at a time',
  'apps/api/src/start/processes/process-group.ts processes': PROCESS,
  'apps/api/src/start/processes/process-group.ts pauses': PROCESS,
  'apps/api/src/start/processes/process-group.ts timers': PROCESS,
  'apps/api/src/start/teardown.ts steps': CODE,
  'apps/api/src/wire/body-reader.ts readers': CODE,
  'apps/api/src/wire/choices.ts names': CODE,
  'apps/api/src/wire/declared-fields.ts constrained': CODE,
  'apps/api/src/wire/declared-fields.ts declarations': CODE,
  'apps/api/src/wire/declared-fields.ts derived': CODE,
  'apps/api/src/wire/declared-fields.ts extended': CODE,
  'apps/api/src/wire/for-documents.ts waiting': CODE,
  'apps/api/src/wire/permissions.ts known': CODE,
  'apps/api/src/wire/permissions.ts modules': CODE,
  'apps/api/src/wire/permissions.ts signIns': CODE,
  'apps/api/src/wire/query-cache.ts classes': CODE,
  'apps/api/src/wire/route.ts shapes': CODE,
  'apps/api/src/wire/scopes.ts known': CODE,
  'apps/api/src/zip/zip-writer.ts places': CALL,
};

describe('what is kept in memory', () => {
  const listed = [...Object.keys(keptByClients), ...Object.keys(ofTheCode)];

  it('is listed, each collection that outlives a call and is put into', () => {
    expect(keptCollections().filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('is listed only where it is', () => {
    const texts = sources();
    const gone = listed.filter((entry) => {
      const [path = '', name = ''] = entry.split(' ');
      return !new RegExp(`\\b${name}\\b`).test(texts.get(path) ?? '');
    });
    expect(gone).toEqual([]);
  });

  it('is listed for operators, with its bound, where clients make it grow', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const [, table = ''] = /^## Caches\n([\s\S]*?)^## /m.exec(text) ?? [];
    const shown = table.split('\n').flatMap((line) => {
      const [, what, by, bound] = /^\| (?!What|-)(.*?) \| (.*?) \| (.*?) \|$/.exec(line) ?? [];
      return what === undefined ? [] : [`${what} | ${by} | ${bound}`];
    });
    const kept = Object.values(keptByClients).map(({ what, by, bound }) => `${what} | ${by} | ${bound}`);
    expect([...shown].sort()).toEqual([...new Set(kept)].sort());
  });

  it.each(Object.entries(keptByClients).map(([name, { fill }]) => [name, fill] as const))(
    'stays within its bound when it is filled: %s',
    async (_, { put, entries, characters = Infinity }) => {
      const largest = await largestWhile(put);
      expect(largest.entries).toBeGreaterThan(0);
      expect(largest.entries).toBeLessThanOrEqual(entries);
      expect(largest.characters).toBeLessThanOrEqual(characters);
    },
  );
});
