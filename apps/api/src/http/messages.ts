import { messagesOf, nounsOf, type Role } from '@usaha/shared';

/** What a path that names nothing is said to name. */
export const nouns = nounsOf({ resource: { en: 'resource', ms: 'sumber' } });

/** A role within a sentence, where it would else be read as a word of it. */
const inCapitals = (role: Role): string => role.toUpperCase();

/** What HTTP itself can refuse, and the drawing of documents. */
export const messages = messagesOf({
  internal: {
    en: 'An internal error occurred; quote the request id when you report it',
    ms: 'Berlaku ralat di pihak kami; id permintaan ini dapat digunakan untuk mencarinya dalam log kami',
  },
  listLacks: {
    en: ({ name }: { name: string }) => `This list has no parameter ${name}`,
    ms: ({ name }) => `Senarai ini tiada parameter ${name}`,
  },
  cursorWithPage: {
    en: 'cursor follows the list: leave page out',
    ms: 'cursor mengikuti senarai: tinggalkan page',
  },
  changesWith: {
    en: ({ name }: { name: string }) =>
      `updated_since goes with page_size, cursor and fields alone: leave ${name} out, as what leaves a filter would stay in a copy`,
    ms: ({ name }) =>
      `updated_since hanya digunakan bersama page_size, cursor dan fields: tinggalkan ${name}, kerana baris yang keluar daripada tapisan akan kekal dalam salinan`,
  },
  fieldUnknown: {
    en: ({ name, known }: { name: string; known: readonly string[] }) =>
      `fields must name fields of these rows, not ${name.slice(0, 40)}: ${known.join(', ')}`,
    ms: ({ name, known }) =>
      `fields mestilah menamakan medan bagi baris ini, bukan ${name.slice(0, 40)}: ${known.join(', ')}`,
  },
  methodNotAllowed: {
    en: ({ method, allowed }: { method: string; allowed: readonly string[] }) =>
      `Method ${method} is not allowed; use ${allowed.join(', ')}`,
    ms: ({ method, allowed }) => `Kaedah ${method} tidak dibenarkan; gunakan ${allowed.join(', ')}`,
  },
  requestRefused: {
    en: ({ reason }: { reason: string }) => `The request cannot be accepted: ${reason}`,
    ms: ({ reason }) => `Permintaan ini tidak dapat diterima: ${reason}`,
  },
  requestUnreadable: {
    en: 'The request cannot be read as HTTP/1.1',
    ms: 'Permintaan ini tidak dapat dibaca sebagai HTTP/1.1',
  },
  headersTooLarge: {
    en: 'The headers of the request are too large; all of them together may have 16 KB',
    ms: 'Pengepala permintaan terlalu besar; kesemuanya bersama-sama tidak boleh melebihi 16 KB',
  },
  chunksTooLarge: {
    en: 'The chunk extensions of the body are too large',
    ms: 'Sambungan cebisan (chunk extensions) dalam kandungan permintaan terlalu besar',
  },
  requestTooSlow: {
    en: 'The request was not sent completely in time',
    ms: 'Permintaan tidak dihantar sepenuhnya dalam masa yang ditetapkan',
  },
  expectationUnknown: {
    en: 'Expect may only be 100-continue',
    ms: 'Expect hanya boleh bernilai 100-continue',
  },
  hostMissing: {
    en: 'A request of HTTP/1.1 must have the header Host',
    ms: 'Permintaan HTTP/1.1 mesti mempunyai pengepala Host',
  },
  hostRepeated: {
    en: 'A request may have the header Host only once',
    ms: 'Permintaan hanya boleh mempunyai satu pengepala Host',
  },
  inputInvalid: { en: 'The input is not valid', ms: 'Maklumat yang dihantar tidak sah' },
  tokenNeeded: {
    en: 'A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>',
    ms: 'Token akses yang sah diperlukan: Authorization: Bearer <ACCESS_TOKEN>',
  },
  keyExpired: {
    en: 'This API key has expired: an administrator can rotate it',
    ms: 'Kunci API ini telah tamat tempoh: pentadbir boleh menggantikannya',
  },
  keySuspended: {
    en: 'This API key is suspended, since the user who made or last rotated it is no active administrator: another administrator can rotate it',
    ms: 'Kunci API ini digantung kerana pengguna yang membuat atau menggantikannya bukan pentadbir yang aktif: pentadbir lain boleh menggantikannya',
  },
  tenantRequired: {
    en: 'This account has no tenant yet: create one with POST tenants',
    ms: 'Akaun ini belum mempunyai perniagaan: daftarkan satu dengan POST tenants',
  },
  sessionRequired: {
    en: 'API keys have no access to this operation: sign in as a user',
    ms: 'Kunci API tidak mempunyai akses kepada operasi ini: log masuk sebagai pengguna',
  },
  scopeMissing: {
    en: ({ scope }: { scope: string }) => `The API key does not have the scope ${scope}, which this operation needs`,
    ms: ({ scope }) => `Kunci API ini tidak mempunyai skop ${scope} yang diperlukan oleh operasi ini`,
  },
  addressNotAllowed: {
    en: ({ address }: { address: string }) => `The API key may not be used from the address ${address}`,
    ms: ({ address }) => `Kunci API ini tidak boleh digunakan dari alamat ${address}`,
  },
  keyRateExceeded: {
    en: ({ quota, seconds }: { quota: number; seconds: number }) =>
      `The API key may send ${quota} requests a minute; send further ones in ${seconds} s`,
    ms: ({ quota, seconds }) =>
      `Kunci API ini boleh menghantar ${quota} permintaan seminit; hantar permintaan seterusnya selepas ${seconds} saat`,
  },
  scopesEmpty: {
    en: 'scopes must have at least one scope: GET /api/v1/api-keys/scopes/ lists them',
    ms: 'scopes mestilah mempunyai sekurang-kurangnya satu skop: GET /api/v1/api-keys/scopes/ menyenaraikannya',
  },
  scopeUnknown: {
    en: ({ scope }: { scope: string }) =>
      `scopes has the unknown scope "${scope}": GET /api/v1/api-keys/scopes/ lists all, and *:read and *:write hold all of them`,
    ms: ({ scope }) =>
      `scopes mengandungi skop yang tidak dikenali "${scope}": GET /api/v1/api-keys/scopes/ menyenaraikan semuanya, dan *:read serta *:write merangkumi semuanya`,
  },
  factorRequired: {
    en: 'Your business asks for a second factor: enrol one with POST /api/v1/auth/mfa/totp/',
    ms: 'Perniagaan anda memerlukan faktor kedua: daftarkan satu dengan POST /api/v1/auth/mfa/totp/',
  },
  stepUpRequired: {
    en: 'This operation needs a code of the last ten minutes: send one with POST /api/v1/auth/mfa/step-up/',
    ms: 'Tindakan ini memerlukan kod dalam sepuluh minit terakhir: hantar satu dengan POST /api/v1/auth/mfa/step-up/',
  },
  roleMayNot: {
    en: ({ role }: { role: Role }) => `The role ${inCapitals(role)} has no permission for this operation`,
    ms: ({ role }) => `Peranan ${inCapitals(role)} tidak dibenarkan melakukan tindakan ini`,
  },
  driverMayNot: {
    en: 'A user who is a driver reads and moves only the shipments and schedules assigned to that driver',
    ms: 'Pengguna yang merupakan pemandu hanya membaca dan menggerakkan penghantaran dan jadual yang ditugaskan kepadanya',
  },
  moduleDisabled: {
    en: ({ module }: { module: string }) =>
      `The module ${module} is disabled for this business; an administrator can enable it again`,
    ms: ({ module }) =>
      `Modul ${module} telah dinyahaktifkan bagi perniagaan ini; pentadbir boleh mengaktifkannya semula`,
  },
  keyUnreadable: {
    en: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
    ms: 'Idempotency-Key mestilah 1 hingga 255 aksara ASCII yang boleh dilihat',
  },
  bodyNotJson: {
    en: ({ type }: { type: string }) => `The body must be JSON (Content-Type: application/json), not ${type}`,
    ms: ({ type }) => `Kandungan permintaan mestilah JSON (Content-Type: application/json), bukan ${type}`,
  },
  bodyNotObject: {
    en: 'The body must be a JSON object',
    ms: 'Kandungan permintaan mestilah objek JSON',
  },
  bodyMalformed: {
    en: 'The body is not valid JSON',
    ms: 'Kandungan permintaan bukan JSON yang sah',
  },
  bodyEncoding: {
    en: 'The body must be UTF-8 JSON, uncompressed or compressed with gzip or deflate',
    ms: 'Kandungan permintaan mestilah JSON dalam UTF-8, dan hanya boleh dimampatkan dengan gzip atau deflate',
  },
  bodyCut: { en: 'The body was not sent completely', ms: 'Kandungan permintaan tidak dihantar sepenuhnya' },
  bodyUnreadable: { en: 'The body cannot be read', ms: 'Kandungan permintaan tidak dapat dibaca' },
  bodyTooLarge: {
    en: ({ most }: { most: number }) => `The body is larger than ${most} bytes`,
    ms: ({ most }) => `Kandungan permintaan melebihi ${most} bait`,
  },
  bodyTooDeep: {
    en: ({ most }: { most: number }) => `The body is nested deeper than ${most} levels`,
    ms: ({ most }) => `Kandungan permintaan bersarang melebihi ${most} aras`,
  },
  bodyTooMuch: {
    en: ({ most }: { most: number }) =>
      `The body contains more than ${most} values (keys and elements over all levels)`,
    ms: ({ most }) => `Kandungan permintaan mengandungi lebih daripada ${most} nilai (kunci dan unsur pada semua aras)`,
  },
  listTooLong: {
    en: ({ field, most }: { field: string; most: number }) => `${field} contains more than ${most} items`,
    ms: ({ field, most }) => `${field} mengandungi lebih daripada ${most} item`,
  },
  unstorable: {
    en: ({ field }: { field: string }) => `${field} must not contain NUL characters or broken surrogate pairs`,
    ms: ({ field }) => `${field} tidak boleh mengandungi aksara NUL atau pasangan surrogate yang tidak lengkap`,
  },
  responsesNotReceived: {
    en: 'Too many answers to this business have not been received yet; receive them first',
    ms: 'Terlalu banyak jawapan kepada perniagaan ini belum diterima; terima jawapan itu dahulu',
  },
  tooManyLargeBodies: {
    en: 'Too many large requests of this business are being worked on; send them one after another',
    ms: 'Terlalu banyak permintaan besar daripada perniagaan ini sedang diproses; hantar satu demi satu',
  },
  bodyMemoryExceeded: {
    en: 'Too many large requests are on their way; send this one again',
    ms: 'Terlalu banyak permintaan besar sedang dihantar; hantar yang ini sekali lagi',
  },
  tooManyDocuments: {
    en: 'Too many documents are being generated at the moment',
    ms: 'Terlalu banyak dokumen sedang dicetak pada masa ini',
  },
  otherDocumentsTooLong: {
    en: 'The document had to wait too long for others',
    ms: 'Dokumen lain mengambil masa terlalu lama',
  },
  outOfFiles: {
    en: 'Too many files and connections are open at the moment; try again',
    ms: 'Terlalu banyak fail dan sambungan sedang dibuka pada masa ini; cuba lagi',
  },
  documentTooLong: {
    en: 'This document takes too long to generate',
    ms: 'Dokumen ini mengambil masa terlalu lama untuk dijana',
  },
});
