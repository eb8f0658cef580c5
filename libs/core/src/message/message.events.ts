import type { Context } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import type { Message } from './message.entity.js';
import { messageCategories, ways } from './template.js';

const failed = eventType('core.message.failed', {
  said: {
    en: 'A message to a person failed by every way.',
    ms: 'Satu mesej kepada seseorang gagal melalui semua saluran.',
  },
  path: '/api/v1/messages/{id}/',
  contract_path: null,
  data: {
    template: 'text',
    category: oneOf(messageCategories),
    way: oneOf(ways),
    subject_type: 'text',
    subject_id: 'id',
    reason: 'text',
  },
});

/** Tells that a message failed by the last of its ways. */
export const tellMessageFailed = (ctx: Context, message: Message, reason: string): void =>
  tell(ctx, failed, () => {
    const { id, version, template, category, way, subject_type, subject_id } = message;
    return { id, version: version + 1, template, category, way, subject_type, subject_id, reason };
  });
