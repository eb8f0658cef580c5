import { eventType, oneOf, recordEvents } from '@usaha/shared/events';
import type { Client } from './client.entity.js';
import { clientPointsKinds } from './points-movement.entity.js';

/** The events of clients: nothing in them tells of the person. */
export const clientEvents = recordEvents<Client>('beauty.client')({
  path: '/api/v1/beauty/clients/{id}/',
  contract_path: null,
  data: {},
  changed: true,
  fields: { pdpa_refused_at: 'pdpa_consent_stated' },
  verbs: {
    created: { en: 'A client was created.', ms: 'Seorang pelanggan telah dicipta.' },
    updated: { en: 'A client was changed.', ms: 'Seorang pelanggan telah diubah.' },
    deleted: { en: 'A client was deleted.', ms: 'Seorang pelanggan telah dipadam.' },
    restored: { en: 'A client was restored.', ms: 'Seorang pelanggan telah dipulihkan.' },
    erased: {
      en: 'The personal data of a client were erased.',
      ms: 'Data peribadi seorang pelanggan telah dihapuskan.',
    },
  },
});

/** An entry of the ledger of points: id and version are those of the client. */
export const clientPointsChanged = eventType('beauty.points.changed', {
  said: { en: "A client's points changed.", ms: 'Mata ganjaran seorang pelanggan telah berubah.' },
  path: '/api/v1/beauty/clients/{id}/',
  contract_path: null,
  data: { kind: oneOf(clientPointsKinds), points_changed: 'count', balance: 'count' },
});
