import { messagesOf } from '@usaha/shared';

export const sentences = messagesOf({
  greeting: {
    en: ({ name }: { name: string }) => (name ? `Dear ${name},` : 'Dear Sir or Madam,'),
    ms: ({ name }) => (name ? `Salam ${name},` : 'Tuan/Puan,'),
  },
});
