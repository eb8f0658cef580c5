import { addressIn, partyOf, place, type DemoPlace } from './places/demo-place.js';
import type { DemoGoods, DemoMerchant } from './parcels.js';

const goods = (
  description: string,
  package_type: string,
  weight: readonly [number, number],
  value: readonly [number, number],
  is_fragile = false,
): DemoGoods => ({ description, package_type, weight, value, is_fragile });

/** @param sends its zone, its share, how much of it is paid on delivery, and when it is fetched (minutes of the day) */
const merchant = (
  company_name: string,
  contact_person: string,
  [at, unit]: readonly [DemoPlace, string],
  [zone, share, cod, fetched]: readonly [number, number, number, number],
  sent: readonly DemoGoods[],
): DemoMerchant => {
  const { latitude, longitude } = at;
  const mail = company_name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const address = addressIn(at, unit);
  const phone_number = `+60355${String(100 + zone * 7).padStart(3, '0')}${String(fetched).padStart(4, '0')}`;
  const email = `stor@${mail}.example`;
  return {
    party: partyOf({ company_name, contact_person, address, phone_number, email, latitude, longitude }),
    place: at,
    zone,
    share,
    cod,
    fetched,
    goods: sent,
  };
};

/** Whose parcels the courier fetches. */
export const merchants: readonly DemoMerchant[] = [
  merchant(
    'Butik Kenari',
    'Nurul Ain binti Rosman',
    [place('Seksyen 7', 'Jalan Zirkon A 7/A', ['40000', 'Shah Alam', 'SGR'], [3.0731, 101.4897]), '15-G'],
    [1, 20, 0.6, 930],
    [
      goods('Tudung dan selendang', 'beg', [0.2, 1.2], [25, 160]),
      goods('Baju kurung sepasang', 'kotak', [0.6, 1.8], [89, 320]),
    ],
  ),
  merchant(
    'Gajet Prima',
    'Lim Chee Hong',
    [place('SS 15', 'Jalan SS 15/4D', ['47500', 'Subang Jaya', 'SGR'], [3.0757, 101.5893]), '42'],
    [3, 16, 0.35, 950],
    [
      goods('Telefon pintar', 'kotak', [0.4, 0.9], [499, 3_200], true),
      goods('Aksesori telefon', 'beg', [0.1, 0.5], [15, 120]),
      goods('Kamera keselamatan', 'kotak', [0.5, 1.5], [110, 480], true),
    ],
  ),
  merchant(
    'Dapur Mak Long',
    'Rosnah binti Kassim',
    [place('Bandar Baru Bangi', 'Jalan 7/7C', ['43650', 'Bandar Baru Bangi', 'SGR'], [2.9625, 101.7543]), '7-1'],
    [9, 12, 0.5, 975],
    [
      goods('Kuih dan kerepek', 'kotak', [1, 6], [30, 150], true),
      goods('Sambal botol', 'kotak', [1.5, 9], [40, 210], true),
    ],
  ),
  merchant(
    'Pustaka Cempaka',
    'Kavitha a/p Nadarajah',
    [place('Seksyen 14', 'Jalan 14/22', ['46100', 'Petaling Jaya', 'SGR'], [3.1094, 101.6351]), '9'],
    [4, 10, 0.1, 985],
    [goods('Buku sekolah', 'kotak', [0.5, 8], [25, 260]), goods('Novel', 'sampul', [0.2, 0.9], [18, 75])],
  ),
  merchant(
    'Herba Warisan',
    'Tan Siew Mooi',
    [place('Kuchai Lama', 'Jalan Kuchai Maju 8', ['58200', 'Kuala Lumpur', 'KUL'], [3.0897, 101.6886]), '28'],
    [7, 12, 0.55, 995],
    [goods('Jamu dan madu', 'kotak', [0.4, 3], [45, 280], true), goods('Minyak urut', 'kotak', [0.2, 1.5], [20, 140])],
  ),
  merchant(
    'Alat Ganti Motor Jaya',
    'Muthu a/l Kannan',
    [place('Taman Meru', 'Lorong Haji Amin', ['41050', 'Klang', 'SGR'], [3.0671, 101.4503]), '61'],
    [0, 9, 0.3, 940],
    [
      goods('Alat ganti motosikal', 'kotak', [0.5, 14], [35, 640]),
      goods('Tayar motosikal', 'gulungan', [3, 9], [85, 260]),
    ],
  ),
  merchant(
    'Bayi Comel',
    'Chong Mei Fern',
    [place('Bandar Puteri', 'Jalan Puteri 2/5', ['47100', 'Puchong', 'SGR'], [3.0231, 101.6178]), '3-2'],
    [8, 11, 0.45, 965],
    [
      goods('Lampin pakai buang', 'kotak', [3, 12], [60, 240]),
      goods('Kereta sorong bayi', 'kotak', [6, 14], [290, 1_150]),
    ],
  ),
  merchant(
    'Makmal Optik Setia',
    'Harjit Singh',
    [place('Setia Alam', 'Jalan Setia Prima M U13/M', ['40170', 'Shah Alam', 'SGR'], [3.1058, 101.4581]), '11'],
    [1, 6, 0.05, 955],
    [goods('Cermin mata', 'kotak', [0.2, 0.6], [120, 980], true)],
  ),
];
