import type { Context } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import type { DataImport } from './data-import.entity.js';

const finished = eventType('core.import.finished', {
  said: {
    en: 'An import has ended: done, failed, invalid or cancelled.',
    ms: 'Satu import telah tamat: selesai, gagal, tidak sah atau dibatalkan.',
  },
  path: '/api/v1/imports/{id}/',
  contract_path: null,
  data: {
    resource: 'text',
    status: oneOf(['done', 'failed', 'invalid', 'cancelled']),
    rows: 'count',
    created: 'count',
    updated: 'count',
    unchanged: 'count',
    failed: 'count',
  },
});

/** Tells that an import has ended. */
export const tellFinished = (ctx: Context, { id, version, resource, status, totals }: DataImport): void =>
  tell(ctx, finished, () => ({ id, version, resource, status, ...totals }));
