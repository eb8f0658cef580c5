import { messagesOf, nounsOf, type Words } from '@usaha/shared';
import type { DocumentWarning } from './warning/warning-codes.js';

export const nouns = nounsOf({
  shipment: { en: 'shipment', ms: 'penghantaran' },
  shipment_event: { en: 'entry of a shipment', ms: 'catatan penghantaran' },
  vehicle: { en: 'vehicle', ms: 'kenderaan' },
  driver: { en: 'driver', ms: 'pemandu' },
  route: { en: 'route', ms: 'laluan' },
  delivery_schedule: { en: 'delivery schedule', ms: 'jadual penghantaran' },
  assignment: { en: 'assignment of a vehicle', ms: 'penugasan kenderaan' },
  proof: { en: 'proof of delivery', ms: 'bukti penghantaran' },
  freight_invoice: { en: 'freight invoice', ms: 'invois pengangkutan' },
  freight_credit_note: { en: 'credit note of a freight invoice', ms: 'nota kredit invois pengangkutan' },
  cod_sender: { en: 'sender of cash on delivery', ms: 'pengirim bayaran semasa terima' },
  cod_remittance: { en: 'remittance of a driver', ms: 'serahan wang pemandu' },
  cod_payout: { en: 'payout to a sender', ms: 'bayaran kepada pengirim' },
});

const warningWords: Readonly<Record<DocumentWarning, Words>> = {
  license_expired: { en: "the driver's licence has expired", ms: 'lesen pemandu telah tamat tempoh' },
  psv_expired: { en: "the driver's PSV licence has expired", ms: 'lesen PSV pemandu telah tamat tempoh' },
  medical_expired: {
    en: "the driver's medical check-up has expired",
    ms: 'pemeriksaan perubatan pemandu telah tamat tempoh',
  },
  road_tax_expired: { en: "the vehicle's road tax has expired", ms: 'cukai jalan kenderaan telah tamat tempoh' },
  insurance_expired: { en: "the vehicle's insurance has expired", ms: 'insurans kenderaan telah tamat tempoh' },
  inspection_expired: { en: "the vehicle's inspection has expired", ms: 'pemeriksaan kenderaan telah tamat tempoh' },
  inspection_agency_expired: {
    en: "the vehicle's inspection by the agency has expired",
    ms: 'pemeriksaan kenderaan oleh agensi telah tamat tempoh',
  },
  driver_not_active: { en: 'the driver is not active', ms: 'pemandu tidak aktif' },
  vehicle_not_active: { en: 'the vehicle is not active', ms: 'kenderaan tidak aktif' },
};

/** What a driver or a vehicle is booked for already. */
interface Taken {
  name: string;
  date: string;
  time: string;
}

interface Blocked {
  blockers: readonly DocumentWarning[];
}

