import { messagesOf, nounsOf, type Words } from '@usaha/shared';
import type { AppointmentStatus } from './appointment/appointment-lifecycle.js';
import type { PrescriptionStatus } from './prescription/prescription.entity.js';

export const nouns = nounsOf({
  patient: { en: 'patient', ms: 'pesakit' },
  appointment: { en: 'appointment', ms: 'temu janji' },
  medical_record: { en: 'medical record', ms: 'rekod perubatan' },
  prescription: { en: 'prescription', ms: 'preskripsi' },
  vaccination: { en: 'vaccination', ms: 'vaksinasi' },
  bill: { en: 'bill', ms: 'bil' },
  bill_payment: { en: 'payment', ms: 'bayaran' },
  credit_note: { en: 'credit note', ms: 'nota kredit' },
});

/** As they begin a line; within a sentence their first letter is small. */
export const appointmentStatusWords: Readonly<Record<AppointmentStatus, Words>> = {
  scheduled: { en: 'Scheduled', ms: 'Dijadualkan' },
  confirmed: { en: 'Confirmed', ms: 'Disahkan' },
  in_progress: { en: 'In progress', ms: 'Sedang berjalan' },
  completed: { en: 'Completed', ms: 'Selesai' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
  no_show: { en: 'No-show', ms: 'Tidak hadir' },
};

/** Types of appointments that are often named; they are chosen freely. */
export const appointmentTypeWords = {
  consultation: { en: 'Consultation', ms: 'Konsultasi' },
  follow_up: { en: 'Follow-up', ms: 'Rawatan susulan' },
  emergency: { en: 'Emergency', ms: 'Kecemasan' },
  check_up: { en: 'Check-up', ms: 'Pemeriksaan kesihatan' },
  vaccination: { en: 'Vaccination', ms: 'Vaksinasi' },
  immunisation: { en: 'Immunisation', ms: 'Imunisasi' },
  screening: { en: 'Screening', ms: 'Saringan' },
  procedure: { en: 'Procedure', ms: 'Prosedur' },
  antenatal: { en: 'Antenatal', ms: 'Antenatal' },
} satisfies Readonly<Record<string, Words>>;

export const appointmentVerbWords = {
  check_in: { en: 'check in', ms: 'daftar masuk' },
  start: { en: 'start', ms: 'mula' },
  complete: { en: 'complete', ms: 'selesaikan' },
  cancel: { en: 'cancel', ms: 'batalkan' },
} satisfies Record<string, Words>;

export const prescriptionStatusWords: Readonly<Record<PrescriptionStatus, Words>> = {
  active: { en: 'active', ms: 'aktif' },
  completed: { en: 'completed', ms: 'selesai' },
  expired: { en: 'expired', ms: 'tamat tempoh' },
};

/** What a bill says that is handed out. */
export const documentWords = {
  patient: { en: 'Patient', ms: 'Pesakit' },
  insurance: { en: 'Insurance', ms: 'Insurans' },
} satisfies Record<string, Words>;

/** A drug, and the class that it is of. */
interface DrugOfClass {
  allergy: string;
  drug: string;
  drug_class: Words;
}

export const messages = messagesOf({
  visitOfAnother: {
    en: 'appointment_id must name an appointment of the same patient',
    ms: 'appointment_id mesti merujuk kepada temu janji pesakit yang sama',
  },
  allergyWarning: {
    en: ({ allergy, medication }: { allergy: string; medication: string }) =>
      `The patient is allergic to ${allergy}, and this is a prescription of ${medication}`,
    ms: ({ allergy, medication }) => `Pesakit alah kepada ${allergy}, dan preskripsi ini ialah ${medication}`,
  },
  doctorBusy: {
    en: ({ doctor_id, date, time, minutes }: { doctor_id: string; date: string; time: string; minutes: number }) =>
      `Doctor ${doctor_id} has another appointment on ${date} at ${time} for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    ms: ({ doctor_id, date, time, minutes }) =>
      `Doktor ${doctor_id} mempunyai temu janji lain pada ${date} pukul ${time} selama ${minutes} minit`,
  },
  checkedInAlready: {
    en: ({ at }: { at: Date }) => `The patient of this appointment was checked in at ${at.toISOString()}`,
    ms: ({ at }) => `Pesakit bagi temu janji ini telah didaftarkan masuk pada ${at.toISOString()}`,
  },
  refillsBeyondAllowed: {
    en: ({ used, allowed }: { used: number; allowed: number }) =>
      `refills_used must not exceed refills_allowed: ${used} are more than ${allowed}`,
    ms: ({ used, allowed }) => `refills_used tidak boleh melebihi refills_allowed: ${used} lebih daripada ${allowed}`,
  },
  refillOnlyActive: {
    en: ({ status }: { status: Words }) =>
      `This prescription is ${status.en}: only an active prescription can be refilled`,
    ms: ({ status }) => `Status preskripsi ini ialah ${status.ms}: hanya preskripsi yang aktif boleh diisi semula`,
  },
  refillsUsed: {
    en: ({ allowed }: { allowed: number }) => `All ${allowed} refills of this prescription are used`,
    ms: ({ allowed }) => `Kesemua ${allowed} isian semula bagi preskripsi ini telah digunakan`,
  },
  vaccineUnnamed: {
    en: 'vaccine_name or vaccine_type must be given',
    ms: 'vaccine_name atau vaccine_type mesti diberikan',
  },
  doseBeyondLast: {
    en: ({ dose, total }: { dose: number; total: number }) =>
      `dose_number must not exceed total_doses: ${dose} is more than ${total}`,
    ms: ({ dose, total }) => `dose_number tidak boleh melebihi total_doses: ${dose} lebih daripada ${total}`,
  },
  amountTooSmall: {
    en: ({ amount }: { amount: number }) => `amount must be at least 0.01, not ${amount}`,
    ms: ({ amount }) => `amount mestilah sekurang-kurangnya 0.01, bukan ${amount}`,
  },
  billPaid: {
    en: 'This bill is already paid in full',
    ms: 'Bil ini telah dijelaskan: tiada baki yang tinggal',
  },
  amountBeyondRest: {
    en: ({ amount, rest }: { amount: number; rest: number }) =>
      `amount must not exceed what remains to be paid: ${amount} is more than ${rest}`,
    ms: ({ amount, rest }) => `amount tidak boleh melebihi baki yang perlu dibayar: ${amount} lebih daripada ${rest}`,
  },
  discountWithoutReason: {
    en: 'unit_price must be 0 or more; a line below 0 is a discount and needs a reason',
    ms: 'unit_price mestilah 0 atau lebih; baris di bawah 0 ialah diskaun dan memerlukan reason',
  },
  discountsBeyondBill: {
    en: 'Discounts must not exceed what is billed, nor its tax',
    ms: 'Diskaun tidak boleh melebihi jumlah yang dibilkan atau cukainya',
  },
  billCancelled: {
    en: 'This bill is cancelled',
    ms: 'Bil ini telah dibatalkan',
  },
  cancelledWithMoney: {
    en: ({ amount }: { amount: number }) =>
      `${amount} was paid of this bill: make the payments void, or credit the bill and refund it`,
    ms: ({ amount }) =>
      `${amount} telah dibayar bagi bil ini: batalkan bayaran itu, atau kreditkan bil dan pulangkan bayarannya`,
  },
  billCredited: {
    en: 'All of this bill is credited',
    ms: 'Bil ini telah dikreditkan sepenuhnya',
  },
  paymentVoid: {
    en: ({ at }: { at: Date }) => `This payment was made void at ${at.toISOString()}`,
    ms: ({ at }) => `Bayaran ini telah dibatalkan pada ${at.toISOString()}`,
  },
  paymentRefunded: {
    en: 'The money of this payment, or a part of it, was refunded already',
    ms: 'Wang bayaran ini, atau sebahagian daripadanya, telah dipulangkan',
  },
  nothingInCredit: {
    en: 'Nothing was paid beyond what is owed of this bill: credit a part of it first',
    ms: 'Tiada bayaran yang melebihi hutang bil ini: kreditkan sebahagian daripadanya dahulu',
  },
  refundBeyondCredit: {
    en: ({ amount, in_credit }: { amount: number; in_credit: number }) =>
      `amount must not exceed what is in credit: ${amount} is more than ${in_credit}`,
    ms: ({ amount, in_credit }) => `amount tidak boleh melebihi baki kredit: ${amount} lebih daripada ${in_credit}`,
  },
  creditBeyondRest: {
    en: ({ amount, rest }: { amount: number; rest: number }) =>
      `amount must not exceed what is left to be credited: ${amount} is more than ${rest}`,
    ms: ({ amount, rest }) =>
      `amount tidak boleh melebihi baki yang boleh dikreditkan: ${amount} lebih daripada ${rest}`,
  },
  creditLineUnknown: {
    en: ({ line, last }: { line: number; last: number }) =>
      `line must be the place of a line of the bill, from 0 to ${last}, not ${line}`,
    ms: ({ line, last }) => `line mestilah kedudukan baris bil, dari 0 hingga ${last}, bukan ${line}`,
  },
  creditLineTwice: {
    en: ({ line }: { line: number }) => `line ${line} must be named once`,
    ms: ({ line }) => `line ${line} mesti dinamakan sekali sahaja`,
  },
  creditTwice: {
    en: 'amount must not be given with lines: their amounts are credited',
    ms: 'amount tidak boleh diberikan bersama lines: amaun lines itu dikreditkan',
  },
  creditOfNothing: {
    en: 'amount or lines must be given',
    ms: 'amount atau lines mesti diberikan',
  },
  vaccinationVoid: {
    en: ({ at }: { at: Date }) => `This vaccination was made void at ${at.toISOString()}`,
    ms: ({ at }) => `Vaksinasi ini telah dibatalkan pada ${at.toISOString()}`,
  },
  mergedIntoItself: {
    en: 'into must name another patient',
    ms: 'into mesti merujuk kepada pesakit lain',
  },
  mergedDiffering: {
    en: ({ fields }: { fields: string }) =>
      `The two records differ in ${fields}: the values of the merged record are in the notes`,
    ms: ({ fields }) => `Kedua-dua rekod berbeza pada ${fields}: nilai rekod yang digabungkan ada dalam catatan`,
  },
  samePerson: {
    en: ({ medical_record_number }: { medical_record_number: string }) =>
      `Patient ${medical_record_number} has the same IC or passport number`,
    ms: ({ medical_record_number }) => `Pesakit ${medical_record_number} mempunyai nombor IC atau pasport yang sama`,
  },
  bornInFuture: {
    en: ({ date_of_birth }: { date_of_birth: string }) => `date_of_birth ${date_of_birth} is in the future`,
    ms: ({ date_of_birth }) => `date_of_birth ${date_of_birth} ialah tarikh akan datang`,
  },
  vaccinatedBeforeBirth: {
    en: ({ date_of_birth }: { date_of_birth: string }) =>
      `administration_date is before the patient was born (${date_of_birth})`,
    ms: ({ date_of_birth }) => `administration_date adalah sebelum pesakit dilahirkan (${date_of_birth})`,
  },
  vaccinatedInFuture: {
    en: ({ administration_date }: { administration_date: string }) =>
      `administration_date ${administration_date} is in the future`,
    ms: ({ administration_date }) => `administration_date ${administration_date} ialah tarikh akan datang`,
  },
  nextDoseUnknown: {
    en: ({ vaccine }: { vaccine: string }) =>
      `The date of the next dose of ${vaccine} is not known: this course is not in the table of the National Immunisation Programme`,
    ms: ({ vaccine }) =>
      `Tarikh dos ${vaccine} yang seterusnya tidak diketahui: kursus ini tiada dalam jadual Program Imunisasi Kebangsaan`,
  },
  policyExpired: {
    en: ({ expiry_date }: { expiry_date: string }) => `The insurance policy of the patient expired on ${expiry_date}`,
    ms: ({ expiry_date }) => `Polisi insurans pesakit tamat pada ${expiry_date}`,
  },
  classAllergyWarning: {
    en: ({ allergy, drug, drug_class }: DrugOfClass) =>
      `The patient is allergic to ${allergy}, and ${drug} is one of the ${drug_class.en}`,
    ms: ({ allergy, drug, drug_class }) =>
      `Pesakit alah kepada ${allergy}, dan ${drug} tergolong dalam kumpulan ${drug_class.ms}`,
  },
  relatedAllergyWarning: {
    en: ({ allergy, drug, drug_class }: DrugOfClass) =>
      `The patient is allergic to ${allergy}; ${drug} is one of the ${drug_class.en}, with which reactions in common are described`,
    ms: ({ allergy, drug, drug_class }) =>
      `Pesakit alah kepada ${allergy}; ${drug} tergolong dalam kumpulan ${drug_class.ms}, yang boleh menyebabkan tindak balas silang`,
  },
  prescriptionOver: {
    en: ({ valid_until }: { valid_until: string }) => `This prescription was valid until ${valid_until}`,
    ms: ({ valid_until }) => `Preskripsi ini sah sehingga ${valid_until} sahaja`,
  },
  psychotropicRefills: {
    en: ({ valid_until }: { valid_until: string }) =>
      `This is a psychotropic substance: no refill after ${valid_until} (Poisons (Psychotropic Substances) Regulations 1989)`,
    ms: ({ valid_until }) =>
      `Ini bahan psikotropik: tiada isian semula selepas ${valid_until} (Peraturan-Peraturan Racun (Bahan-Bahan Psikotropik) 1989)`,
  },
});
