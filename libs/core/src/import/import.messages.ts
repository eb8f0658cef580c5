import { messagesOf } from '@usaha/shared';

export const messages = messagesOf({
  notChecked: {
    en: ({ status }: { status: string }) => `Only an import that is checked can be run; this one is ${status}`,
    ms: ({ status }) => `Hanya import berstatus checked boleh dijalankan; import ini berstatus ${status}`,
  },
  hasEnded: {
    en: ({ status }: { status: string }) => `The import has ended: it is ${status}`,
    ms: ({ status }) => `Import ini telah tamat: statusnya ${status}`,
  },
  fileUnknown: {
    en: 'file_id must name a file of purpose import that is ready',
    ms: 'file_id mestilah fail bertujuan import yang sudah sedia',
  },
  attemptsOver: {
    en: ({ count }: { count: number }) =>
      `The import failed unexpectedly ${count} times; rows that are written stay. The operator of the service finds the error in the log`,
    ms: ({ count }) =>
      `Import ini gagal secara tidak dijangka ${count} kali; baris yang sudah ditulis kekal. Pengendali perkhidmatan boleh mendapati ralatnya dalam log`,
  },
  starterMayNot: {
    en: 'The user or API key that started the import may not import any more',
    ms: 'Pengguna atau kunci API yang memulakan import ini tidak lagi dibenarkan mengimport',
  },
});
