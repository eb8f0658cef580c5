import { eventType } from '@usaha/shared/events';

/** Sent by `webhooks/{id}/test/` to that endpoint alone, for any `event_types`; neither recorded nor in the feed. */
export const webhookTested = eventType('core.webhook.tested', {
  said: { en: 'An endpoint was tested.', ms: 'Satu titik akhir telah diuji.' },
  path: '/api/v1/webhooks/{id}/',
  contract_path: null,
  data: {},
});
