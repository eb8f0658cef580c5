import { messagesOf } from '@usaha/shared';

/** Of users, their passwords and their sessions. */
export const messages = messagesOf({
  emailInUse: { en: 'This email is already in use', ms: 'E-mel ini sudah digunakan' },
  passwordNotHere: {
    en: 'Use change-password to change a password, or ask an administrator to set it',
    ms: 'Kata laluan diubah melalui change-password, atau ditetapkan oleh pentadbir',
  },
  passwordByOwner: {
    en: 'Only the user can change this password; an administrator can set a new one by updating the user',
    ms: 'Kata laluan hanya boleh diubah oleh pemiliknya; pentadbir menetapkan kata laluan baharu pada rekod pengguna',
  },
  passwordWrong: {
    en: ({ field }: { field: string }) => `${field} is not the current password`,
    ms: ({ field }) => `${field} bukan kata laluan semasa`,
  },
  passwordByAnother: {
    en: 'Your password was set by another person: change it with change-password before you create a tenant',
    ms: 'Kata laluan anda ditetapkan oleh orang lain: ubah melalui change-password sebelum mencipta perniagaan',
  },
  passwordAsked: {
    en: ({ field }: { field: string }) => `${field} is needed to change your own password or e-mail`,
    ms: ({ field }) => `${field} diperlukan untuk mengubah kata laluan atau e-mel anda sendiri`,
  },
  passwordJustChanged: {
    en: 'The password has just been changed by another request',
    ms: 'Kata laluan baru sahaja diubah di tempat lain',
  },
  passwordTooShort: {
    en: ({ field, least }: { field: string; least: number }) => `${field} must have at least ${least} characters`,
    ms: ({ field, least }) => `${field} mesti mempunyai sekurang-kurangnya ${least} aksara`,
  },
  passwordGuessed: {
    en: ({ field }: { field: string }) => `${field} is one of the passwords that are guessed first; choose another`,
    ms: ({ field }) => `${field} ialah antara kata laluan yang mula-mula diteka; pilih yang lain`,
  },
  passwordTooLong: {
    en: ({ field, most }: { field: string; most: number }) => `${field} must have at most ${most} characters`,
    ms: ({ field, most }) => `${field} tidak boleh melebihi ${most} aksara`,
  },
  passwordBeforeActive: {
    en: 'A user without a password cannot sign in; set a password or send an invitation',
    ms: 'Pengguna tanpa kata laluan tidak boleh log masuk; tetapkan kata laluan atau hantar jemputan',
  },
  lastAdministratorStays: {
    en: 'The last administrator of a tenant cannot be demoted or deactivated',
    ms: 'Pentadbir terakhir sesebuah perniagaan tidak boleh diturunkan peranan atau dinyahaktifkan',
  },
  lastAdministratorNotDeleted: {
    en: 'The last administrator of a tenant cannot be deleted',
    ms: 'Pentadbir terakhir sesebuah perniagaan tidak boleh dipadamkan',
  },
  lastAdministratorNotErased: {
    en: 'The last administrator of a tenant cannot be erased',
    ms: 'Pentadbir terakhir sesebuah perniagaan tidak boleh dihapuskan',
  },
  ownAccountNotErased: {
    en: 'You cannot erase your own account; another administrator can erase it',
    ms: 'Anda tidak boleh menghapuskan akaun anda sendiri; pentadbir lain boleh berbuat demikian',
  },
  ownAccountStays: {
    en: 'You cannot delete your own account; another administrator can delete it',
    ms: 'Anda tidak boleh memadamkan akaun anda sendiri; pentadbir lain boleh berbuat demikian',
  },
  othersByAdministrator: {
    en: 'Only an administrator may change other users',
    ms: 'Hanya pentadbir boleh mengubah pengguna lain',
  },
  fieldsByAdministrator: {
    en: ({ fields }: { fields: readonly string[] }) => `Only an administrator may change ${fields.join(', ')}`,
    ms: ({ fields }) => `Hanya pentadbir boleh mengubah ${fields.join(', ')}`,
  },
  tooManySignIns: {
    en: ({ seconds }: { seconds: number }) => `Too many failed sign-ins; try again in ${seconds} seconds`,
    ms: ({ seconds }) => `Terlalu banyak cubaan log masuk yang gagal; cuba lagi dalam ${seconds} saat`,
  },
  tooManyPasswords: {
    en: ({ seconds }: { seconds: number }) => `Too many wrong passwords; try again in ${seconds} seconds`,
    ms: ({ seconds }) => `Terlalu banyak kata laluan yang salah; cuba lagi dalam ${seconds} saat`,
  },
  tooManySignInsAtOnce: {
    en: 'Too many sign-ins at once; try again in a moment',
    ms: 'Terlalu banyak log masuk serentak; cuba lagi sebentar lagi',
  },
  tooManyPasswordsAtOnce: {
    en: 'Too many new passwords at once; try again in a moment',
    ms: 'Terlalu banyak kata laluan baharu serentak; cuba lagi sebentar lagi',
  },
  wrongNameOrPassword: { en: 'Wrong name or password', ms: 'Nama atau kata laluan salah' },
  signInPartUnreachable: {
    en: 'Not all accounts can be reached just now; try again, or name the tenant',
    ms: 'Bukan semua akaun dapat dicapai buat masa ini; cuba lagi, atau nyatakan penyewa',
  },
  refreshTokenInvalid: { en: 'Invalid refresh token', ms: 'Token penyegaran semula (refresh token) tidak sah' },
  notSignedIn: { en: 'No user is signed in', ms: 'Tiada pengguna yang log masuk' },
});
