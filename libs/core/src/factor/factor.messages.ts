import { messagesOf } from '@usaha/shared';

/** Of second factors and their codes. */
export const messages = messagesOf({
  codeWrong: {
    en: ({ field }: { field: string }) =>
      `${field} is neither a current code of your authenticator nor an unused recovery code`,
    ms: ({ field }) => `${field} bukan kod semasa aplikasi pengesah anda dan bukan kod pemulihan yang belum digunakan`,
  },
  codeNeeded: {
    en: ({ field }: { field: string }) =>
      `${field} is needed: a code of your present authenticator, or a recovery code`,
    ms: ({ field }) => `${field} diperlukan: kod aplikasi pengesah anda sekarang, atau kod pemulihan`,
  },
  newCodeWrong: {
    en: ({ field }: { field: string }) => `${field} is no current code of the new secret`,
    ms: ({ field }) => `${field} bukan kod semasa bagi rahsia baharu`,
  },
  tooManyCodes: {
    en: ({ seconds }: { seconds: number }) => `Too many wrong codes; try again in ${seconds} seconds`,
    ms: ({ seconds }) => `Terlalu banyak kod yang salah; cuba lagi dalam ${seconds} saat`,
  },
  noEnrolment: {
    en: 'No enrolment waits for a code; begin one with POST auth/mfa/totp/',
    ms: 'Tiada pendaftaran yang menunggu kod; mulakan dengan POST auth/mfa/totp/',
  },
  mfaRequired: {
    en: 'This account has a second factor: send a code with POST /api/v1/auth/mfa/verify/, or in the header Mfa-Code',
    ms: 'Akaun ini mempunyai faktor kedua: hantar kod melalui POST /api/v1/auth/mfa/verify/, atau dalam pengepala Mfa-Code',
  },
  mfaCodeInvalid: {
    en: 'The code is neither a current code of the authenticator nor an unused recovery code',
    ms: 'Kod ini bukan kod semasa aplikasi pengesah dan bukan kod pemulihan yang belum digunakan',
  },
  mfaTokenInvalid: {
    en: 'This sign-in has ended; sign in again',
    ms: 'Log masuk ini telah tamat; log masuk sekali lagi',
  },
  noFactorOfUser: { en: 'This user has no second factor', ms: 'Pengguna ini tiada faktor kedua' },
  ownFactorStays: {
    en: 'Another administrator, or the operator, resets your second factor; end it yourself with POST auth/mfa/totp/disable/',
    ms: 'Faktor kedua anda ditetapkan semula oleh pentadbir lain atau pengendali; tamatkan sendiri melalui POST auth/mfa/totp/disable/',
  },
  factorEnforced: {
    en: 'Your business asks for a second factor: it cannot be ended',
    ms: 'Perniagaan anda memerlukan faktor kedua: ia tidak boleh ditamatkan',
  },
  noFactor: { en: 'This account has no second factor', ms: 'Akaun ini tiada faktor kedua' },
});
