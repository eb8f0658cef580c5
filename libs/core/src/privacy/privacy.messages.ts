import { messagesOf, type Words } from '@usaha/shared';

export const messages = messagesOf({
  dataErased: {
    en: ({ noun, person }: { noun: Words; person: Words }) =>
      `The data of this ${person.en} were erased: this ${noun.en} stays as it is`,
    ms: ({ noun, person }) => `Data ${person.ms} ini telah dipadamkan: ${noun.ms} ini kekal seperti sedia ada`,
  },
});
