import { messagesOf, type Words } from '@usaha/shared';

export const messages = messagesOf({
  dataErased: {
    en: ({ noun, person }: { noun: Words; person: Words }) =>
      `The data of this ${person.en} were erased: this ${noun.en} stays as it is`,
    ms: ({ noun, person }) => `Data ${person.ms} ini telah dipadamkan: ${noun.ms} ini kekal seperti sedia ada`,
  },
  reasonMissing: {
    en: ({ period }: { period: string }) =>
      `Say in reason why: records of this kind should be kept for ${period} after the last of them`,
    ms: ({ period }) =>
      `Nyatakan sebabnya dalam reason: rekod jenis ini patut disimpan selama ${period} selepas rekod terakhir`,
  },
  erasedEarly: {
    en: ({ last, period }: { last: string; period: string }) =>
      `The last record was of ${last}: such records should be kept for ${period} after it`,
    ms: ({ last, period }) =>
      `Rekod terakhir bertarikh ${last}: rekod sedemikian patut disimpan selama ${period} selepasnya`,
  },
});
