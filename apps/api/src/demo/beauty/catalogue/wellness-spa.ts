import type { DemoMembershipKind, DemoPackage, MenuPage, WareShelf } from './menu.js';

const massage = ['deep vein thrombosis', 'recent surgery'];

/** A wellness spa of George Town, registered for service tax: massage and spa are taxed, facials and nails are not. */
export const wellnessMenu: readonly MenuPage[] = [
  {
    category: 'Massage',
    tax: 'wellness',
    told: { contraindications: massage, room_requirements: ['Treatment room'], membership_discount: 12 },
    treatments: [
      ['Aromatherapy massage, 60 minutes', 60, 188, 8, { contraindications: [...massage, 'lavender oil'] }],
      ['Aromatherapy massage, 90 minutes', 90, 258, 4, { contraindications: [...massage, 'lavender oil'] }],
      ['Deep tissue massage, 60 minutes', 60, 208, 5],
      ['Deep tissue massage, 90 minutes', 90, 288, 3],
      ['Traditional Malay massage', 60, 178, 5],
      ['Balinese massage', 90, 248, 3],
      ['Hot stone massage', 90, 298, 2, { contraindications: [...massage, 'diabetes', 'pregnancy'] }],
      ['Prenatal massage', 60, 218, 1, { for: 'female', pre_care_instructions: 'From the fourth month on' }],
      ['Postnatal massage', 90, 238, 1, { for: 'female' }],
      ['Foot reflexology', 45, 98, 5, { room_requirements: ['Foot lounge'] }],
      ['Head, neck and shoulders', 30, 78, 4],
    ],
  },
  {
    category: 'Body',
    tax: 'wellness',
    told: { room_requirements: ['Wet room'] },
    treatments: [
      ['Nutmeg and coffee scrub', 45, 148, 2, { contraindications: ['nutmeg'] }],
      ['Coconut milk wrap', 60, 188, 1.5, { contraindications: ['coconut'] }],
      ['Seaweed detox wrap', 60, 208, 1, { contraindications: ['seaweed', 'iodine', 'pregnancy'] }],
      ['Herbal steam', 30, 68, 2, { contraindications: ['hypertension', 'asthma', 'pregnancy'] }],
      ['Floral bath', 30, 98, 1],
    ],
  },
  {
    category: 'Rituals',
    tax: 'wellness',
    told: { room_requirements: ['Suite'], staff_level_required: 'Senior', membership_discount: 12 },
    treatments: [
      ['Pala signature ritual', 150, 458, 1.5, { contraindications: ['nutmeg'] }],
      ['Nyonya ritual', 120, 388, 1],
      ['Half-day retreat', 240, 688, 0.5],
    ],
  },
  {
    category: 'Wellness',
    tax: 'wellness',
    treatments: [
      ['Sound bath', 45, 88, 1],
      ['Ear candling', 30, 68, 1],
      ['Cupping', 45, 118, 1.5, { contraindications: ['anticoagulants'] }],
    ],
  },
  {
    category: 'Facial',
    tax: 'beauty',
    told: { post_care_instructions: 'No exfoliation for three days; sunscreen every morning' },
    treatments: [
      ['Express facial', 30, 98, 2],
      ['Hydrating facial', 60, 168, 3, { target_skin_types: ['Dry', 'Normal'] }],
      ['Brightening facial', 75, 208, 2, { target_skin_types: ['Combination', 'Normal'] }],
      ['Collagen facial', 75, 268, 1.5, { contraindications: ['fish'] }],
      ['Purifying facial', 60, 188, 1.5, { target_skin_types: ['Oily'], contraindications: ['salicylic acid'] }],
      ['Gentlemen’s facial', 60, 158, 1.5, { for: 'male' }],
    ],
  },
  {
    category: 'Nails',
    tax: 'beauty',
    treatments: [
      ['Classic manicure', 45, 58, 3],
      ['Gel manicure', 60, 98, 3, { for: 'female', contraindications: ['acrylates'] }],
      ['Classic pedicure', 60, 78, 3],
      ['Gel pedicure', 75, 128, 2, { for: 'female', contraindications: ['acrylates'] }],
      ['Spa manicure and pedicure', 105, 168, 1.5],
    ],
  },
];

