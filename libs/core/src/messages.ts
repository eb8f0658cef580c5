import { messagesOf, nounsOf, type Words } from '@usaha/shared';

export const nouns = nounsOf({
  tenant: { en: 'tenant', ms: 'perniagaan' },
  user: { en: 'user', ms: 'pengguna' },
  session: { en: 'session', ms: 'sesi' },
  api_key: { en: 'API key', ms: 'kunci API' },
  driver: { en: 'driver', ms: 'pemandu' },
  payment: { en: 'payment', ms: 'bayaran' },
  payment_request: { en: 'payment request', ms: 'permintaan bayaran' },
  payment_attempt: { en: 'payment attempt', ms: 'cubaan bayaran' },
  payment_request_refund: { en: 'payment request refund', ms: 'bayaran balik permintaan bayaran' },
  payment_difference: { en: 'payment difference', ms: 'perbezaan bayaran' },
  payment_method: { en: 'payment method', ms: 'cara bayaran' },
  refund: { en: 'refund', ms: 'bayaran balik' },
  module: { en: 'module', ms: 'modul' },
  subscription: { en: 'subscription', ms: 'langganan' },
  import: { en: 'import', ms: 'import' },
  calendar: { en: 'calendar', ms: 'kalendar' },
  mfa_factor: { en: 'second factor', ms: 'faktor kedua' },
  daily_closing: { en: 'daily closing', ms: 'penutupan harian' },
  invitation: { en: 'invitation', ms: 'jemputan' },
  webhook: { en: 'webhook', ms: 'webhook' },
  webhook_delivery: { en: 'delivery', ms: 'penghantaran' },
  payment_account: { en: 'payment account', ms: 'akaun pembayaran' },
  account_policy: { en: 'account policy', ms: 'dasar akaun' },
  event: { en: 'event', ms: 'peristiwa' },
  file: { en: 'file', ms: 'fail' },
  message: { en: 'message', ms: 'mesej' },
  message_settings: { en: 'message settings', ms: 'tetapan mesej' },
  message_account: { en: 'message account', ms: 'akaun mesej' },
  message_template: { en: 'message template', ms: 'templat mesej' },
  einvoice: { en: 'e-invoice', ms: 'e-invois' },
  einvoice_page: { en: 'page of a document for e-invoices', ms: 'halaman dokumen untuk e-invois' },
  einvoice_text: { en: 'text of the e-invoice', ms: 'teks e-invois' },
  einvoice_buyer: { en: 'e-invoice buyer', ms: 'pembeli e-invois' },
  einvoice_simulator: { en: 'e-invoice simulator', ms: 'simulator e-invois' },
  simulator_document: { en: 'document of the simulator', ms: 'dokumen simulator' },
  einvoice_settings: { en: 'e-invoice settings', ms: 'tetapan e-invois' },
  duitnow_qr: { en: 'DuitNow QR', ms: 'DuitNow QR' },
  tenant_export: { en: 'tenant export', ms: 'eksport perniagaan' },
});

/** Of payments and subscriptions, as messages say them. */
export const statusWords = {
  pending: { en: 'pending', ms: 'belum selesai' },
  completed: { en: 'completed', ms: 'selesai' },
  failed: { en: 'failed', ms: 'gagal' },
  refunded: { en: 'refunded', ms: 'sudah dibayar balik' },
  active: { en: 'active', ms: 'aktif' },
  cancelled: { en: 'cancelled', ms: 'dibatalkan' },
  expired: { en: 'expired', ms: 'tamat tempoh' },
} satisfies Record<string, Words>;

