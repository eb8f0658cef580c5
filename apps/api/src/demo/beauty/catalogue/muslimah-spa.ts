import type { DemoMembershipKind, DemoPackage, MenuPage, WareShelf } from './menu.js';

/** A spa for women in Kota Bharu: halal products, women at work, prices of 2026. */
export const muslimahMenu: readonly MenuPage[] = [
  {
    category: 'Rawatan muka',
    tax: 'beauty',
    told: { halal_certified: true, post_care_instructions: 'Elakkan cahaya matahari 24 jam, guna pelindung matahari' },
    treatments: [
      ['Facial asas', 60, 68, 8, { target_skin_types: ['Normal', 'Kombinasi'] }],
      ['Facial pembersihan mendalam', 75, 98, 6, { target_skin_types: ['Berminyak', 'Kombinasi'] }],
      [
        'Facial anti-jerawat',
        75,
        118,
        4,
        { target_skin_types: ['Berminyak'], contraindications: ['isotretinoin', 'asid salisilik'] },
      ],
      ['Facial pencerahan vitamin C', 75, 138, 3, { contraindications: ['vitamin C'], membership_discount: 15 }],
    ],
  },
  {
    category: 'Urutan',
    tax: 'beauty',
    told: { halal_certified: true, room_requirements: ['Bilik tertutup'] },
    treatments: [
      ['Urutan tradisional Melayu', 60, 80, 6, { contraindications: ['hamil', 'trombosis'] }],
      ['Urutan seluruh badan minyak zaitun', 90, 120, 4, { contraindications: ['hamil', 'minyak zaitun'] }],
      ['Refleksologi kaki', 45, 55, 4, { contraindications: ['kencing manis'] }],
    ],
  },
  {
    category: 'Lulur dan mandian',
    tax: 'beauty',
    told: { halal_certified: true },
    treatments: [
      ['Lulur bengkuang', 60, 95, 3],
      ['Mandi susu dan bunga', 45, 75, 2, { contraindications: ['susu lembu'] }],
      ['Sauna herba', 30, 45, 2, { contraindications: ['hipertensi', 'hamil', 'asma'] }],
    ],
  },
  {
    category: 'Selepas bersalin',
    tax: 'beauty',
    told: { halal_certified: true, pre_care_instructions: 'Selepas 7 hari (normal) atau 30 hari (pembedahan)' },
    treatments: [
      ['Urutan selepas bersalin', 90, 150, 3],
      ['Bertungku dan bengkung', 60, 90, 2],
      ['Tangas herba', 30, 50, 2],
    ],
  },
  {
    category: 'Rambut dan inai',
    tax: 'beauty',
    told: { halal_certified: true, room_requirements: ['Bilik tertutup'] },
    treatments: [
      ['Potong rambut muslimah', 45, 35, 4],
      ['Creambath', 60, 65, 4, { contraindications: ['kelapa'] }],
      ['Inai jari', 30, 30, 2, { contraindications: ['inai'] }],
      ['Inai pengantin', 90, 180, 0.8, { contraindications: ['inai', 'PPD'] }],
      ['Solekan pengantin', 120, 350, 0.5, { description: 'Bahan wuduk-mesra atas permintaan' }],
    ],
  },
];

export const muslimahWares: readonly WareShelf[] = [
  {
    code: 'MUK',
    category: 'Penjagaan muka',
    brand: 'Seri Kenanga',
    supplier: 'Kenanga Herba Enterprise',
    told: { halal_certified: true, ministry_approved: true, cruelty_free: true, skin_types: ['Semua'] },
    wares: [
      ['Pencuci muka beras', 29.9, 120, 30, 8, 5, { expires_in: 330, ingredients: ['Beras', 'Aloe vera'] }],
      ['Toner air mawar', 24.9, 150, 25, 8, 5, { expires_in: 260, ingredients: ['Air mawar'] }],
      ['Serum vitamin C', 65, 30, 18, 6, 4, { expires_in: 21, batch_number: 'SK0625' }],
      ['Pelembap aloe vera', 39.9, 100, 22, 6, 4, { expires_in: 300, vegan: true }],
      ['Pelindung matahari mesra wuduk SPF 50', 55, 50, 26, 8, 5, { expires_in: 420 }],
    ],
  },
  {
    code: 'BDN',
    category: 'Badan',
    brand: 'Seri Kenanga',
    supplier: 'Kenanga Herba Enterprise',
    told: { halal_certified: true, organic: true },
    wares: [
      ['Minyak zaitun urutan', 45, 1_000, 14, 4, 3, { expires_in: 190 }],
      ['Lulur bengkuang', 35, 500, 16, 5, 3, { expires_in: 27 }],
      ['Minyak kelapa dara', 32, 250, 20, 6, 3, { expires_in: -4, batch_number: 'SK0124' }],
      ['Param herba', 18, 200, 20, 6, 4, { expires_in: 140, runs_out: true }],
    ],
  },
  {
    code: 'BSL',
    category: 'Selepas bersalin',
    brand: 'Warisan Ibu',
    supplier: 'Warisan Ibu Kelantan',
    told: { halal_certified: true },
    wares: [
      ['Set tungku batu', 79, null, 8, 2, 0],
      ['Bengkung kain 9 meter', 59, null, 12, 4, 2],
      ['Pilis herba', 15, 100, 20, 6, 4, { expires_in: 170 }],
      ['Inai kon', 6, 25, 60, 20, 12, { expires_in: 60, runs_out: true }],
    ],
  },
];

export const muslimahPackages: readonly DemoPackage[] = [
  {
    name: 'Pakej Selepas Bersalin 7 Hari',
    description: 'Tujuh urutan, tiga kali bertungku, tiga kali tangas',
    sessions: [
      ['Urutan selepas bersalin', 7],
      ['Bertungku dan bengkung', 3],
      ['Tangas herba', 3],
    ],
    total_price: 1_180,
    validity_months: 3,
    payment_plan: 'Dua bayaran',
    terms_and_conditions: 'Tidak boleh dipindah milik; tempah sehari awal',
    popularity: 2,
  },
  {
    name: 'Pakej Seri Wajah 5',
    description: 'Lima facial pencerahan vitamin C',
    sessions: [['Facial pencerahan vitamin C', 5]],
    total_price: 590,
    validity_months: 6,
    payment_plan: 'Satu bayaran',
    terms_and_conditions: 'Tidak boleh dipindah milik; tempah sehari awal',
    popularity: 3,
  },
];

export const muslimahMemberships: readonly DemoMembershipKind[] = [
  { membership_type: 'Kelab Kenanga', annual_fee: 60, percentage: 10, free: 'Inai jari', share: 0.12 },
];
