import { messagesOf } from '@usaha/shared';

export const messages = messagesOf({
  onlyOwn: {
    en: 'Only administrators of the tenant itself may export it',
    ms: 'Hanya pentadbir perniagaan itu sendiri boleh mengeksportnya',
  },
  underWay: {
    en: 'An export of this tenant is under way; ask again once it is ready or has failed',
    ms: 'Satu eksport perniagaan ini sedang dibuat; minta semula setelah ia siap atau gagal',
  },
});