/** Of tenants, modules and subscriptions. */
export const messages = messagesOf({
  dayNotBegun: {
    en: ({ date }: { date: string }) => `date ${date} has not begun (UTC+8); count the cash of a day once it has`,
    ms: ({ date }) => `date ${date} belum bermula (UTC+8); kira tunai bagi hari yang sudah bermula`,
  },
  tooManyTenants: {
    en: ({ most }: { most: number }) => `An account may have at most ${most} tenants`,
    ms: ({ most }) => `Satu akaun boleh mempunyai paling banyak ${most} perniagaan`,
  },
  tenantJustTaken: {
    en: 'Another request has just assigned a tenant to this account; repeat this request',
    ms: 'Akaun ini baru sahaja mendapat perniagaan melalui permintaan lain; hantar permintaan ini sekali lagi',
  },
  operatorTenantStays: {
    en: "The operator's own tenant cannot be suspended or deleted",
    ms: 'Perniagaan milik pengendali platform tidak boleh digantung atau dipadamkan',
  },
  suspendedByOperator: {
    en: 'The operator suspended this tenant; only the operator can reactivate it',
    ms: 'Perniagaan ini digantung oleh pengendali platform; hanya pengendali boleh mengaktifkannya semula',
  },
  tenantInUse: {
    en: 'Only a suspended or deleted tenant can be purged',
    ms: 'Hanya perniagaan yang digantung atau dipadamkan boleh dihapuskan datanya',
  },
  tenantNotLoaded: {
    en: ({ obstacle }: { obstacle: string }) => `The tenant cannot be loaded: ${obstacle}`,
    ms: ({ obstacle }) => `Perniagaan ini tidak boleh dimuatkan: ${obstacle}`,
  },
  tenantChangedMeanwhile: {
    en: 'The tenant was changed meanwhile; look at it again',
    ms: 'Perniagaan ini telah diubah; semak semula',
  },
  noTenantCalled: {
    en: ({ tenant }: { tenant: string }) => `There is no tenant ${tenant}`,
    ms: ({ tenant }) => `Tiada perniagaan bernama ${tenant}`,
  },
  notYourBusiness: {
    en: ({ field }: { field: string }) => `${field} is not the id of your own business`,
    ms: ({ field }) => `${field} bukan id perniagaan anda`,
  },
  noSuchModule: {
    en: ({ field, name }: { field: string; name: string }) => `${field} names a module that does not exist: ${name}`,
    ms: ({ field, name }) => `${field} menamakan modul yang tidak wujud: ${name}`,
  },
  notRegisteredForSst: {
    en: 'Only a business that is registered for SST may charge it (Sales Tax Act 2018, Service Tax Act 2018). This one has no sst_registration_number in its settings: set configuration.retail.default_tax_rate to 0 by POST /api/v1/modules/retail/enable/, or state the number by PUT settings',
    ms: 'Hanya perniagaan yang berdaftar untuk SST boleh mengenakannya (Akta Cukai Jualan 2018, Akta Cukai Perkhidmatan 2018). Perniagaan ini tiada sst_registration_number dalam tetapannya: tetapkan configuration.retail.default_tax_rate kepada 0 melalui POST /api/v1/modules/retail/enable/, atau nyatakan nombor itu melalui PUT settings',
  },
  unknownSetting: {
    en: ({ key }: { key: string }) => `${key} is no setting of this module: it is stored and has no effect`,
    ms: ({ key }) => `${key} bukan tetapan modul ini: ia disimpan tetapi tidak berkesan`,
  },
  unknownSettingNear: {
    en: ({ key, nearest }: { key: string; nearest: string }) =>
      `${key} is no setting of this module and has no effect; did you mean ${nearest}?`,
    ms: ({ key, nearest }) => `${key} bukan tetapan modul ini dan tidak berkesan; adakah anda maksudkan ${nearest}?`,
  },
  settingNotTaken: {
    en: ({ key }: { key: string }) => `${key} is of another type or out of its range: it counts as not set`,
    ms: ({ key }) => `Jenis atau nilai ${key} tidak sesuai: ia dikira tidak ditetapkan`,
  },
  settingsOfAnother: {
    en: ({ key, module }: { key: string; module: string }) =>
      `${key} holds settings of another module than ${module}: enable ${key} to set them`,
    ms: ({ key, module }) => `${key} ialah tetapan modul lain daripada ${module}: aktifkan ${key} untuk menetapkannya`,
  },
  subscriptionNotActive: {
    en: ({ status }: { status: Words }) =>
      `This subscription is ${status.en} already; only an active one can be cancelled`,
    ms: ({ status }) => `Status langganan ini ialah ${status.ms}; hanya langganan yang aktif boleh dibatalkan`,
  },
  subscriptionEnded: {
    en: ({ status }: { status: Words }) =>
      `This subscription is ${status.en}: neither its plan nor its billing cycle can be changed`,
    ms: ({ status }) => `Status langganan ini ialah ${status.ms}: pelan dan kitaran bilnya tidak boleh diubah`,
  },
  subscriptionCancelled: {
    en: 'This subscription is cancelled: no payment can be made for it',
    ms: 'Langganan ini telah dibatalkan: tiada bayaran yang perlu dibuat',
  },
  subscriptionPaidForAll: {
    en: 'This subscription was bought once and for all, and is paid: no further payment can be made for it',
    ms: 'Langganan ini dibeli sekali untuk selama-lamanya dan telah dibayar: tiada bayaran lanjut boleh dibuat',
  },
  otherCurrency: {
    en: ({ currency }: { currency: string }) => `currency must be that of the subscription, ${currency}`,
    ms: ({ currency }) => `currency mestilah mata wang langganan, iaitu ${currency}`,
  },
});
