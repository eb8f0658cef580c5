import type { Shelf } from '../shelf.js';

const soft = ['Dusty Pink', 'Sage', 'Krim', 'Hitam', 'Biru Laut'];
const festive = ['Zamrud', 'Maroon', 'Champagne', 'Biru Diraja'];
const plain = ['Hitam', 'Putih', 'Nude'];

/** What a boutique of scarves and traditional dress sells, much of it sewn for it. Brands are invented. */
export const boutique: readonly Shelf[] = [
  {
    code: 'BWL',
    category: 'Tudung Bawal',
    unit: 'piece',
    cost: 0.45,
    variants: { of: 'color', names: soft },
    goods: [
      ['Bawal Voile Premium 45"', 'Seri Kasih', 29, 9],
      ['Bawal Cotton Bidang 50', 'Seri Kasih', 35, 7],
      ['Bawal Satin Cetak Bunga', 'Puteri Senja', 49, 4],
      ['Bawal Kosong Basic', 'Seri Kasih', 15, 8],
    ],
  },
  {
    code: 'SWL',
    category: 'Selendang',
    unit: 'piece',
    cost: 0.45,
    variants: { of: 'color', names: soft },
    goods: [
      ['Selendang Chiffon Labuh', 'Puteri Senja', 39, 6],
      ['Selendang Jersi Tanpa Gosok', 'Puteri Senja', 32, 8],
      ['Selendang Satin Malam', 'Cahaya Tenun', 55, 3],
    ],
  },
  {
    code: 'INS',
    category: 'Tudung Sarung',
    unit: 'piece',
    cost: 0.42,
    variants: { of: 'color', names: plain },
    goods: [
      ['Sarung Labuh Harian', 'Seri Kasih', 25, 9],
      ['Sarung Sukan', 'Larian Ayu', 45, 4],
      ['Sarung Kanak-kanak', 'Seri Kecil', 18, 6],
    ],
  },
  {
    code: 'BJK',
    category: 'Baju Kurung',
    unit: 'piece',
    cost: 0.5,
    variants: { of: 'color', names: festive },
    goods: [
      ['Kurung Moden Crepe', 'Cahaya Tenun', 139, 4],
      ['Kurung Pahang Cotton', 'Cahaya Tenun', 119, 4],
      ['Kurung Kedah Songket Cetak', 'Cahaya Tenun', 189, 2],
      ['Kurung Riau Satin', 'Puteri Senja', 159, 2],
      ['Kebarung Budak', 'Seri Kecil', 69, 3],
    ],
  },
  {
    code: 'JBH',
    category: 'Jubah & Abaya',
    unit: 'piece',
    cost: 0.5,
    variants: { of: 'color', names: plain },
    goods: [
      ['Abaya Klasik', 'Puteri Senja', 149, 4],
      ['Jubah Harian Bambu', 'Seri Kasih', 99, 5],
      ['Jubah Sulam Tangan', 'Cahaya Tenun', 229, 1],
    ],
  },
  {
    code: 'BML',
    category: 'Baju Melayu & Kurta',
    unit: 'piece',
    cost: 0.5,
    variants: { of: 'color', names: festive },
    goods: [
      ['Baju Melayu Slim Fit', 'Cahaya Tenun', 149, 3],
      ['Kurta Lengan Panjang', 'Cahaya Tenun', 79, 4],
      ['Baju Melayu Budak', 'Seri Kecil', 79, 3],
    ],
  },
  {
    code: 'AKS',
    category: 'Aksesori',
    unit: 'piece',
    cost: 0.35,
    goods: [
      ['Anak Tudung Inner Ninja', 'Seri Kasih', 12, 12],
      ['Anak Tudung Serkup', 'Seri Kasih', 10, 10],
      ['Handsock Bambu', 'Larian Ayu', 15, 9],
      ['Stokin Muslimah 3 pasang', 'Larian Ayu', 19, 7],
      ['Pin Magnet 2 biji', 'Kilau Permata', 9, 11],
      ['Kerongsang Tiga Rantai', 'Kilau Permata', 39, 4],
      ['Butang Baju Melayu Set', 'Kilau Permata', 29, 4],
      ['Samping Tenun', 'Cahaya Tenun', 89, 2],
      ['Songkok Baldu', 'Cahaya Tenun', 45, 2],
      ['Tote Bag Kanvas', 'Seri Kasih', 25, 4],
      ['Dompet Kecil', 'Puteri Senja', 49, 3],
      ['Telekung Travel', 'Seri Kasih', 79, 5],
      ['Telekung Broderi', 'Cahaya Tenun', 129, 3],
      ['Sejadah Poket', 'Seri Kasih', 35, 3],
      ['Minyak Wangi Ros 30 ml', 'Wangi Pagi', 39, 4],
      ['Kotak Hadiah', null, 8, 5],
    ],
  },
  {
    code: 'UPH',
    category: 'Upah Jahit',
    unit: 'job',
    cost: 0.6,
    tracked: false,
    goods: [
      ['Potong Kaki Seluar', null, 10, 3],
      ['Ubah Saiz Baju', null, 25, 3],
      ['Jahit Manik Tangan', null, 60, 1],
    ],
  },
];
