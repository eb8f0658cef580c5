import { place, type DemoPlace } from './demo-place.js';

/** The ends of the corridors: the ports and estates about Port Klang, in Johor and in Penang. */
export const regions = ['klang', 'johor', 'penang'] as const;
export type DemoRegion = (typeof regions)[number];

/** Where goods are fetched and brought to, and by whom they are sent and expected there. */
export interface DemoSite {
  company: string;
  place: DemoPlace;
}

export const sites: Readonly<Record<DemoRegion, readonly DemoSite[]>> = {
  klang: [
    {
      company: 'Westhaven Container Depot',
      place: place('Pulau Indah', 'Jalan Pelabuhan Barat', ['42920', 'Pulau Indah', 'SGR'], [2.9448, 101.3127]),
    },
    {
      company: 'Getah Maju Industries',
      place: place(
        'Kawasan Perindustrian Bukit Raja',
        'Persiaran Astana',
        ['41050', 'Klang', 'SGR'],
        [3.0795, 101.459],
      ),
    },
    {
      company: 'Selera Nusantara Foods',
      place: place('Hicom Glenmarie', 'Jalan Pelukis U1/46', ['40150', 'Shah Alam', 'SGR'], [3.0912, 101.5627]),
    },
    {
      company: 'Northgate Freight Station',
      place: place('Pelabuhan Utara', 'Jalan Pelabuhan', ['42000', 'Pelabuhan Klang', 'SGR'], [3.0017, 101.3899]),
    },
  ],
  johor: [
    {
      company: 'Tanjung Freight Terminal',
      place: place(
        'Tanjung Pelepas',
        'Jalan Pelabuhan Tanjung Pelepas',
        ['81560', 'Gelang Patah', 'JHR'],
        [1.3667, 103.5483],
      ),
    },
    {
      company: 'Minyak Sawit Selatan',
      place: place('Pasir Gudang', 'Jalan Timah 3', ['81700', 'Pasir Gudang', 'JHR'], [1.4658, 103.9032]),
    },
    {
      company: 'Elektronik Senai Jaya',
      place: place('Senai', 'Jalan Perindustrian Senai 2', ['81400', 'Senai', 'JHR'], [1.6019, 103.6469]),
    },
  ],
  penang: [
    {
      company: 'Utara Semikonduktor',
      place: place('Bayan Lepas', 'Lebuhraya Kampung Jawa', ['11900', 'Bayan Lepas', 'PNG'], [5.3096, 100.2873]),
    },
    {
      company: 'Perai Timber Export',
      place: place('Perai', 'Lorong Perusahaan 4', ['13600', 'Perai', 'PNG'], [5.3653, 100.4006]),
    },
    {
      company: 'Bukit Minyak Packaging',
      place: place(
        'Bukit Minyak',
        'Jalan Industri Bukit Minyak 7',
        ['14100', 'Simpang Ampat', 'PNG'],
        [5.3127, 100.4512],
      ),
    },
  ],
};

const tapah = place('R&R Tapah', 'Lebuhraya Utara-Selatan KM 322', ['35000', 'Tapah', 'PRK'], [4.1903, 101.2553]);
const sungaiPerak = place(
  'R&R Sungai Perak',
  'Lebuhraya Utara-Selatan KM 254',
  ['33000', 'Kuala Kangsar', 'PRK'],
  [4.7268, 100.9494],
);
const pagoh = place('R&R Pagoh', 'Lebuhraya Utara-Selatan KM 148', ['84600', 'Pagoh', 'JHR'], [2.1517, 102.7371]);

/** A way between two regions, with where drivers halt. */
export interface DemoCorridor {
  name: string;
  from: DemoRegion;
  to: DemoRegion;
  halts: readonly DemoPlace[];
  /** As the haulier knows it. */
  distance_km: number;
  minutes: number;
}

export const corridors: readonly DemoCorridor[] = [
  { name: 'Port Klang – Johor', from: 'klang', to: 'johor', halts: [pagoh], distance_km: 365, minutes: 360 },
  { name: 'Johor – Port Klang', from: 'johor', to: 'klang', halts: [pagoh], distance_km: 365, minutes: 360 },
  { name: 'Port Klang – Penang', from: 'klang', to: 'penang', halts: [tapah], distance_km: 385, minutes: 375 },
  { name: 'Penang – Port Klang', from: 'penang', to: 'klang', halts: [tapah], distance_km: 385, minutes: 375 },
  { name: 'Johor – Penang', from: 'johor', to: 'penang', halts: [pagoh, sungaiPerak], distance_km: 710, minutes: 660 },
  { name: 'Penang – Johor', from: 'penang', to: 'johor', halts: [sungaiPerak, pagoh], distance_km: 710, minutes: 660 },
];
