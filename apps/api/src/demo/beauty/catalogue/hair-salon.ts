import type { DemoMembershipKind, DemoPackage, MenuPage, WareShelf } from './menu.js';

const dye = ['PPD', 'hair dye', 'ammonia', 'pregnancy'];

/** A hair salon of Damansara; prices of 2026. */
export const hairMenu: readonly MenuPage[] = [
  {
    category: 'Cut',
    tax: 'beauty',
    treatments: [
      ['Ladies’ cut, wash and blow-dry', 60, 68, 10, { for: 'female' }],
      ['Gentlemen’s cut and wash', 30, 38, 9, { for: 'male' }],
      ['Children’s cut (12 and below)', 30, 28, 2],
      ['Fringe trim', 15, 15, 1, { for: 'female' }],
      ['Cut and styling by a senior stylist', 60, 98, 3, { staff_level_required: 'Senior' }],
    ],
  },
  {
    category: 'Styling',
    tax: 'beauty',
    treatments: [
      ['Wash and blow-dry, short to medium', 45, 35, 5],
      ['Wash and blow-dry, long', 60, 45, 4, { for: 'female' }],
      [
        'Muslimah wash and blow-dry, private room',
        60,
        50,
        2,
        { for: 'female', room_requirements: ['Private room'], description: 'Female stylist only' },
      ],
      ['Event updo', 75, 150, 1, { for: 'female', pre_care_instructions: 'Come with dry hair, washed the day before' }],
    ],
  },
  {
    category: 'Colour',
    tax: 'beauty',
    told: {
      contraindications: dye,
      pre_care_instructions: 'Patch test 48 hours before the first colour',
      post_care_instructions: 'No shampoo for 48 hours; sulphate-free products afterwards',
    },
    treatments: [
      ['Root touch-up', 90, 128, 4, { products_used: ['Colour cream 60 ml', 'Developer 6 %'] }],
      ['Full colour, medium length', 120, 220, 3, { products_used: ['Colour cream 60 ml', 'Developer 6 %'] }],
      ['Grey coverage without ammonia', 105, 168, 2, { contraindications: ['PPD', 'hair dye'] }],
      ['Half-head highlights', 150, 320, 1.5, { for: 'female', staff_level_required: 'Senior' }],
      ['Balayage', 210, 480, 1, { for: 'female', staff_level_required: 'Senior' }],
      ['Gentlemen’s colour', 60, 98, 1, { for: 'male' }],
    ],
  },
  {
    category: 'Perm and straightening',
    tax: 'beauty',
    told: {
      contraindications: ['ammonium thioglycolate', 'pregnancy'],
      post_care_instructions: 'Keep hair dry and untied for 72 hours',
    },
    treatments: [
      ['Digital perm', 180, 350, 1, { for: 'female' }],
      ['Korean down perm', 120, 188, 1, { for: 'male' }],
      ['Keratin smoothing', 180, 420, 1, { for: 'female', contraindications: ['formaldehyde', 'pregnancy'] }],
      ['Rebonding, long hair', 240, 380, 0.6, { for: 'female', promotion_discount: 10 }],
    ],
  },
  {
    category: 'Treatment',
    tax: 'beauty',
    told: { membership_discount: 15 },
    treatments: [
      ['Scalp detox', 60, 120, 2.5, { contraindications: ['peppermint', 'salicylic acid'] }],
      ['Deep repair mask', 45, 88, 2.5, { contraindications: ['wheat protein'] }],
      ['Anti-hair-fall scalp therapy', 75, 168, 1.5, { products_used: ['Scalp ampoule'] }],
      ['Ginger steam treatment', 60, 78, 1, { contraindications: ['ginger'] }],
      ['Scalp massage', 15, 25, 2, { membership_discount: null }],
      ['Bond-building treatment', 30, 110, 0, { is_active: false, description: 'Until the new supplier delivers' }],
    ],
  },
];

export const hairWares: readonly WareShelf[] = [
  {
    code: 'COL',
    category: 'Colour',
    brand: 'Rona Professional',
    supplier: 'Salon Supplies Klang Valley Sdn Bhd',
    wares: [
      ['Colour cream 5.0 light brown', 32, 60, 40, 10, 9, { expires_in: 410 }],
      ['Colour cream 6.35 caramel', 32, 60, 30, 8, 6, { expires_in: 380 }],
      ['Colour cream 1.0 black', 32, 60, 36, 8, 7, { expires_in: 19, batch_number: 'RC2411' }],
      ['Developer 6 %', 28, 1_000, 18, 6, 4, { expires_in: 300 }],
      ['Developer 9 %', 28, 1_000, 12, 4, 2, { expires_in: 290, runs_out: true }],
      ['Bleaching powder', 54, null, 10, 4, 1, { expires_in: 25 }],
    ],
  },
  {
    code: 'CARE',
    category: 'Hair care',
    subcategory: 'Retail',
    brand: 'Dahlia',
    supplier: 'Dahlia Hair Studio',
    told: { cruelty_free: true, vegan: true, halal_certified: true },
    wares: [
      ['Colour-safe shampoo', 59, 250, 24, 6, 5, { expires_in: 520, ingredients: ['Aloe vera', 'Panthenol'] }],
      ['Repair conditioner', 62, 250, 24, 6, 4, { expires_in: 500, ingredients: ['Wheat protein', 'Argan oil'] }],
      ['Scalp tonic with rosemary', 89, 100, 15, 5, 3, { expires_in: 240, ingredients: ['Rosemary', 'Peppermint'] }],
      ['Argan hair oil', 75, 80, 20, 6, 4, { expires_in: 610, organic: true }],
      ['Heat protection spray', 48, 150, 16, 5, 3, { expires_in: -6, batch_number: 'DH2405' }],
    ],
  },
  {
    code: 'TEC',
    category: 'Technical',
    brand: 'KeraLab',
    supplier: 'KL Hair Trading',
    wares: [
      ['Keratin smoothing lotion', 260, 500, 6, 2, 1, { expires_in: 150 }],
      ['Perm lotion', 65, 400, 10, 3, 1, { expires_in: 200 }],
      ['Scalp ampoules, box of 12', 168, null, 8, 3, 2, { expires_in: 88, runs_out: true }],
    ],
  },
];

export const hairPackages: readonly DemoPackage[] = [
  {
    name: 'Scalp Care 6',
    description: 'Six scalp detox treatments',
    sessions: [['Scalp detox', 6]],
    total_price: 588,
    validity_months: 12,
    payment_plan: 'One payment',
    terms_and_conditions: 'Not transferable; a missed appointment counts as used',
    popularity: 3,
  },
  {
    name: 'Blow-dry Bar 10',
    description: 'Ten blow-dries and a mask',
    sessions: [
      ['Wash and blow-dry, long', 10],
      ['Deep repair mask', 1],
    ],
    total_price: 438,
    validity_months: 6,
    payment_plan: 'One payment',
    terms_and_conditions: 'Not transferable; a missed appointment counts as used',
    popularity: 2,
  },
];

export const hairMemberships: readonly DemoMembershipKind[] = [
  { membership_type: 'Dahlia Gold', annual_fee: 188, percentage: 10, priority: true, share: 0.08 },
  { membership_type: 'Dahlia Silver', annual_fee: 88, percentage: 5, share: 0.07 },
];