export const wellnessWares: readonly WareShelf[] = [
  {
    code: 'OIL',
    category: 'Oils',
    brand: 'Pala',
    supplier: 'Penang Nutmeg Works',
    told: { organic: true, vegan: true, cruelty_free: true },
    wares: [
      ['Massage oil lavender', 68, 1_000, 24, 8, 6, { expires_in: 240, ingredients: ['Lavender', 'Sunflower oil'] }],
      ['Massage oil lemongrass', 68, 1_000, 24, 8, 6, { expires_in: 210, ingredients: ['Lemongrass'] }],
      ['Nutmeg balm', 28, 50, 60, 15, 12, { expires_in: 500, ingredients: ['Nutmeg', 'Beeswax'], vegan: false }],
      ['Virgin coconut oil', 42, 500, 20, 6, 4, { expires_in: 16, batch_number: 'PL0326' }],
    ],
  },
  {
    code: 'BODY',
    category: 'Body',
    brand: 'Pala',
    supplier: 'Penang Nutmeg Works',
    told: { cruelty_free: true },
    wares: [
      ['Nutmeg and coffee scrub', 58, 500, 18, 6, 4, { expires_in: 120 }],
      ['Seaweed wrap', 96, 1_000, 8, 3, 1, { expires_in: 28 }],
      ['Herbal steam sachets, 20', 45, null, 15, 5, 3, { expires_in: 330, runs_out: true }],
      ['Bath flowers, dried', 22, null, 25, 8, 4, { expires_in: -9 }],
      ['Disposable linen, 50', 38, null, 40, 15, 9],
    ],
  },
  {
    code: 'FAC',
    category: 'Facial',
    brand: 'Bayu Derma',
    supplier: 'Bayu Cosmetics Sdn Bhd',
    told: { ministry_approved: true, halal_certified: true, age_groups: ['18+'] },
    wares: [
      ['Hydrating ampoules, 10', 148, null, 12, 4, 2, { expires_in: 190, skin_types: ['Dry'] }],
      ['Vitamin C serum', 128, 30, 18, 6, 4, { expires_in: 24, skin_types: ['Combination', 'Normal'] }],
      ['Collagen mask', 18, null, 60, 20, 14, { expires_in: 410, ingredients: ['Marine collagen'] }],
      ['Purifying clay', 84, 500, 8, 3, 1, { expires_in: 280, skin_types: ['Oily'], vegan: true }],
      ['Mineral sunscreen SPF 50', 79, 50, 30, 10, 7, { expires_in: 460 }],
    ],
  },
  {
    code: 'NAIL',
    category: 'Nails',
    brand: 'Glossa',
    supplier: 'KL Nail Trading',
    wares: [
      ['Gel polish, assorted', 36, 15, 48, 12, 6, { expires_in: 600 }],
      ['Gel top coat', 42, 15, 14, 4, 2, { expires_in: 540 }],
      ['Acetone', 19, 1_000, 10, 4, 2, { runs_out: true }],
      ['Cuticle oil', 24, 15, 22, 6, 3, { expires_in: 350, organic: true }],
    ],
  },
];

export const wellnessPackages: readonly DemoPackage[] = [
  {
    name: 'Aroma 6',
    description: 'Six aromatherapy massages of an hour, for the price of five',
    sessions: [['Aromatherapy massage, 60 minutes', 6]],
    total_price: 940,
    validity_months: 12,
    payment_plan: 'One payment',
    terms_and_conditions: 'Not transferable; book a day ahead',
    popularity: 4,
  },
  {
    name: 'Bridal Glow',
    description: 'Facials, scrubs and a ritual in the weeks before the day',
    sessions: [
      ['Hydrating facial', 3],
      ['Nutmeg and coffee scrub', 2],
      ['Pala signature ritual', 1],
      ['Gel manicure', 1],
    ],
    total_price: 1_188,
    validity_months: 4,
    payment_plan: 'Two payments',
    terms_and_conditions: 'Not transferable; book a day ahead',
    popularity: 2,
  },
  {
    name: 'Foot Lounge 10',
    description: 'Ten foot reflexologies',
    sessions: [['Foot reflexology', 10]],
    total_price: 780,
    validity_months: 6,
    payment_plan: 'One payment',
    terms_and_conditions: 'Not transferable; book a day ahead',
    popularity: 3,
  },
];

export const wellnessMemberships: readonly DemoMembershipKind[] = [
  {
    membership_type: 'Pala Circle Gold',
    annual_fee: 388,
    percentage: 15,
    free: 'Herbal steam',
    priority: true,
    share: 0.06,
  },
  { membership_type: 'Pala Circle', annual_fee: 168, percentage: 8, share: 0.1 },
];
