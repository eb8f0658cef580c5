import { messagesOf } from '@usaha/shared';

/** Of the feed of events. */
export const messages = messagesOf({
  feedOff: {
    en: 'The feed of events is off: turn it on with POST /api/v1/events/enable/',
    ms: 'Suapan peristiwa dimatikan: hidupkannya dengan POST /api/v1/events/enable/',
  },
  cursorUnknown: {
    en: 'cursor names an event that is not kept in the feed: begin again without it; events may have been missed',
    ms: 'cursor menamakan peristiwa yang tiada dalam suapan: mulakan semula tanpanya; mungkin ada peristiwa yang terlepas',
  },
  cursorInvalid: {
    en: 'cursor must be the id of an event: msg_ and 32 hexadecimal digits, or *',
    ms: 'cursor mestilah id peristiwa: msg_ dan 32 digit perenambelasan, atau *',
  },
  typeUnknown: {
    en: ({ type }: { type: string }) =>
      `event_types must hold types of events, <context>.<noun>.*, <context>.* or *, with commas between; ${type} is none of them`,
    ms: ({ type }) =>
      `event_types mestilah jenis peristiwa, <context>.<noun>.*, <context>.* atau *, dipisahkan dengan koma; ${type} bukan salah satu daripadanya`,
  },
});