export const messages = messagesOf({
  payByManagers: {
    en: ({ fields }: { fields: readonly string[] }) =>
      `Only an administrator or manager may change ${fields.join(', ')}`,
    ms: ({ fields }) => `Hanya pentadbir atau pengurus boleh mengubah ${fields.join(', ')}`,
  },
  linksUnavailable: {
    en: 'Links lead nowhere: the operator has set no PUBLIC_URL',
    ms: 'Pautan tidak boleh dibuat: pengendali belum menetapkan PUBLIC_URL',
  },
  maskedNumber: {
    en: ({ field }: { field: string }) => `${field} must be a whole number, without masked characters`,
    ms: ({ field }) => `${field} mestilah nombor penuh tanpa aksara yang disembunyikan`,
  },
  beyondOwnDeliveries: {
    en: ({ fields }: { fields: readonly string[] }) => `A user who is a driver may not change ${fields.join(', ')}`,
    ms: ({ fields }) => `Pengguna yang merupakan pemandu tidak boleh mengubah ${fields.join(', ')}`,
  },
  documentsNotValid: {
    en: ({ blockers }: Blocked) =>
      `Valid documents are required here: ${blockers.map((code) => warningWords[code].en).join('; ')}`,
    ms: ({ blockers }) => `Dokumen yang sah diperlukan: ${blockers.map((code) => warningWords[code].ms).join('; ')}`,
  },
  vehicleRetired: {
    en: ({ registration_number }: { registration_number: string }) =>
      `Vehicle ${registration_number} is retired and cannot be assigned to a driver`,
    ms: ({ registration_number }) =>
      `Kenderaan ${registration_number} telah dilupuskan dan tidak boleh ditugaskan kepada pemandu`,
  },
  coordinateAlone: {
    en: ({ field }: { field: string }) => `${field} must have latitude and longitude together, or neither`,
    ms: ({ field }) => `${field} mesti mempunyai latitude dan longitude bersama-sama, atau tiada langsung`,
  },
  scanTooLarge: {
    en: ({ most, count }: { most: number; count: number }) =>
      `tracking_numbers must hold 1 to ${most} tracking numbers, not ${count}`,
    ms: ({ most, count }) => `tracking_numbers mesti mengandungi 1 hingga ${most} nombor penjejakan, bukan ${count}`,
  },
  labelCount: {
    en: ({ most, count }: { most: number; count: number }) => `ids must name 1 to ${most} shipments, not ${count}`,
    ms: ({ most, count }) => `ids mesti menamakan 1 hingga ${most} penghantaran, bukan ${count}`,
  },
  mileageBelow: {
    en: ({ mileage, before }: { mileage: number; before: number }) =>
      `mileage must be at least ${before}, as it was at or before that time, not ${mileage}`,
    ms: ({ mileage, before }) =>
      `mileage mestilah sekurang-kurangnya ${before}, seperti pada atau sebelum masa itu, bukan ${mileage}`,
  },
  driverBusy: {
    en: ({ name, date, time }: Taken) =>
      `Driver ${name} has another delivery on ${date} at ${time}; choose another time`,
    ms: ({ name, date, time }) =>
      `Pemandu ${name} mempunyai penghantaran lain pada ${date} jam ${time}; pilih masa lain`,
  },
  vehicleBusy: {
    en: ({ name, date, time }: Taken) =>
      `Vehicle ${name} is on another delivery on ${date} at ${time}; choose another time`,
    ms: ({ name, date, time }) =>
      `Kenderaan ${name} digunakan untuk penghantaran lain pada ${date} jam ${time}; pilih masa lain`,
  },
  chargesForCashOnDelivery: {
    en: 'charges must be sent for cash on delivery: payment_amount is collected for the sender',
    ms: 'charges mesti dihantar bagi bayaran semasa terima: payment_amount dikutip untuk pengirim',
  },
  chargesWithoutAmount: {
    en: 'charges must be sent for a shipment without payment_amount',
    ms: 'charges mesti dihantar bagi penghantaran tanpa payment_amount',
  },
  tooManyWaypoints: {
    en: ({ most }: { most: number }) => `A route has at most ${most} waypoints`,
    ms: ({ most }) => `Laluan mempunyai paling banyak ${most} titik laluan`,
  },
  tooManyStops: {
    en: ({ stops, most }: { stops: number; most: number }) =>
      `Shipments and waypoints are ${stops} stops; at most ${most} can be put in order`,
    ms: ({ stops, most }) =>
      `Penghantaran dan titik laluan berjumlah ${stops} perhentian; paling banyak ${most} boleh disusun`,
  },
  tooManyOptimizations: {
    en: 'Too many optimisations are being worked out at the moment',
    ms: 'Terlalu banyak pengoptimuman sedang dikira pada masa ini',
  },
  pictureTooLarge: {
    en: ({ field, most }: { field: string; most: number }) => `${field} must be a file of at most ${most} bytes`,
    ms: ({ field, most }) => `${field} mestilah fail tidak melebihi ${most} bait`,
  },
  pictureNoBase64: {
    en: ({ field }: { field: string }) => `${field} must be a file in base64 (RFC 4648, section 4), with its padding`,
    ms: ({ field }) => `${field} mestilah fail dalam base64 (RFC 4648, seksyen 4), dengan pelapiknya`,
  },
  pictureUnreadable: {
    en: ({ field }: { field: string }) => `${field} must be a whole picture, PNG or JPEG`,
    ms: ({ field }) => `${field} mestilah gambar yang lengkap, PNG atau JPEG`,
  },
  picturesTooMany: {
    en: ({ most }: { most: number }) => `pictures and picture_ids together may be at most ${most}`,
    ms: ({ most }) => `pictures dan picture_ids bersama tidak boleh melebihi ${most}`,
  },
  alreadyProven: {
    en: 'This shipment has a proof of delivery already',
    ms: 'Penghantaran ini telah mempunyai bukti penghantaran',
  },
  collectedMissing: {
    en: ({ expected }: { expected: string }) =>
      `collected_amount must be given: RM ${expected} is to be collected on delivery`,
    ms: ({ expected }) => `collected_amount mesti diberikan: RM ${expected} perlu dikutip semasa penghantaran`,
  },
  collectedOtherwise: {
    en: ({ expected, collected }: { expected: string; collected: string }) =>
      `collected_amount must be ${expected}, as payment_amount is, or that rounded to 5 sen, not ${collected}; otherwise say why in difference_reason`,
    ms: ({ expected, collected }) =>
      `collected_amount mestilah ${expected}, sama seperti payment_amount, atau dibundarkan kepada 5 sen, bukan ${collected}; jika tidak, nyatakan sebabnya dalam difference_reason`,
  },
  nothingToCollect: {
    en: 'collected_amount is for shipments that are paid on delivery (cod true, or a payment_method that names it) only',
    ms: 'collected_amount hanya untuk penghantaran yang dibayar semasa terima (cod true, atau payment_method yang menyebutnya)',
  },
  otherCharges: {
    en: ({ number }: { number: string }) =>
      `Invoice ${number} was issued for other charges; cancel it, or credit a part of it`,
    ms: ({ number }) => `Invois ${number} telah dikeluarkan untuk caj lain; batalkannya, atau kreditkan sebahagiannya`,
  },
  invoiceCancelled: {
    en: ({ number }: { number: string }) => `Invoice ${number} is cancelled`,
    ms: ({ number }) => `Invois ${number} telah dibatalkan`,
  },
  invoicePaid: {
    en: ({ number }: { number: string }) => `Nothing of invoice ${number} remains to be paid`,
    ms: ({ number }) => `Tiada baki yang perlu dibayar bagi invois ${number}`,
  },
  paymentBeyondRest: {
    en: ({ amount, rest }: { amount: string; rest: string }) =>
      `amount ${amount} is more than what remains to be paid, ${rest}`,
    ms: ({ amount, rest }) => `amount ${amount} melebihi baki yang perlu dibayar, ${rest}`,
  },
  invoiceCredited: {
    en: ({ number }: { number: string }) => `Nothing of invoice ${number} is left to credit`,
    ms: ({ number }) => `Tiada lagi baki invois ${number} untuk dikreditkan`,
  },
  creditTwice: {
    en: 'Either lines or amount can be credited, not both',
    ms: 'Sama ada lines atau amount boleh dikreditkan, bukan kedua-duanya',
  },
  creditOfNothing: {
    en: 'lines or amount must say how much is credited',
    ms: 'lines atau amount mesti menyatakan jumlah yang dikreditkan',
  },
  creditLineUnknown: {
    en: ({ line, last }: { line: number; last: number }) => `line must be from 0 to ${last}, not ${line}`,
    ms: ({ line, last }) => `line mestilah dari 0 hingga ${last}, bukan ${line}`,
  },
  creditLineTwice: {
    en: ({ line }: { line: number }) => `line ${line} is named twice`,
    ms: ({ line }) => `line ${line} dinamakan dua kali`,
  },
  creditBeyondRest: {
    en: ({ amount, rest }: { amount: string; rest: string }) =>
      `amount must be at most ${rest}, which is left, not ${amount}`,
    ms: ({ amount, rest }) => `amount mestilah tidak melebihi ${rest} yang masih berbaki, bukan ${amount}`,
  },
  entryVoid: {
    en: ({ at }: { at: Date }) => `It was made void at ${at.toISOString()} already`,
    ms: ({ at }) => `Ia telah dibatalkan pada ${at.toISOString()}`,
  },
  dayNotCome: {
    en: ({ date }: { date: string }) => `date ${date} has not come (UTC+8); record the money once it changed hands`,
    ms: ({ date }) => `date ${date} belum tiba (UTC+8); rekodkan wang selepas ia bertukar tangan`,
  },
  noNoteOfErased: {
    en: 'note must be empty: the data of this driver were erased',
    ms: 'note mestilah kosong: data pemandu ini telah dipadamkan',
  },
  senderForgotten: {
    en: 'The name of this sender is not kept any more: a void payout would be owed to an unknown sender',
    ms: 'Nama pengirim ini tidak lagi disimpan: bayaran yang dibatalkan akan terhutang kepada pengirim yang tidak diketahui',
  },
  nothingOwed: {
    en: 'Nothing is owed to this sender',
    ms: 'Tiada wang yang terhutang kepada pengirim ini',
  },
  moreThanOwed: {
    en: ({ amount, owed }: { amount: string; owed: string }) =>
      `amount must be at most ${owed}, which is owed to this sender, not ${amount}`,
    ms: ({ amount, owed }) =>
      `amount mestilah tidak melebihi ${owed} yang terhutang kepada pengirim ini, bukan ${amount}`,
  },
  optimizationTooLong: {
    en: 'This optimisation takes too long',
    ms: 'Pengoptimuman ini mengambil masa terlalu lama',
  },
});
