import { messagesOf } from '@usaha/shared';

/** Texts about the stores of files. */
export const messages = messagesOf({
  storeUnavailable: {
    en: () => 'The store of files does not answer at the moment: try again shortly',
    ms: () => 'Stor fail tidak menjawab buat masa ini: sila cuba lagi sebentar lagi',
  },
});
