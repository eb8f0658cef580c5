/** A prescription. */
export interface DemoMedicine {
  medication: string;
  dosage: string;
  frequency: string;
  duration: string;
  quantity: number;
  instructions: string;
  /** MYR for all of it. */
  price: number;
  /** How often it may be handed out again. */
  refills?: number;
}

/** A reason for a visit, and its diagnosis. */
export interface DemoComplaint {
  appointment_type: string;
  reason: string;
  symptoms: readonly string[];
  diagnosis: string;
  treatment_plan: string;
  medicines: readonly DemoMedicine[];
  /** The treatment in addition to the consultation, with its price in MYR. */
  services?: readonly (readonly [description: string, unit_price: number])[];
  /** Days until the follow-up. */
  follow_up_days?: number;
}

const medicine = (
  [medication, dosage, frequency, duration]: readonly [string, string, string, string],
  quantity: number,
  price: number,
  more: Partial<DemoMedicine> = {},
): DemoMedicine => ({
  medication,
  dosage,
  frequency,
  duration,
  quantity,
  price,
  instructions: 'Selepas makan',
  ...more,
});

const paracetamol = medicine(['Paracetamol 500 mg', '2 biji', '4 kali sehari bila perlu', '5 hari'], 20, 6);

/** Of a general practice in Malaysia, the frequent ones more than once. */
export const complaints: readonly DemoComplaint[] = [
  {
    appointment_type: 'consultation',
    reason: 'Demam dan batuk sejak tiga hari',
    symptoms: ['demam', 'batuk', 'selesema'],
    diagnosis: 'Acute upper respiratory tract infection',
    treatment_plan: 'Rehat, minum air secukupnya',
    medicines: [paracetamol, medicine(['Diphenhydramine expectorant', '10 ml', '3 kali sehari', '5 hari'], 1, 12)],
    services: [['Sijil cuti sakit', 5]],
  },
  {
    appointment_type: 'consultation',
    reason: 'Sakit tekak',
    symptoms: ['sakit tekak', 'demam'],
    diagnosis: 'Acute tonsillitis',
    treatment_plan: 'Antibiotik tujuh hari, datang semula jika tidak pulih',
    medicines: [medicine(['Amoxicillin 500 mg', '1 kapsul', '3 kali sehari', '7 hari'], 21, 18), paracetamol],
  },
  {
    appointment_type: 'consultation',
    reason: 'Cirit-birit dan muntah',
    symptoms: ['cirit-birit', 'muntah', 'sakit perut'],
    diagnosis: 'Acute gastroenteritis',
    treatment_plan: 'Garam rehidrasi, elakkan makanan pedas',
    medicines: [medicine(['Oral rehydration salts', '1 paket', 'selepas setiap cirit-birit', '3 hari'], 6, 9)],
  },
  {
    appointment_type: 'follow-up',
    reason: 'Rawatan susulan tekanan darah',
    symptoms: [],
    diagnosis: 'Essential hypertension',
    treatment_plan: 'Teruskan ubat, kurangkan garam, periksa semula',
    medicines: [medicine(['Amlodipine 5 mg', '1 biji', 'sekali sehari', '30 hari'], 30, 24, { refills: 2 })],
    follow_up_days: 90,
  },
  {
    appointment_type: 'follow-up',
    reason: 'Rawatan susulan kencing manis',
    symptoms: ['letih'],
    diagnosis: 'Type 2 diabetes mellitus',
    treatment_plan: 'Diet, senaman, HbA1c setiap tiga bulan',
    medicines: [medicine(['Metformin 500 mg', '1 biji', '2 kali sehari', '30 hari'], 60, 21, { refills: 2 })],
    services: [['Ujian HbA1c', 45]],
    follow_up_days: 90,
  },
  {
    appointment_type: 'consultation',
    reason: 'Sakit pinggang selepas mengangkat barang',
    symptoms: ['sakit pinggang'],
    diagnosis: 'Mechanical low back pain',
    treatment_plan: 'Kekal aktif, elakkan mengangkat barang berat',
    medicines: [medicine(['Ibuprofen 400 mg', '1 biji', '3 kali sehari', '5 hari'], 15, 10)],
  },
  {
    appointment_type: 'consultation',
    reason: 'Ruam gatal di lengan',
    symptoms: ['gatal', 'ruam'],
    diagnosis: 'Contact dermatitis',
    treatment_plan: 'Elakkan sabun keras, sapu krim nipis',
    medicines: [
      medicine(['Hydrocortisone 1 % krim', 'sapu nipis', '2 kali sehari', '7 hari'], 1, 14, {
        instructions: 'Luaran sahaja',
      }),
    ],
  },
  {
    appointment_type: 'check-up',
    reason: 'Pemeriksaan kesihatan tahunan',
    symptoms: [],
    diagnosis: 'Routine health examination',
    treatment_plan: 'Tiada rawatan diperlukan',
    medicines: [],
    services: [
      ['Ujian darah lengkap', 80],
      ['Elektrokardiogram', 50],
    ],
  },
];

/** MYR. */
export const CONSULTATION_FEE = 35;
