import { messagesOf } from '@usaha/shared';

type OfField = { field: string };

/** What e-invoices refuse, and what a business has to set before it sends any. */
export const messages = messagesOf({
  noTin: {
    en: ({ field }: OfField) => `${field} must be a tax identification number, such as IG123456789 or C2584563200`,
    ms: ({ field }) => `${field} mestilah nombor pengenalan cukai, seperti IG123456789 atau C2584563200`,
  },
  noIdentityCard: {
    en: ({ field }: OfField) => `${field} must have the 12 digits of an identity card`,
    ms: ({ field }) => `${field} mestilah 12 digit nombor kad pengenalan`,
  },
  noIdValue: {
    en: ({ field }: OfField) => `${field} must have 3 to 20 letters, digits and hyphens`,
    ms: ({ field }) => `${field} mestilah 3 hingga 20 huruf, digit dan sengkang`,
  },
  noPhone: {
    en: ({ field }: OfField) => `${field} must be a telephone number of 8 to 20 digits`,
    ms: ({ field }) => `${field} mestilah nombor telefon 8 hingga 20 digit`,
  },
  noSstNumber: {
    en: ({ field }: OfField) =>
      `${field} must be one SST number, or two with a semicolon between, at most 35 characters`,
    ms: ({ field }) =>
      `${field} mestilah satu nombor SST, atau dua yang dipisahkan koma bertitik, paling banyak 35 aksara`,
  },
  noTtxNumber: {
    en: ({ field }: OfField) => `${field} must be a tourism tax number of at most 17 characters`,
    ms: ({ field }) => `${field} mestilah nombor cukai pelancongan, paling banyak 17 aksara`,
  },
  noCountry: {
    en: ({ field }: OfField) => `${field} must be a country by its three letters, such as MYS`,
    ms: ({ field }) => `${field} mestilah kod negara tiga huruf, seperti MYS`,
  },
  noPostcode: {
    en: ({ field }: OfField) => `${field} must have 5 digits in Malaysia`,
    ms: ({ field }) => `${field} mestilah 5 digit di Malaysia`,
  },
  noState: {
    en: ({ field }: OfField) => `${field} must be a state of Malaysia, by its name or its code`,
    ms: ({ field }) => `${field} mestilah negeri di Malaysia, dengan nama atau kodnya`,
  },
  stateAbroadOnly: {
    en: ({ field }: OfField) => `${field} 17 is for addresses outside Malaysia`,
    ms: ({ field }) => `${field} 17 hanya untuk alamat di luar Malaysia`,
  },
  noMsic: {
    en: ({ field }: OfField) => `${field} must be a code of the MSIC list, five digits`,
    ms: ({ field }) => `${field} mestilah kod dalam senarai MSIC, lima digit`,
  },
  idNeedsType: {
    en: ({ field }: OfField) => `${field} is required together with id_value`,
    ms: ({ field }) => `${field} diperlukan bersama id_value`,
  },
  noModule: {
    en: ({ field }: OfField) => `${field} must have industry modules as keys`,
    ms: ({ field }) => `${field} mestilah mempunyai modul industri sebagai kunci`,
  },
  noClassification: {
    en: ({ field }: OfField) => `${field} must be a classification code of MyInvois, such as 022`,
    ms: ({ field }) => `${field} mestilah kod klasifikasi MyInvois, seperti 022`,
  },
  tooManyCategories: {
    en: ({ field, most }: OfField & { most: number }) => `${field} must have at most ${most} categories`,
    ms: ({ field, most }) => `${field} mestilah paling banyak ${most} kategori`,
  },
  noTaxType: {
    en: ({ field }: OfField) => `${field} must be a tax type of MyInvois: 01 to 06, or E`,
    ms: ({ field }) => `${field} mestilah jenis cukai MyInvois: 01 hingga 06, atau E`,
  },
  noSimulator: {
    en: ({ field }: OfField) => `${field} must be sandbox or production: this installation has no simulator`,
    ms: ({ field }) => `${field} mestilah sandbox atau production: pemasangan ini tiada simulator`,
  },
  notReady: {
    en: 'E-invoices cannot be enabled in this environment yet: see the fields that are named',
    ms: 'E-invois belum boleh diaktifkan dalam persekitaran ini: lihat medan yang dinamakan',
  },
  sellerLacks: {
    en: ({ field }: OfField) => `E-invoices need ${field} of your business`,
    ms: ({ field }) => `E-invois memerlukan ${field} perniagaan anda`,
  },
  credentialsLack: {
    en: ({ field }: OfField) => `${field} is required: MyInvois issues it in its portal`,
    ms: ({ field }) => `${field} diperlukan: MyInvois mengeluarkannya di portalnya`,
  },
  credentialsRefused: {
    en: 'MyInvois refuses the credentials: nothing is sent for an hour, or until the settings change',
    ms: 'MyInvois menolak kelayakan itu: tiada apa-apa dihantar selama sejam, atau sehingga tetapan berubah',
  },
  submissionForbidden: {
    en: 'MyInvois does not let these credentials submit: nothing is sent for an hour, or until the settings change',
    ms: 'MyInvois tidak membenarkan kelayakan ini menghantar: tiada apa-apa dihantar selama sejam, atau sehingga tetapan berubah',
  },
  noIntermediary: {
    en: 'The operator of this installation is no intermediary at MyInvois: credentials must be own',
    ms: 'Pengendali pemasangan ini bukan perantara di MyInvois: credentials mestilah own',
  },
  idTypeNeedsValue: {
    en: ({ field }: OfField) => `${field} is required together with id_type`,
    ms: ({ field }) => `${field} diperlukan bersama id_type`,
  },
  buyerNeedsTin: {
    en: 'tin is required, or id_type and id_value of an identity card, passport or army card',
    ms: 'tin diperlukan, atau id_type dan id_value bagi kad pengenalan, pasport atau kad tentera',
  },
  businessNeedsBoth: {
    en: ({ field }: OfField) => `${field} is required: a business has both a TIN and a registration number`,
    ms: ({ field }) => `${field} diperlukan: perniagaan mempunyai TIN dan nombor pendaftaran`,
  },
  noCertificate: {
    en: ({ field }: OfField) => `${field} must be a certificate in PEM`,
    ms: ({ field }) => `${field} mestilah sijil dalam format PEM`,
  },
  noPrivateKey: {
    en: ({ field }: OfField) =>
      `${field} must be a private key in PEM (PKCS #8), with its passphrase where it is encrypted`,
    ms: ({ field }) =>
      `${field} mestilah kunci peribadi dalam format PEM (PKCS #8), dengan frasa laluannya jika disulitkan`,
  },
  certificateNotRsa: {
    en: ({ field }: OfField) => `${field} must have an RSA key of at least 2048 bits`,
    ms: ({ field }) => `${field} mestilah mempunyai kunci RSA sekurang-kurangnya 2048 bit`,
  },
  noPair: {
    en: ({ field }: OfField) => `${field} is not the key of this certificate`,
    ms: ({ field }) => `${field} bukan kunci bagi sijil ini`,
  },
  certificateNotInForce: {
    en: ({ field }: OfField) => `${field} is not in force now`,
    ms: ({ field }) => `${field} tidak berkuat kuasa sekarang`,
  },
  certificateWithoutNumber: {
    en: ({ field }: OfField) => `${field} must have a serialNumber in its subject`,
    ms: ({ field }) => `${field} mestilah mempunyai serialNumber dalam subjeknya`,
  },
  certificateOfAnother: {
    en: ({ field }: OfField) => `${field} must have the TIN of your business as organizationIdentifier`,
    ms: ({ field }) => `${field} mestilah mempunyai TIN perniagaan anda sebagai organizationIdentifier`,
  },
  outcomeUnknown: {
    en: 'It is not known whether MyInvois has received the e-invoice; look there before it is sent again',
    ms: 'Tidak diketahui sama ada MyInvois telah menerima e-invois ini; semak di sana sebelum dihantar semula',
  },
  certificateOver: {
    en: 'The certificate of your business has expired',
    ms: 'Sijil perniagaan anda telah tamat tempoh',
  },
  tinOfAnother: {
    en: 'The certificate of your business has another TIN than tin',
    ms: 'Sijil perniagaan anda mempunyai TIN yang berbeza daripada tin',
  },
  noMonth: { en: 'month must be YYYY-MM', ms: 'month mestilah YYYY-MM' },
  monthNotOver: {
    en: 'month must be over',
    ms: 'month mestilah bulan yang telah tamat',
  },
  einvoicesOff: {
    en: 'E-invoices are off: enable them in the settings',
    ms: 'E-invois tidak aktif: aktifkannya dalam tetapan',
  },
  openDocuments: {
    en: ({ count }: { count: number }) =>
      `environment cannot be changed: ${count} e-invoices wait or are under way in the present one`,
    ms: ({ count }) => `environment tidak boleh diubah: ${count} e-invois menunggu atau sedang dihantar sekarang`,
  },
  noSource: {
    en: 'source must be a document of your business that is sold: a sale, bill, invoice, visit, package or freight invoice',
    ms: 'source mestilah dokumen jualan perniagaan anda: jualan, bil, invois, lawatan, pakej atau invois fret',
  },
  sourceEmpty: {
    en: 'source has a total of 0, or is cancelled: no e-invoice is issued for it',
    ms: 'source berjumlah 0 atau telah dibatalkan: tiada e-invois dikeluarkan untuknya',
  },
  buyerUnknown: {
    en: 'buyer is required: the document is of no person with a buyer',
    ms: 'buyer diperlukan: dokumen itu bukan milik orang yang mempunyai pembeli',
  },
  oneBuyer: {
    en: 'buyer_id must be absent where there is a buyer',
    ms: 'buyer_id tidak boleh dihantar bersama buyer',
  },
  mustConfirm: {
    en: 'confirm must be true: the service may have this e-invoice, and would have it twice',
    ms: 'confirm mestilah true: perkhidmatan mungkin telah menerima e-invois ini, dan akan menerimanya dua kali',
  },
  windowOver: {
    en: 'The e-invoice was validated more than 72 hours ago: it cannot be cancelled any more',
    ms: 'E-invois itu telah disahkan lebih 72 jam lalu: ia tidak boleh dibatalkan lagi',
  },
  activeNotes: {
    en: 'There are notes about the e-invoice: cancel or discard them first',
    ms: 'Terdapat nota tentang e-invois itu: batalkan atau buangnya dahulu',
  },
  cancelPending: {
    en: 'The e-invoice is being cancelled: try again once its warning is gone',
    ms: 'E-invois itu sedang dibatalkan: cuba lagi setelah amarannya tiada',
  },
  noteExceeds: {
    en: 'Notes have left less of the e-invoice: cancel or discard one of them, or this one',
    ms: 'Nota lain meninggalkan baki yang kurang: batalkan atau buang salah satunya, atau nota ini',
  },
  sourceGone: {
    en: 'The document that the note is made of is not there any more: discard the note',
    ms: 'Dokumen bagi nota itu sudah tiada: buang nota itu',
  },
  notNotable: {
    en: 'Notes are written about valid e-invoices that are no notes',
    ms: 'Nota ditulis tentang e-invois yang sah dan bukan nota',
  },
  nothingLeft: {
    en: 'Notes and refunds have left nothing of the e-invoice',
    ms: 'Nota dan bayaran balik tidak meninggalkan baki e-invois itu',
  },
  noteLineUnknown: {
    en: ({ line, last }: { line: number; last: number }) => `There is no line ${line}: the last one is ${last}`,
    ms: ({ line, last }) => `Tiada baris ${line}: baris terakhir ialah ${last}`,
  },
  noteLineTwice: {
    en: ({ line }: { line: number }) => `Line ${line} is named twice`,
    ms: ({ line }) => `Baris ${line} dinamakan dua kali`,
  },
  noteBeyondLeft: {
    en: ({ amount, most }: { amount: number; most: number }) =>
      `${amount.toFixed(2)} is more than notes and refunds left of the line: ${most.toFixed(2)}`,
    ms: ({ amount, most }) =>
      `${amount.toFixed(2)} melebihi baki baris selepas nota dan bayaran balik: ${most.toFixed(2)}`,
  },
  released: {
    en: 'The document of the e-invoice was given free by notes of the whole: they stay',
    ms: 'Dokumen e-invois itu telah dilepaskan oleh nota keseluruhannya: nota itu kekal',
  },
  notCancelled: {
    en: 'MyInvois does not cancel the e-invoice',
    ms: 'MyInvois tidak membatalkan e-invois itu',
  },
  otherEnvironment: {
    en: 'The e-invoice is of another environment than that of the settings',
    ms: 'E-invois itu daripada persekitaran yang lain daripada tetapan',
  },
  alreadyInvoiced: {
    en: 'The document has a separate e-invoice',
    ms: 'Dokumen itu mempunyai e-invois tersendiri',
  },
  alreadyConsolidated: {
    en: 'The document is in a consolidated e-invoice',
    ms: 'Dokumen itu berada dalam e-invois disatukan',
  },
  notSimulated: {
    en: 'Your e-invoices do not go to the simulator: environment must be simulator',
    ms: 'E-invois anda tidak dihantar kepada simulator: environment mestilah simulator',
  },
  faultOfSubmissions: {
    en: ({ field }: OfField) => `${field} reject and invalid are of call submit alone`,
    ms: ({ field }) => `${field} reject dan invalid hanya untuk call submit`,
  },
  tooManyTinChecks: {
    en: ({ most }: { most: number }) => `At most ${most} TINs are checked in a minute; try again later`,
    ms: ({ most }) => `Paling banyak ${most} TIN disemak dalam satu minit; cuba lagi kemudian`,
  },
  tooManyRequests: {
    en: ({ most }: { most: number }) => `At most ${most} requests are taken in an hour; try again later`,
    ms: ({ most }) => `Paling banyak ${most} permintaan diterima dalam satu jam; cuba lagi kemudian`,
  },
  requestAsked: {
    en: 'An e-invoice has been asked for already',
    ms: 'E-invois telah pun diminta',
  },
  requestClosed: {
    en: 'An e-invoice can no longer be asked for; ask the business',
    ms: 'E-invois tidak boleh diminta lagi; hubungi perniagaan',
  },
});
